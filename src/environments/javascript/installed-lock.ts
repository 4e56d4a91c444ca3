import { z } from "zod";

import { lockForm } from "../lock-text.ts";

/** What an environment of JavaScript is made of again: the manager's own lock, and the manager itself. */
const packageLock = z.object({
  format: z.literal("javascript-packages/1"),
  manager: z.enum(["npm", "pnpm", "yarn", "berry"]),
  /** `package.json` and `package-lock.json` of a folder with the manager in it; empty where it is the npm that comes with Node. */
  manager_files: z.record(z.string(), z.string()),
  /** Options of the manager without which the lock cannot be installed. */
  options: z.array(z.string()),
  /** What the manager reads of the tree, its lock file among it, by path. */
  files: z.record(z.string(), z.string()),
});
export type PackageLock = z.infer<typeof packageLock>;

/** How recipes hold it. */
export const packageLocks = lockForm(packageLock, "JavaScript");
