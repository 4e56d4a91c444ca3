import { createStagingDirectory, type HostPath } from "../../base/index.ts";
import { withFileErrors } from "../file-errors.ts";
import type { AcquiredSource, AcquireOptions, SourceKind } from "../source.ts";
import { cacheKey, findCachedTree, publishTree } from "../tree-cache.ts";
import { planTree } from "../tree-plan.ts";
import { isGitDirectory, parseGitSpec, splitLocalSpec, type GitLocation } from "./location.ts";
import { findCommit, isFullObjectId, listRefs, missingRef, type RefTable } from "./remote-refs.ts";
import { GitRepository, repositoryFolder } from "./repository.ts";
import { redact } from "./run-git.ts";
import { listWholeTree } from "./submodules.ts";
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
  const keyOf = (commit: string): string => treeKey(location, commit, options);
  if (isFullObjectId(location.ref)) {
    const cached = findCachedTree(keyOf(location.ref), spec, options);
    if (cached !== undefined) return cached;
  }
  const refs = await listRefs(location, spec, options.signal);
  const named = findCommit(location.ref, refs);
  const cached = named === undefined ? undefined : findCachedTree(keyOf(named), spec, options);
  if (cached !== undefined) return cached;
  return withFileErrors(`bring ${redact(spec)} to ${options.cacheDirectory}`, async () => {
    await using staging = createStagingDirectory(options.cacheDirectory);
    const request = { spec, location, refs, id: named ?? location.ref, partial: staging.path };
    return await extract(request, options);
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
  const key = treeKey(location, commit, options);
  const cached = findCachedTree(key, spec, options);
  if (cached !== undefined) return cached;
  const what = redact(spec);
  const { entries, missing, read } = await listWholeTree(
    { repository, location, commit, what, partial },
    options,
  );
  const facts = {
    source: location.source,
    family: location.family,
    commit,
    version: await findVersion(repository, location, { commit, refs }),
    date: await repository.readDate(commit),
  };
  // A tree that lacks what was asked for is nobody's to find again.
  const lacking = options.submodules === true ? missing : [];
  const absent = entries.flatMap((entry) =>
    entry.kind === "left-out" && entry.reason === "not_fetched" ? [entry.path] : [],
  );
  const isWhole = lacking.length === 0 && absent.length === 0;
  const keyFor = (): string => (isWhole ? key : cacheKey({ key, missing: lacking, absent }));
  const plan = planTree(entries, what);
  return publishTree({ spec, plan, read, facts, missingSubmodules: missing, keyFor }, options);
}

/** The version that tags give a commit, by what was before it where none is its own. */
async function findVersion(
  repository: GitRepository,
  location: GitLocation,
  { commit, refs }: { readonly commit: string; readonly refs: RefTable },
): Promise<string | null> {
  const own = versionFromTags(commit, refs, []);
  if (own !== null || ![...refs.keys()].some((name) => name.startsWith("refs/tags/"))) return own;
  await repository.fetchHistory(location, commit);
  return versionFromTags(commit, refs, await repository.listAncestors(commit));
}

function treeKey(
  { source, family }: GitLocation,
  commit: string,
  { submodules }: Pick<AcquireOptions, "submodules">,
): string {
  return cacheKey({ kind: "git", source, family, commit, submodules: submodules === true });
}
