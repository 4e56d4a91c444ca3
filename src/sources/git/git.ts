import { rmSync } from "node:fs";

import type { HostPath } from "../../base/index.ts";
import { withFileErrors } from "../file-errors.ts";
import type { AcquiredSource, AcquireOptions, SourceKind } from "../source.ts";
import { cacheKey, findCachedTree, makePartialFolder, publishTree } from "../tree-cache.ts";
import { planTree } from "../tree-plan.ts";
import { isGitDirectory, parseGitSpec, splitLocalSpec, type GitLocation } from "./location.ts";
import { findCommit, isFullObjectId, listRefs, missingRef, type RefTable } from "./remote-refs.ts";
import { GitRepository, repositoryFolder } from "./repository.ts";
import { redact } from "./run-git.ts";
import { versionFromTags } from "./tag-version.ts";

/** `git+URL@REF`, `github:OWNER/NAME@REF`, and the path of a git directory: a commit's files, written from its objects. */
export const git: SourceKind = { accepts, acquire };

function accepts(spec: string): boolean {
  if (/^(?:git\+|github:)/.test(spec)) return true;
  const path = splitLocalSpec(spec)?.path;
  return path !== undefined && isGitDirectory(path);
}

async function acquire(spec: string, options: AcquireOptions): Promise<AcquiredSource> {
  const location = parseGitSpec(spec);
  if (isFullObjectId(location.ref)) {
    const cached = findCachedTree(keyOf(location, location.ref), spec, options);
    if (cached !== undefined) return cached;
  }
  const refs = await listRefs(location, spec, options.signal);
  const named = findCommit(location.ref, refs);
  const cached = named === undefined ? undefined : findCachedTree(keyOf(location, named), spec, options);
  if (cached !== undefined) return cached;
  return withFileErrors(`bring ${redact(spec)} to ${options.cacheDirectory}`, async () => {
    const partial = makePartialFolder(options.cacheDirectory);
    try {
      return await extract({ spec, location, refs, id: named ?? location.ref, partial }, options);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  });
}

async function extract(
  request: {
    readonly spec: string;
    readonly location: GitLocation;
    readonly refs: RefTable;
    readonly id: string;
    readonly partial: HostPath;
  },
  options: AcquireOptions,
): Promise<AcquiredSource> {
  const { spec, location, refs, id, partial } = request;
  const { signal } = options;
  const idLength = refs.values().next().value?.length ?? 40;
  const isId = /^[0-9a-f]{4,64}$/.test(id);
  if (!isId) throw missingRef(location, spec, refs);
  const repository = await GitRepository.create(repositoryFolder(partial), location, idLength, signal);
  options.logger("info", "repository-fetching", { source: location.source, ref: location.ref });
  await repository.fetch(location, id);
  const commit = await repository.findCommit(id);
  if (commit === undefined) throw missingRef(location, spec, refs);
  const key = keyOf(location, commit);
  const cached = findCachedTree(key, spec, options);
  if (cached !== undefined) return cached;
  const plan = planTree(await repository.listTree(commit, redact(spec)), redact(spec));
  const facts = {
    source: location.source,
    family: location.family,
    commit,
    version: versionFromTags(commit, refs, await repository.listAncestors(commit)),
    date: await repository.readDate(commit),
  };
  return publishTree(
    { spec, plan, read: (ids) => repository.readBlobs(ids), facts, keyFor: () => key },
    options,
  );
}

function keyOf(location: GitLocation, commit: string): string {
  return cacheKey({ kind: "git", source: location.source, family: location.family, commit });
}
