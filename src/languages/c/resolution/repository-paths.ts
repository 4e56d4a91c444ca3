import type { RepositoryPath } from "../../../base/index.ts";

/** The one whose folder has most in common with that of `path`; of several the first. */
export function nearest<Item extends { readonly path: RepositoryPath }>(
  items: readonly Item[],
  path: RepositoryPath,
): Item | undefined {
  let best: Item | undefined;
  let bestLength = -1;
  for (const item of items) {
    const length = commonFolders(item.path, path);
    if (length > bestLength) [best, bestLength] = [item, length];
  }
  return best;
}

/** How many leading folders two paths share. */
export function commonFolders(left: RepositoryPath, right: RepositoryPath): number {
  const [one, other] = [left.split("/"), right.split("/")];
  let count = 0;
  while (count < one.length - 1 && count < other.length - 1 && one[count] === other[count]) count++;
  return count;
}

/** A path without `.` and `..`; undefined for one that leads out of the repository. */
export function normalise(path: string): RepositoryPath | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
