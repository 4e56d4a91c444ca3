import { joinPath, type HostPath } from "../../base/index.ts";
import type { BuildPlan, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { planLockBuild, type LockBuild } from "../lock-build.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { listRegularFiles } from "../tree.ts";
import { artifactLocks, type ArtifactLock, type MavenCall } from "./artifact-lock.ts";

const RESOLUTION_TIMEOUT_MS = 1_200_000;
const MAX_BYTES = 64 * 2 ** 20;

/** How a tree's artifacts are found out. */
export interface ArtifactRequest {
  readonly call: MavenCall;
  /** The release of Maven that is fetched; undefined: that of the machine. */
  readonly maven: string | undefined;
  /** Options of the user's own, which say what is tested. */
  readonly options: readonly string[];
}

/** Finds out what compiling a tree and running its tests needs, by doing so but for the tests themselves. With a lock nothing is found out. */
export function planArtifacts(
  files: RepositoryFiles,
  request: ArtifactRequest,
  toolchain: Toolchain,
  known: string | undefined,
): BuildPlan {
  const { call, maven, options } = request;
  const build: LockBuild<ArtifactLock> = {
    what: "the artifacts that compiling and testing need",
    job: scriptJob(guestsOf("java"), {
      name: "resolve-artifacts.sh",
      words: options,
      network: "registries",
      timeoutMs: RESOLUTION_TIMEOUT_MS,
      files: { call: formatCall(call) },
      variables: (at) => ({
        JAVA: toolchain.path,
        SOURCE: at(SOURCE_PATH),
        WORK: at(WORK_PATH),
        ...(maven === undefined ? {} : { MAVEN_VERSION: maven }),
      }),
      otherwise: "build_failed",
    }),
    form: artifactLocks,
    read: (work) => readResolved(work, request),
    treeFiles: () => ({}),
  };
  const plan = planLockBuild(build, files, known);
  return { ...plan, decidedBy: { ...request } };
}

/** As our scripts read it: a word a line, the phase last; the level in the word before, and before that packages that are opened, releases in place of snapshots, artifacts that are added, the compiler's plug-in, whether the tree is committed and whether all modules are told the level. */
export function formatCall({
  options,
  phase,
  level,
  left_out: leftOut = [],
  released = [],
  opened = [],
  added = [],
  compiler_plugin: compiler,
  committed = false,
  level_everywhere: isEverywhere = false,
}: MavenCall): string {
  const projects = leftOut.length === 0 ? [] : [`--projects=${leftOut.map((id) => `!:${id}`).join(",")}`];
  const releases = released.map((version) => `released ${version}`);
  const packages = opened.map((name) => `opened ${name}`);
  return [
    ...options,
    ...projects,
    ...packages,
    ...releases,
    ...added.map((artifact) => `added ${artifact}`),
    ...(compiler === undefined ? [] : [`compiler ${compiler}`]),
    ...(committed ? ["committed"] : []),
    ...(isEverywhere ? ["everywhere"] : []),
    `level ${level ?? ""}`,
    phase,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function readResolved(work: HostPath, { call, maven }: ArtifactRequest): Step<ArtifactLock> {
  const text = (name: string): string => readForeignText(joinPath(work, name), MAX_BYTES);
  const artifacts = text("artifacts")
    .split("\n")
    .flatMap((line): [string, string][] => {
      const [, digest, path] = /^([0-9a-f]{64}) [ *]\.\/(.+)$/.exec(line) ?? [];
      return digest === undefined || path === undefined ? [] : [[path, digest]];
    });
  if (artifacts.length === 0) return failed("resolution_failed", "Maven fetched nothing.");
  const folder = joinPath(work, "metadata");
  const metadata = listRegularFiles(folder).map((path): [string, string] => [
    path,
    readForeignText(joinPath(folder, path), MAX_BYTES),
  ]);
  const digest = text("maven.sha256").split(" ")[0] ?? "";
  return made({
    format: "maven-artifacts/1",
    maven: maven === undefined ? null : { version: maven, sha256: digest },
    call,
    artifacts: Object.fromEntries(artifacts),
    metadata: Object.fromEntries(metadata),
  });
}
