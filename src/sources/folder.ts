import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";

import {
  asHostPath,
  createStagingDirectory,
  DioramaError,
  joinPath,
  messageOf,
  UsageError,
  type HostPath,
} from "../base/index.ts";
import { isJunkFile, isJunkFolder } from "./build-junk.ts";
import { withFileErrors } from "./file-errors.ts";
import { listFolder, readFolder } from "./folder-listing.ts";
import { parseGitmodules } from "./git/gitmodules.ts";
import { findGitDirectory, isGitDirectory, parseGitSpec } from "./git/location.ts";
import { listRefs } from "./git/remote-refs.ts";
import { GitRepository, repositoryFolder } from "./git/repository.ts";
import { versionFromTags } from "./git/tag-version.ts";
import type { AcquiredSource, AcquireOptions, MissingSubmodule, SourceKind } from "./source.ts";
import { digestTree, hashTree } from "./tree.ts";
import { cacheKey, findCachedTree, publishTree, type SourceFacts } from "./tree-cache.ts";
import { planTree, type TreePlan } from "./tree-plan.ts";

/** A folder of this machine, as its files are now; a clean git checkout has its commit recorded. */
export const folder: SourceKind = {
  accepts: (spec) =>
    statSync(expandHome(spec), { throwIfNoEntry: false }) !== undefined || /^(?:\.{0,2}\/|~)/.test(spec),
  acquire,
};

/** What git knows of a work tree whose files are those of its commit. */
type CommitFacts = Pick<SourceFacts, "commit" | "version" | "date">;

const NO_COMMIT: CommitFacts = { commit: null, version: null, date: null };

async function acquire(spec: string, options: AcquireOptions): Promise<AcquiredSource> {
  const directory = findFolder(spec);
  return withFileErrors(`read the folder ${spec}`, async () => {
    const plan = planTree(listFolder(directory, spec), spec);
    const read = (paths: readonly string[]): ReturnType<typeof readFolder> => readFolder(directory, paths);
    const blobs = new Map<string, Buffer>();
    const files = await hashTree(plan, read, options.signal, (file, bytes) => {
      blobs.set(file.path, gitBlobHash(bytes));
    });
    const name = basename(directory) || "root";
    const facts: SourceFacts = {
      source: `folder:${name}`,
      family: name.toLowerCase(),
      ...(await describeCheckout(directory, spec, plan, blobs, options)),
    };
    const missingSubmodules = findEmptySubmodules(directory, plan);
    const keyFor = (treeDigest: string): string =>
      cacheKey({ kind: "folder", facts, treeDigest, leftOut: plan.leftOut });
    const cached = findCachedTree(keyFor(digestTree(files)), spec, options);
    return cached ?? publishTree({ spec, plan, read, facts, missingSubmodules, keyFor }, options);
  });
}

/** Submodules that nobody has checked out. */
function findEmptySubmodules(directory: HostPath, plan: TreePlan): MissingSubmodule[] {
  if (!plan.files.some(({ path }) => path === ".gitmodules")) return [];
  return parseGitmodules(readFileSync(joinPath(directory, ".gitmodules"), "utf8"))
    .filter(({ path }) => !plan.files.some((file) => file.path.startsWith(`${path}/`)))
    .map(({ path, url = null }) => ({ path, url, problem: "its folder is empty" }));
}

function findFolder(spec: string): HostPath {
  const path = resolve(expandHome(spec));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return asHostPath(realpathSync(path));
  const what = found === undefined ? "there is no such folder" : "it is a file";
  throw new UsageError("unknown-source", `Cannot acquire ${spec}: ${what}.`, {
    hint: "Name a folder that holds a repository.",
  });
}

function expandHome(spec: string): string {
  return spec === "~" || spec.startsWith("~/") ? homedir() + spec.slice(1) : spec;
}

/**
 * The commit of a work tree when its files are the commit's, byte for byte, and all others are ignored by git. Git's own
 * `status` is not asked: it would run filters that the repository names.
 */
async function describeCheckout(
  directory: HostPath,
  spec: string,
  plan: TreePlan,
  blobs: ReadonlyMap<string, Buffer>,
  options: AcquireOptions,
): Promise<CommitFacts> {
  const gitDirectory = findGitDirectory(directory);
  if (gitDirectory === undefined || isGitDirectory(directory)) return NO_COMMIT;
  await using staging = createStagingDirectory(options.cacheDirectory);
  try {
    const location = parseGitSpec(`git+${directory}`);
    const refs = await listRefs(location, spec, options.signal);
    const head = refs.get("HEAD");
    if (head?.length !== 40) return NO_COMMIT;
    const repository = await GitRepository.create(
      repositoryFolder(staging.path),
      location,
      head.length,
      options.signal,
    );
    if (!(await isClean(repository, head, directory, plan, blobs))) return NO_COMMIT;
    return {
      commit: head,
      version: versionFromTags(head, refs, await repository.listAncestors(head)),
      date: await repository.readDate(head),
    };
  } catch (error) {
    // Whatever is wrong with its git directory, the folder's files are what was asked for.
    if (!(error instanceof DioramaError) || error.code === "interrupted") throw error;
    options.logger("warn", "checkout-not-described", { spec, reason: messageOf(error) });
    return NO_COMMIT;
  }
}

async function isClean(
  repository: GitRepository,
  commit: string,
  directory: HostPath,
  plan: TreePlan,
  blobs: ReadonlyMap<string, Buffer>,
): Promise<boolean> {
  const committed = planTree(
    (await repository.listTree(commit, commit)).filter(({ path }) => !isJunkPath(path)),
    commit,
  );
  const expected = new Map(committed.files.map((file) => [file.path, file]));
  const extra = plan.files.filter(({ path }) => !expected.has(path)).map(({ path }) => path);
  const isAsCommitted = plan.files.every((file) => {
    const original = expected.get(file.path);
    if (original === undefined) return true;
    return (
      original.isExecutable === file.isExecutable &&
      blobs.get(file.path)?.toString("hex") === original.content
    );
  });
  if (!isAsCommitted || plan.files.length - extra.length !== expected.size) return false;
  if (extra.length === 0) return true;
  const ignored = await repository.findIgnored(directory, extra);
  return extra.every((path) => ignored.has(path));
}

function isJunkPath(path: string): boolean {
  const parts = path.split("/");
  return parts.slice(0, -1).some((part) => isJunkFolder(part, [])) || isJunkFile(parts.at(-1) ?? "");
}

function gitBlobHash(bytes: Buffer): Buffer {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest();
}
