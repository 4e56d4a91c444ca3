import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { sha256, throwIfInterrupted, type HostPath } from "../base/index.ts";
import type { PlannedFile, TreePlan } from "./tree-plan.ts";

/** A file of a tree with what decides the tree's digest. */
export interface HashedFile extends PlannedFile {
  /** Hexadecimal digest of its bytes. */
  readonly sha256: string;
}

/**
 * Gives the bytes for each of `contents` (each once, in any order). A content that cannot be had any more is left out of
 * the answer, and its files are then missing from the tree.
 */
export type ReadContents = (
  contents: readonly string[],
) => AsyncIterable<{ readonly content: string; readonly bytes: Buffer }>;

/** Hashes a plan's files without writing them. Sorted by path, like the plan. */
export async function hashTree(
  plan: TreePlan,
  read: ReadContents,
  signal: AbortSignal | undefined,
  onFile: (file: PlannedFile, bytes: Buffer) => void = () => undefined,
): Promise<readonly HashedFile[]> {
  const byContent = Map.groupBy(plan.files, (file) => file.content);
  const hashed = new Map<string, HashedFile>();
  for await (const { content, bytes } of read([...byContent.keys()])) {
    throwIfInterrupted(signal);
    const digest = sha256(bytes);
    for (const file of byContent.get(content) ?? []) {
      onFile(file, bytes);
      hashed.set(file.path, { ...file, bytes: bytes.length, sha256: digest });
    }
  }
  return plan.files.map((file) => hashed.get(file.path)).filter((file) => file !== undefined);
}

/** Writes a plan's files below `directory`, which is empty: plain files, mode 644 or 755. */
export async function writeTree(
  plan: TreePlan,
  directory: HostPath,
  read: ReadContents,
  signal: AbortSignal | undefined,
): Promise<readonly HashedFile[]> {
  const made = new Set<string>();
  return hashTree(plan, read, signal, (file, bytes) => {
    const path = join(directory, file.path);
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(path, bytes, { flag: "wx", mode: file.isExecutable ? 0o755 : 0o644 });
  });
}

/** `sha256:` and a digest over path, executable bit and content of every file, in the order given (sorted by path). */
export function digestTree(files: readonly HashedFile[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file.path}\0${file.isExecutable ? "x" : "-"}\0${file.sha256}\n`);
  return `sha256:${hash.digest("hex")}`;
}
