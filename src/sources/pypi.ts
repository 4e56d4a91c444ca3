import { homedir } from "node:os";

import { createStagingDirectory, findNearestName, UsageError, type StagingDirectory } from "../base/index.ts";
import { ARCHIVE_ENDINGS, unpackArchive } from "./archive/unpack.ts";
import { withoutRoot } from "./archive/without-root.ts";
import { withFileErrors } from "./file-errors.ts";
import { readIndexConfiguration, type PackageIndexConfiguration } from "./python-index/configuration.ts";
import type { IndexFile } from "./python-index/index-page.ts";
import { downloadIndexFile, listIndexFiles } from "./python-index/listing.ts";
import { isPackageName, normalizePackageName } from "./python-index/package-name.ts";
import { comparePythonVersions, parsePythonVersion, type PythonVersion } from "./python-index/version.ts";
import type { AcquiredSource, AcquireOptions, SourceKind } from "./source.ts";
import { cacheKey, findCachedTree, publishTree, type SourceFacts } from "./tree-cache.ts";
import { TREE_LIMITS } from "./tree-limits.ts";
import { planTree } from "./tree-plan.ts";

/** `pypi:NAME@VERSION`: the source distribution of a package, unpacked and never built. */
export const pypi: SourceKind = {
  accepts: (spec) => spec.startsWith("pypi:"),
  acquire: (spec, options) => acquireFromIndex(spec, options, readIndexConfiguration(process.env, homedir())),
};

/** A source distribution on an index. */
interface Release {
  readonly version: PythonVersion;
  readonly file: IndexFile;
}

/**
 * Acquires from given indexes. Without a version: the newest final one that is not yanked. Throws `bad-source`,
 * `unknown-package`, `missing-version`, `no-source-distribution`, and what downloading and unpacking throw.
 */
export async function acquireFromIndex(
  spec: string,
  options: AcquireOptions,
  configuration: PackageIndexConfiguration,
): Promise<AcquiredSource> {
  const { name, version } = parseSpec(spec);
  if (version !== undefined) {
    const cached = findCachedTree(keyOf(name, version.text, configuration), spec, options);
    if (cached !== undefined) return cached;
  }
  const release = chooseRelease(
    spec,
    name,
    version,
    await listIndexFiles(name, configuration, options.signal),
  );
  const key = keyOf(name, release.version.text, configuration);
  const cached = version === undefined ? findCachedTree(key, spec, options) : undefined;
  if (cached !== undefined) return cached;
  if (release.file.isYanked) options.logger("warn", "release-yanked", { filename: release.file.filename });
  options.logger("info", "source-downloading", { filename: release.file.filename });
  const archive = await downloadIndexFile(release.file, configuration, options);
  return withFileErrors(`unpack ${release.file.filename} in ${options.cacheDirectory}`, async () => {
    await using staging = createStagingDirectory(options.cacheDirectory);
    const facts = factsOf(name, release);
    return await unpackAndPublish({ spec, key, archive, staging, facts }, release, options);
  });
}

async function unpackAndPublish(
  download: {
    readonly spec: string;
    readonly key: string;
    readonly archive: Buffer;
    readonly staging: StagingDirectory;
    readonly facts: SourceFacts;
  },
  release: Release,
  options: AcquireOptions,
): Promise<AcquiredSource> {
  const { spec, key, archive, staging, facts } = download;
  const contents = staging.folder("contents");
  const { filename } = release.file;
  const { entries, read } = await unpackArchive(filename, archive, contents, TREE_LIMITS);
  const plan = planTree(withoutRoot(entries), filename);
  return publishTree({ spec, plan, read, facts, keyFor: () => key }, options);
}

function parseSpec(spec: string): { readonly name: string; readonly version: PythonVersion | undefined } {
  const [name = "", text, ...rest] = spec.slice("pypi:".length).split(/@|==/);
  const version = text === undefined ? undefined : parsePythonVersion(text);
  const isVersionBad = rest.length > 0 || (text !== undefined && version === undefined);
  if (isPackageName(name) && !isVersionBad) return { name: normalizePackageName(name), version };
  const found = isPackageName(name) ? `"${text ?? ""}" is no version` : `"${name}" is no package name`;
  throw new UsageError("bad-source", `Cannot read the source "${spec}": ${found}.`, {
    hint: "Write pypi:NAME or pypi:NAME@VERSION, for example pypi:six@1.16.0.",
  });
}

function keyOf(name: string, version: string, configuration: PackageIndexConfiguration): string {
  const { indexUrl, extraIndexUrls, findLinks } = configuration;
  return cacheKey({ kind: "pypi", name, version, indexes: [indexUrl, ...extraIndexUrls, ...findLinks] });
}

function factsOf(name: string, release: Release): SourceFacts {
  const uploaded = release.file.uploaded === undefined ? Number.NaN : Date.parse(release.file.uploaded);
  return {
    source: `pypi:${name}@${release.version.text}`,
    family: name,
    commit: null,
    version: release.version.text,
    date: Number.isNaN(uploaded) ? null : new Date(uploaded).toISOString(),
  };
}

function chooseRelease(
  spec: string,
  name: string,
  wanted: PythonVersion | undefined,
  files: readonly IndexFile[],
): Release {
  if (files.length === 0)
    throw new UsageError(
      "unknown-package",
      `Cannot acquire ${spec}: the configured indexes have no package "${name}".`,
      {
        hint: "Check the name, and the index that pip or uv is configured for.",
      },
    );
  const releases = files.flatMap((file) => parseRelease(name, file) ?? []);
  const version = wanted ?? newestFirst(releases)[0]?.version;
  const best = releases
    .filter((release) => version !== undefined && comparePythonVersions(release.version, version) === 0)
    .sort((a, b) => preference(a) - preference(b))[0];
  if (best !== undefined) return best;
  throw noRelease(spec, wanted, files, releases);
}

function noRelease(
  spec: string,
  wanted: PythonVersion | undefined,
  files: readonly IndexFile[],
  releases: readonly Release[],
): UsageError {
  const known = [...new Set(newestFirst(releases).map(({ version }) => version.text))];
  const isWheelOnly =
    known.length === 0 || (wanted !== undefined && files.some(({ filename }) => isWheelOf(filename, wanted)));
  const has =
    known.length === 0
      ? "none at all"
      : `for ${known.slice(0, 5).join(", ")}${known.length > 5 ? ", …" : ""}`;
  if (isWheelOnly)
    return new UsageError(
      "no-source-distribution",
      `Cannot acquire ${spec}: the index has only built files of it; source distributions: ${has}.`,
      { hint: "Name its git repository instead: git+URL@REF or github:OWNER/NAME@REF." },
    );
  const nearest = wanted === undefined ? undefined : findNearestName(wanted.text, known);
  return new UsageError(
    "missing-version",
    `Cannot acquire ${spec}: the index has no such version; source distributions: ${has}.`,
    { hint: nearest === undefined ? "Choose one of these." : `Did you mean ${nearest}?` },
  );
}

function isWheelOf(filename: string, wanted: PythonVersion): boolean {
  const version = filename.endsWith(".whl") ? parsePythonVersion(filename.split("-")[1] ?? "") : undefined;
  return version !== undefined && comparePythonVersions(version, wanted) === 0;
}

/** `NAME-VERSION.ENDING`, where both the name and the version may hold a `-`. */
function parseRelease(name: string, file: IndexFile): Release | undefined {
  const ending = ARCHIVE_ENDINGS.find((known) => file.filename.endsWith(known));
  if (ending === undefined) return undefined;
  const stem = file.filename.slice(0, -ending.length);
  for (let at = stem.indexOf("-"); at >= 0; at = stem.indexOf("-", at + 1)) {
    if (normalizePackageName(stem.slice(0, at)) !== name) continue;
    const version = parsePythonVersion(stem.slice(at + 1));
    if (version !== undefined) return { version, file };
  }
  return undefined;
}

/** Final releases before others, newer before older, without yanked ones. */
function newestFirst(releases: readonly Release[]): Release[] {
  return releases
    .filter(({ file }) => !file.isYanked)
    .sort(
      (a, b) =>
        Number(b.version.isFinal) - Number(a.version.isFinal) || comparePythonVersions(b.version, a.version),
    );
}

/** Of one version's archives the one that takes the least to unpack, yanked ones last. */
function preference({ file }: Release): number {
  const rank = ARCHIVE_ENDINGS.findIndex((known) => file.filename.endsWith(known));
  return rank + (file.isYanked ? ARCHIVE_ENDINGS.length : 0);
}
