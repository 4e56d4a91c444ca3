import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";

/**
 * The files of a folder and of those in it, at any depth. Links are not followed, which `readdirSync` with `recursive` does: a package of a workspace that links to the
 * workspace has no end.
 */
export function* filesBelow(directory: string): Generator<Dirent> {
  const open = [directory];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) open.push(join(folder, entry.name));
      else if (entry.isFile()) yield entry;
    }
}
