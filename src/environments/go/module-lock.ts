import { z } from "zod";

import { lockForm } from "../lock-text.ts";

/** What an environment of Go is made of again: modules with their hashes, and what of them is compiled. */
const moduleLock = z.object({
  format: z.literal("go-modules/1"),
  /** `-mod` of all commands over the tree; empty: go decides. */
  flags: z.string(),
  /** True where the tree is of the time before modules, and lies below its path as all did. */
  placed: z.boolean(),
  /** What go reads of the tree's own modules (`go.mod`, `go.sum`, `go.work`), by path. */
  files: z.record(z.string(), z.string()),
  /** The tree's main modules, in order: where each is, and which packages from elsewhere it and its tests import. */
  modules: z.array(z.object({ path: z.string(), directory: z.string(), imports: z.array(z.string()) })),
});
export type ModuleLock = z.infer<typeof moduleLock>;

/** How recipes hold it. */
export const moduleLocks = lockForm(moduleLock, "Go");
