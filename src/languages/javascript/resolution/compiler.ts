import { createRequire } from "node:module";
import { dirname } from "node:path";

import type ts from "typescript-api";

const require = createRequire(import.meta.url);
let loaded: typeof ts | undefined;

/** The compiler's API, loaded on first use: that takes a third of a second. */
export function getCompiler(): typeof ts {
  loaded ??= require("typescript-api") as typeof ts;
  return loaded;
}

/** Where the compiler's own declaration files are. */
export function compilerFolder(): string {
  return dirname(require.resolve("typescript-api"));
}
