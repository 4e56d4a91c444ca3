import { homedir } from "node:os";

import {
  createStagingDirectory,
  DioramaError,
  findNearestName,
  UsageError,
  type StagingDirectory,
} from "../../base/index.ts";
import { unpackArchive, type UnpackedArchive } from "../archive/unpack.ts";
import { withoutRoot } from "../archive/without-root.ts";
import { withFileErrors } from "../file-errors.ts";
import { git } from "../git/git.ts";
import { anonymous, readIndexConfiguration } from "../python-index/configuration.ts";
import { fetchFromIndex } from "../python-index/http-get.ts";
import type { AcquiredSource, AcquireOptions, SourceKind } from "../source.ts";
import { cacheKey, findCachedTree, publishTree, type SourceFacts } from "../tree-cache.ts";
import { TREE_LIMITS } from "../tree-limits.ts";
import { planTree, type TreePlan } from "../tree-plan.ts";
import { matchesIntegrity } from "./integrity.ts";
import {
  fetchPackageDocument,
  manifestOf,
  type NpmAccess,
  type PackageDocument,
  type PackageManifest,
} from "./package-document.ts";
import { repositoryOf } from "./package-repository.ts";
import { carriesTests } from "./packed-tests.ts";
import { NPM_REGISTRY, npmRegistry } from "./registry.ts";

/** `npm:NAME@VERSION`: a package where it carries its sources and tests, else the commit of its repository that it was packed at. */
export const npm: SourceKind = {
  accepts: (spec) => spec.startsWith("npm:"),
  acquire: (spec, options) =>
    acquireFromNpm(spec, options, {
      registry: npmRegistry(homedir(), process.env),
      configuration: readIndexConfiguration(process.env, homedir()),
    }),
};

/** A version of a package. */
interface Release {
  readonly spec: string;
  readonly name: string;
  readonly manifest: PackageManifest;
  readonly date: string | null;
}

/**
 * Acquires from a given registry; without a version the one that it calls `latest`. Throws `bad-source`, `unknown-package`, `missing-version`, `no-sources`,
 * `other-content`, and what asking, unpacking and git throw.
 */
export async function acquireFromNpm(
  spec: string,
  options: AcquireOptions,
  access: NpmAccess,
): Promise<AcquiredSource> {
  const { name, version } = parseSpec(spec);
  const keyOf = (one: string): string =>
    cacheKey({ kind: "npm", name, version: one, registry: access.registry });
  const cached = version === undefined ? undefined : findCachedTree(keyOf(version), spec, options);
  if (cached !== undefined) return cached;
  const document = await fetchPackageDocument(name, access, options.signal);
  const release = chooseRelease(spec, name, version, document);
  const key = keyOf(release.manifest.version);
  const found = findCachedTree(key, spec, options);
  if (found !== undefined) return found;
  const archive = await download(release, access, options);
  return await withFileErrors(`unpack ${spec} in ${options.cacheDirectory}`, async () => {
    await using staging = createStagingDirectory(options.cacheDirectory);
    const { plan, read } = await unpack(release, archive, staging);
    if (!carriesTests(plan.files.map(({ path }) => path)))
      return await acquireRepository(release, plan, options);
    return await publishTree({ spec, plan, read, facts: factsOf(release), keyFor: () => key }, options);
  });
}

function parseSpec(spec: string): { readonly name: string; readonly version: string | undefined } {
  const [, name, version] = /^npm:((?:@[\w.~-]+\/)?[A-Za-z0-9_][\w.~-]*)(?:@([\w.+-]+))?$/.exec(spec) ?? [];
  if (name !== undefined) return { name, version };
  throw new UsageError("bad-source", `Cannot read the source "${spec}": it names no package and version.`, {
    hint: "Write npm:NAME or npm:NAME@VERSION, for example npm:ms@2.1.3 or npm:@types/node@24.0.0.",
  });
}

/** A version may be named by a tag of the registry's (`latest`, `next`). */
function chooseRelease(
  spec: string,
  name: string,
  wanted: string | undefined,
  document: PackageDocument,
): Release {
  const { "dist-tags": tags, versions, time } = document;
  const version = wanted !== undefined && Object.hasOwn(versions, wanted) ? wanted : tags[wanted ?? "latest"];
  const manifest = version === undefined ? undefined : manifestOf(document, version);
  if (manifest !== undefined) {
    const uploaded = time[manifest.version];
    const date = typeof uploaded === "string" ? Date.parse(uploaded) : Number.NaN;
    return { spec, name, manifest, date: Number.isNaN(date) ? null : new Date(date).toISOString() };
  }
  const known = Object.keys(versions).reverse();
  const nearest = wanted === undefined ? undefined : findNearestName(wanted, known);
  const has = known.length === 0 ? "none" : `${known.slice(0, 5).join(", ")}${known.length > 5 ? ", …" : ""}`;
  throw new UsageError(
    "missing-version",
    `Cannot acquire ${spec}: the registry has no such version; it has ${has}.`,
    { hint: nearest === undefined ? "Choose one of these." : `Did you mean ${nearest}?` },
  );
}

async function download(
  { spec, manifest: { dist } }: Release,
  { registry, configuration }: NpmAccess,
  { logger, signal }: AcquireOptions,
): Promise<Buffer> {
  // Mirrors often name npm's own registry still; npm asks the configured one then, too.
  const url = dist.tarball.replace(NPM_REGISTRY, registry);
  logger("info", "source-downloading", { url });
  const maxBytes = TREE_LIMITS.bytes;
  const response = await fetchFromIndex(url, anonymous(configuration), { maxBytes, signal });
  if (response.status === "missing")
    throw new UsageError("missing-version", `Cannot acquire ${spec}: the registry has lost its package.`, {
      hint: "Take another version, or name its git repository: git+URL@REF.",
    });
  const matches = matchesIntegrity(response.body, dist);
  if (matches === true) return response.body;
  throw new DioramaError(
    "other-content",
    matches === false
      ? `Cannot acquire ${spec}: its package is not what the registry announced (dist.integrity).`
      : `Cannot acquire ${spec}: the registry announces no hash of its package.`,
    {
      hint: "Do not use it. Check the registry that npm is configured for, or name its git repository: git+URL@REF.",
    },
  );
}

async function unpack(
  { spec }: Release,
  archive: Buffer,
  staging: StagingDirectory,
): Promise<{ readonly plan: TreePlan; readonly read: UnpackedArchive["read"] }> {
  const { entries, read } = await unpackArchive(
    "package.tgz",
    archive,
    staging.folder("contents"),
    TREE_LIMITS,
  );
  return { plan: planTree(withoutRoot(entries), spec), read };
}

function factsOf({ name, manifest: { version }, date }: Release): SourceFacts {
  return { source: `npm:${name}@${version}`, family: name, commit: null, version, date };
}

/** The tree that a package was packed from. */
async function acquireRepository(
  { spec, name, manifest }: Release,
  { files }: TreePlan,
  options: AcquireOptions,
): Promise<AcquiredSource> {
  const repository = repositoryOf(manifest);
  const { version } = manifest;
  const lacks = `Cannot acquire ${spec}: its package has ${files.length} files, no sources with tests among them`;
  if (repository === undefined)
    throw new UsageError("no-sources", `${lacks}, and names no git repository.`, {
      hint: "Name its git repository instead: git+URL@REF or github:OWNER/NAME@REF.",
    });
  const refs = [repository.commit, `v${version}`, version, `${name}@${version}`].flatMap((ref) => ref ?? []);
  for (const ref of refs) {
    try {
      return { ...(await git.acquire(`git+${repository.url}@${ref}`, options)), spec };
    } catch (error) {
      // A commit that nobody can have any more: of a branch that was rewritten, or of somebody's copy.
      if (!(error instanceof DioramaError) || !["missing-ref", "git-failed"].includes(error.code))
        throw error;
    }
  }
  const commit = repository.commit === undefined ? "names no commit" : "names a commit that is not there";
  throw new UsageError(
    "no-sources",
    `${lacks}; it ${commit} in ${repository.url}, and no tag there is called for its version.`,
    { hint: `Choose a commit of it: git+${repository.url}@REF.` },
  );
}
