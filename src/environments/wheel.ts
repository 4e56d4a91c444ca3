import { readFileSync, writeFileSync } from "node:fs";

import { asSandboxPath, joinPath, sha256, type HostPath, type RepositoryPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import { categoryOfInstallerFailure, failed, failedCommand, made, succeeded, type Step } from "./failures.ts";
import { startInstallMachine, WORK_PATH, type InstallMachine, type Installer } from "./installer.ts";
import { writable } from "./machine.ts";
import { fieldOf, fieldsOf, parseMetadata, type MetadataFields } from "./python/metadata.ts";
import type { StagingDirectory } from "./staging.ts";
import { listRegularFiles, materialiseTree } from "./tree.ts";

/** A wheel that the repository's own build made, and its unpacked content. */
export interface BuiltWheel {
  /** The archive. */
  readonly path: HostPath;
  readonly fileName: string;
  /** Digest over paths and contents of what it holds (times in the archive do not count). */
  readonly digest: string;
  /** Unpacked. */
  readonly directory: HostPath;
  readonly files: readonly RepositoryPath[];
  readonly metadataFolder: string;
  readonly metadata: MetadataFields;
  readonly name: string;
  readonly extras: readonly string[];
}

const BUILD_TIMEOUT_MS = 600_000;
const SOURCE_PATH = asSandboxPath("/diorama/source");

/** What a build that needs another attempt tells, and the constraint that helps: setuptools before it dropped it. */
const OLD_SETUPTOOLS: readonly (readonly [RegExp, string])[] = [
  [/use_2to3/, "setuptools<58"],
  [/No module named 'pkg_resources'|pkg_resources/, "setuptools<81"],
  [
    /License classifiers have been superseded|Invalid dash-separated|test_suite|tests_require/,
    "setuptools<77",
  ],
];

/**
 * Builds the repository in a sandbox, from a copy, with only the registries to be reached. Version numbers that would come
 * from version control are those of the source's record.
 */
export async function buildWheel(
  acquired: AcquiredSource,
  installer: Installer,
  staging: StagingDirectory,
): Promise<Step<BuiltWheel>> {
  const first = await buildOnce(acquired, installer, staging, undefined);
  if (first.status === "made" || first.failure.category !== "build_failed") return first;
  const { message } = first.failure;
  const constraint = OLD_SETUPTOOLS.find(([pattern]) => pattern.test(message))?.[1];
  if (constraint === undefined) return first;
  const second = await buildOnce(acquired, installer, staging, constraint);
  return second.status === "made" ? second : first;
}

async function buildOnce(
  acquired: AcquiredSource,
  installer: Installer,
  staging: StagingDirectory,
  constraint: string | undefined,
): Promise<Step<BuiltWheel>> {
  const suffix = constraint === undefined ? "" : "-constrained";
  const source = staging.folder(`source${suffix}`);
  const work = staging.folder(`build${suffix}`);
  await materialiseTree(acquired, undefined, source);
  writeFileSync(joinPath(work, "constraints.txt"), constraint === undefined ? "" : `${constraint}\n`);
  {
    await using machine = await startInstallMachine(installer, work, [writable(source, SOURCE_PATH)]);
    const problem = await runBuild(machine, installer, {
      ...versionVariables(acquired.repository.version ?? "0.0.0"),
      ...installer.options.requested?.env,
    });
    if (problem !== undefined) return problem;
  }
  return readBuiltWheel(work);
}

async function runBuild(
  machine: InstallMachine,
  { interpreter }: Installer,
  variables: Readonly<Record<string, string>>,
): Promise<Step<never> | undefined> {
  const out = machine.resolve(joinPath(WORK_PATH, "dist"));
  const built = await machine.run(
    [
      machine.uv,
      "build",
      "--wheel",
      "--no-sources",
      "--python",
      interpreter.path,
      "--out-dir",
      out,
      "--build-constraints",
      machine.resolve(joinPath(WORK_PATH, "constraints.txt")),
      machine.resolve(SOURCE_PATH),
    ],
    { timeoutMs: BUILD_TIMEOUT_MS, variables },
  );
  if (!succeeded(built)) return failedCommand(categoryOfInstallerFailure(built, "build_failed"), built);
  const unpacked = await machine.run(
    [interpreter.path, "-I", "-S", "-c", UNPACK, out, machine.resolve(joinPath(WORK_PATH, "unpacked"))],
    { timeoutMs: 120_000 },
  );
  return succeeded(unpacked) ? undefined : failedCommand("build_failed", unpacked);
}

/** Unpacking happens in the sandbox: the archive was written by foreign code. */
const UNPACK = `
import os, sys, zipfile
folder, target = sys.argv[1:]
[wheel] = [name for name in sorted(os.listdir(folder)) if name.endswith(".whl")][:1]
zipfile.ZipFile(os.path.join(folder, wheel)).extractall(target)
`;

/** Reads what the build left. Only regular files count: a link would name a file of this machine. */
function readBuiltWheel(work: HostPath): Step<BuiltWheel> {
  const left = listRegularFiles(work);
  const archive = left.find((path) => /^dist\/[^/]+\.whl$/.test(path));
  const header = left.find((path) => /^unpacked\/[^/]+\.dist-info\/METADATA$/.test(path));
  const metadata = header === undefined ? [] : parseMetadata(readFileSync(joinPath(work, header), "utf8"));
  const name = fieldOf(metadata, "Name");
  if (archive === undefined || header === undefined || name === undefined)
    return failed("build_failed", "The build ended well, but its wheel has no metadata.");
  const directory = joinPath(work, "unpacked");
  const files = listRegularFiles(directory);
  return made({
    path: joinPath(work, archive),
    fileName: archive.slice("dist/".length),
    digest: sha256(
      files
        .filter((path) => !path.endsWith(".dist-info/RECORD"))
        .map((path) => `${path}\0${sha256(readFileSync(joinPath(directory, path)))}\n`)
        .join(""),
    ),
    directory,
    files,
    metadataFolder: header.split("/")[1] ?? "",
    metadata,
    name,
    extras: fieldsOf(metadata, "Provides-Extra"),
  });
}

/** Variables by which build tools that ask version control take a version instead. */
function versionVariables(version: string): Record<string, string> {
  return {
    SETUPTOOLS_SCM_PRETEND_VERSION: version,
    PBR_VERSION: version,
    PDM_BUILD_SCM_VERSION: version,
    POETRY_DYNAMIC_VERSIONING_BYPASS: version,
    UV_DYNAMIC_VERSIONING_BYPASS: version,
  };
}
