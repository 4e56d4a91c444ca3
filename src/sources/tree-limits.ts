import { UsageError } from "../base/index.ts";

/** Bytes of the largest file that a tree holds; larger ones are left out as `too_large`. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Bounds of a whole tree, archive or repository. */
export interface TreeLimits {
  readonly files: number;
  /** All files together, large ones that are left out included (an archive's size after decompression). */
  readonly bytes: number;
}

/** Far above any repository that tasks are cut from, and small enough to fail before a disk is full. */
export const TREE_LIMITS: TreeLimits = { files: 200_000, bytes: 4 * 1024 * 1024 * 1024 };

/** Throws `source-too-large` once a count has passed its bound. */
export function checkTreeLimits(
  what: string,
  found: { readonly files: number; readonly bytes: number },
  limits: TreeLimits = TREE_LIMITS,
): void {
  if (found.files <= limits.files && found.bytes <= limits.bytes) return;
  const excess =
    found.files > limits.files
      ? `it holds more than ${limits.files} files`
      : `it unpacks to more than ${limits.bytes} bytes`;
  throw new UsageError("source-too-large", `Cannot acquire ${what}: ${excess}.`, {
    hint: "Name a folder that holds only the package itself.",
  });
}
