import type { Resolution } from "../../resolution.ts";
import { linkScripts } from "./link.ts";
import { isProjectFile } from "./projects.ts";
import { createSourceFileCache } from "./source-file-cache.ts";
import { summarise } from "./summary.ts";

const cache = createSourceFileCache();

/** Names of TypeScript and JavaScript by the compiler's own checker: one object for both languages, because their files are one program. */
export const scriptResolution: Resolution = {
  version: "3",
  isProjectFile,
  summarise: (_path, text) => summarise(text),
  link: (summaries, projectFiles) => linkScripts(summaries, projectFiles, cache),
};
