import { existsSync, lstatSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import {
  createStagingDirectory,
  digestOf,
  isSystemError,
  joinPath,
  publishFolder,
  readableJson,
  UsageError,
  writeFileAtomically,
  type HostPath,
} from "../base/index.ts";
import { repositoryRecord, type RepositoryRecord } from "../spec/index.ts";
import { withFileErrors } from "./file-errors.ts";
import { findLicences, licenceFor } from "./licences.ts";
import type { AcquiredSource, AcquireOptions, MissingSubmodule } from "./source.ts";
import { digestTree, writeTree, type HashedFile, type ReadContents } from "./tree.ts";
import type { TreePlan } from "./tree-plan.ts";

/**
 * Acquired trees, one folder each: `trees/<key>/tree` and `trees/<key>/source.json`. A folder is made below `staging/`,
 * completed there and renamed, so that it is never seen half made; of two that make the same one, the first wins.
 */

/** What a kind of source knows of a repository beside its files. */
export type SourceFacts = Omit<RepositoryRecord, "licence" | "licence_files">;

/** Part of every key: trees made by other rules are other trees. */
const FORMAT = "source-tree/3";

const cachedSource = z.object({
  format: z.literal(FORMAT),
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
  leftOut: z.array(z.object({ path: z.string(), reason: z.string() })),
  missingSubmodules: z.array(z.object({ path: z.string(), url: z.string().nullable(), problem: z.string() })),
  licences: z.array(z.object({ path: z.string(), spdx: z.string().optional() })),
  repository: repositoryRecord,
  treeDigest: z.string(),
});

/** The name of a tree in the cache, from everything that decides its content. */
export function cacheKey(identity: unknown): string {
  return digestOf({ format: FORMAT, identity }).slice("sha256:".length);
}

/** The tree kept under `key`, unless it is missing or somebody changed it; a changed one is removed. */
export function findCachedTree(
  key: string,
  spec: string,
  options: AcquireOptions,
): AcquiredSource | undefined {
  const folder = joinPath(options.cacheDirectory, "trees", key);
  const directory = joinPath(folder, "tree");
  const cached = readRecord(folder);
  if (cached !== undefined && cached.files.every((file) => isUnchanged(directory, file))) {
    const licences = cached.licences.map(({ path, spdx }) => ({ path, spdx }));
    const { files, leftOut, missingSubmodules, repository, treeDigest } = cached;
    return { spec, directory, files, leftOut, missingSubmodules, licences, repository, treeDigest };
  }
  if (existsSync(folder)) {
    options.logger("warn", "cached-source-damaged", { key });
    using staging = createStagingDirectory(options.cacheDirectory);
    renameSync(folder, joinPath(staging.path, "damaged"));
  }
  return undefined;
}

/** What `publishTree` makes a tree of. */
export interface TreeToPublish {
  readonly spec: string;
  readonly plan: TreePlan;
  readonly read: ReadContents;
  readonly facts: SourceFacts;
  /** Default none. */
  readonly missingSubmodules?: readonly MissingSubmodule[];
  /** The tree's key, once its digest is known. */
  readonly keyFor: (treeDigest: string) => string;
}

/** Writes a tree and makes it visible, whole or not at all. Throws `empty-repository`, `disk-full`, `not-permitted`. */
export async function publishTree(tree: TreeToPublish, options: AcquireOptions): Promise<AcquiredSource> {
  const { spec, plan, read, facts } = tree;
  if (plan.files.length === 0)
    throw new UsageError("empty-repository", `Cannot acquire ${spec}: it holds no files.`, {
      hint: "Name a repository, or a commit of it, that has source files.",
    });
  return withFileErrors(`write the files of ${spec} to ${options.cacheDirectory}`, async () => {
    await using staging = createStagingDirectory(options.cacheDirectory);
    const directory = staging.folder("tree");
    const files = await writeTree(plan, directory, read, options.signal);
    const treeDigest = digestTree(files);
    const key = tree.keyFor(treeDigest);
    const record = readableJson(describe(directory, files, tree));
    writeFileAtomically(joinPath(staging.path, "source.json"), record);
    await publishFolder(staging.path, joinPath(options.cacheDirectory, "trees", key));
    const acquired = findCachedTree(key, spec, options);
    if (acquired === undefined) throw new Error(`The tree ${key} vanished while it was made.`);
    options.logger("info", "source-acquired", {
      source: facts.source,
      commit: facts.commit,
      files: files.length,
    });
    return acquired;
  });
}

function describe(
  directory: HostPath,
  files: readonly HashedFile[],
  { plan, facts, missingSubmodules = [] }: TreeToPublish,
): z.input<typeof cachedSource> {
  const { findings, licenceFiles } = findLicences(directory, files);
  return {
    format: FORMAT,
    files: files.map(({ path, bytes }) => ({ path, bytes })),
    leftOut: [...plan.leftOut],
    missingSubmodules: [...missingSubmodules],
    licences: findings.map(({ path, spdx }) => (spdx === undefined ? { path } : { path, spdx })),
    repository: {
      ...facts,
      licence: licenceFor("", findings) ?? null,
      licence_files: [...licenceFiles],
    },
    treeDigest: digestTree(files),
  };
}

function readRecord(folder: HostPath): z.infer<typeof cachedSource> | undefined {
  try {
    return cachedSource.parse(JSON.parse(readFileSync(join(folder, "source.json"), "utf8")));
  } catch (error) {
    if (
      error instanceof z.ZodError ||
      error instanceof SyntaxError ||
      isSystemError(error, "ENOENT", "ENOTDIR")
    )
      return undefined;
    throw error;
  }
}

function isUnchanged(directory: HostPath, file: { readonly path: string; readonly bytes: number }): boolean {
  const found = lstatSync(join(directory, file.path), { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && found.size === file.bytes;
}
