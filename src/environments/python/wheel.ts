import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

import { joinPath, sha256, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { EnvironmentFailure } from "../../spec/index.ts";
import type { Job, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import { listRegularFiles } from "../tree.ts";
import { optionsFor } from "./dates.ts";
import { contradicts } from "./declared-floors.ts";
import { categoryOfInstallerFailure } from "./installer-failures.ts";
import { UV_PATH } from "./installer.ts";
import type { BuiltWith } from "./lock-header.ts";
import { OLD_TOOLS } from "./old-tools.ts";
import { fieldOf, fieldsOf, parseMetadata, type MetadataFields } from "./metadata.ts";
import type { Requirement } from "./requirement.ts";

/** A wheel of the repository itself, as locks and later runs need it. */
export interface KeptWheel {
  /** The archive. */
  readonly path: HostPath;
  readonly fileName: string;
  readonly name: string;
  /** Digest over paths and contents of what it holds (times in the archive do not count). */
  readonly digest: string;
  readonly extras: readonly string[];
  /** Its requirements as its metadata lists them. */
  readonly requires: readonly string[];
}

/** A wheel that the repository's own build made, and its unpacked content. */
export interface BuiltWheel extends KeptWheel {
  /** Unpacked. */
  readonly directory: HostPath;
  readonly files: readonly RepositoryPath[];
  readonly metadataFolder: string;
  readonly metadata: MetadataFields;
}

const BUILD_TIMEOUT_MS = 600_000;

/** What the repository and its user decide of a build. */
export interface WheelRequest {
  /** Takes the place of a version that would come from version control. */
  readonly version: string | null;
  /** Variables that the user gave. */
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly interpreter: Toolchain;
  readonly builtWith: BuiltWith;
  /** What the repository's own build asks for. */
  readonly asked: readonly Requirement[];
  /** Folders of the packages that are built, `.` for the root. That one must be built; the build of another may fail. */
  readonly folders: readonly RepositoryPath[];
}

/** Builds wheels of the repository and unpacks them. `constraint` bounds what they are built with. */
export function planWheel(request: WheelRequest, constraint = ""): Job {
  const { version, env, interpreter, builtWith, folders } = request;
  const { buildNeeds, translated } = builtWith;
  const categoryOf = (outcome: CommandOutcome) => categoryOfInstallerFailure(outcome, "build_failed");
  const variables = { ...versionVariables(version ?? "0.0.0"), ...env };
  return {
    network: "registries",
    files: {
      "constraints.txt": [constraint, ...builtWith.builtWith].join("\n"),
      "needs.txt": buildNeeds.join("\n"),
    },
    commands(at) {
      const place = (name: string): string => at(joinPath(WORK_PATH, name));
      const python = buildNeeds.length === 0 ? interpreter.path : `${place("tools")}/bin/python`;
      const isolation = buildNeeds.length === 0 ? [] : ["--no-build-isolation"];
      const uv = at(UV_PATH);
      const bounds = ["--build-constraints", place("constraints.txt"), ...optionsFor(builtWith.versions)];
      const build = [uv, "build", "--wheel", "--no-sources", "--python", python, "--out-dir"];
      const install = [uv, "pip", "install", "--quiet", "--python", python, "-r", place("needs.txt")];
      const prepare = [
        [uv, "venv", "--quiet", "--python", interpreter.path, place("tools")],
        [...install, "--constraints", place("constraints.txt"), ...bounds],
        ...translated.map((path) => [python, "-m", "cython", at(joinPath(SOURCE_PATH, path))]),
      ];
      return [
        ...(buildNeeds.length === 0 ? [] : prepare).map((words) => ({
          words,
          timeoutMs: BUILD_TIMEOUT_MS,
          categoryOf,
        })),
        ...folders.flatMap((folder) => {
          const out = place(posix.join(placeOfBuild(folder), "dist"));
          const unpacked = place(posix.join(placeOfBuild(folder), "unpacked"));
          const isRoot = folder === ".";
          return [
            {
              words: [
                ...build,
                out,
                ...isolation,
                ...bounds,
                at(isRoot ? SOURCE_PATH : joinPath(SOURCE_PATH, folder)),
              ],
              timeoutMs: BUILD_TIMEOUT_MS,
              variables,
              categoryOf: isRoot ? categoryOf : () => undefined,
            },
            {
              words: [interpreter.path, "-I", "-S", "-c", UNPACK, out, unpacked],
              timeoutMs: 120_000,
              categoryOf: () => (isRoot ? ("build_failed" as const) : undefined),
            },
          ];
        }),
      ];
    },
  };
}

/** Where a build leaves what it made, in the job's work folder. */
function placeOfBuild(folder: RepositoryPath): string {
  return folder === "." ? "." : `members/${folder}`;
}

/** The same with older tools, where what the first build said tells that they would help. */
export function planAgain({ category, message }: EnvironmentFailure, request: WheelRequest): Job | undefined {
  const constraint = OLD_TOOLS.find(
    ([pattern, bound]) => pattern.test(message) && !contradicts(bound, request.asked),
  )?.[1];
  return category !== "build_failed" || constraint === undefined
    ? undefined
    : planWheel(request, `${constraint}\n`);
}

/** Unpacking happens in the sandbox: the archive was written by foreign code. */
const UNPACK = `
import os, sys, zipfile
folder, target = sys.argv[1:]
[wheel] = [name for name in sorted(os.listdir(folder)) if name.endswith(".whl")][:1]
zipfile.ZipFile(os.path.join(folder, wheel)).extractall(target)
`;

/** Reads what the build of a folder left. Only regular files count: a link would name a file of this machine. */
export function readBuiltWheel(job: HostPath, folder: RepositoryPath = "."): Step<BuiltWheel> {
  const work = folder === "." ? job : joinPath(job, placeOfBuild(folder));
  const left = existsSync(work) ? listRegularFiles(work) : [];
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
    requires: fieldsOf(metadata, "Requires-Dist"),
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
