import type { Resolution } from "../../resolution.ts";
import { isBuildFile } from "./build-evidence.ts";
import { linkFiles } from "./link.ts";
import { summariseCode } from "./summary.ts";

/**
 * Resolves names between C files as a compiler would that includes, expands and declares, but for a configuration that nobody has made: both branches
 * of conditions are read, but for `#if 0` and what is for C++ only; a macro or function with several definitions means the one that a plain build on Linux would
 * take, or each of them where that cannot be told. Calls of pointers lead to the functions whose addresses flow there.
 */
export const cResolution: Resolution = {
  version: "3",
  isProjectFile: isBuildFile,
  summarise: (_path, text) => summariseCode(text),
  link: linkFiles,
};
