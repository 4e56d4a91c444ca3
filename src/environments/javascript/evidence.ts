import type { RepositoryPath } from "../../base/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type {
  Advice,
  AdviceFacts,
  Evidence,
  EvidenceItem,
  Remedy,
  RemedyReason,
  TestPlan,
} from "../build-system.ts";
import { planFoundLock } from "../lock-build.ts";
import { openRepositoryFiles, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnToolchain } from "../tool-advice.ts";
import { editTools, toolchainsOf, type ToolChoices } from "../tool-editing.ts";
import { askForOlder, type AskedVersions } from "./asked-versions.ts";
import { editedFields } from "./edited-fields.ts";
import { leaveOutIdle } from "./idle-workspaces.ts";
import { useLegacyOpenSsl } from "./legacy-openssl.ts";
import { setLockAside } from "./lock-aside.ts";
import { isInRange } from "./node-range.ts";
import { askedReleases, chooseNode, type AskedReleases } from "./node-releases.ts";
import { raiseGracefulFs } from "./overrides.ts";
import {
  dependenciesOf,
  findForeignTools,
  findWorkspaces,
  isSource,
  isTestFile,
  lineOfKey,
  manifestPath,
  readManifest,
  type DeclaredTool,
} from "./package-files.ts";
import { enginesOfPackages, useNodeOfPackages } from "./package-engines.ts";
import { choosePackageManager, type PackageManager } from "./package-manager.ts";
import { planPackages } from "./resolve-packages.ts";
import { findTapPlugins } from "./tap-plugins.ts";
import { leaveOutUnused } from "./unused-tools.ts";
import { findTests, planTests, planTrial, type FoundTests } from "./test-plan.ts";

/** Reads a tree as packages of npm; undefined where there is no manifest at its root, or where it is more of another language. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((path) => isSource(path) && !path.includes("node_modules/"));
  const others = files.paths.filter((path) => /\.(?:c|cc|cpp|h|py|java|kt)$/.test(path));
  if (!files.has("package.json") || sources.length === 0 || others.length > sources.length) return undefined;
  const read = {
    files,
    sources,
    user: requested,
    leftOut: [],
    isLockAside: false,
    overrides: {},
    idle: [],
    variables: {},
  };
  return describe(read, requested, {});
}

/** What was read of a tree. */
interface Read {
  readonly files: RepositoryFiles;
  readonly sources: readonly RepositoryPath[];
  readonly user: EnvironmentRequest;
  /** Development dependencies that are not installed. */
  readonly leftOut: readonly DeclaredTool[];
  /** Packages of the workspace whose dependencies are not installed. */
  readonly idle: readonly RepositoryPath[];
  /** True where what the lock file names is found out anew. */
  readonly isLockAside: boolean;
  /** Versions of packages wherever they are installed. */
  readonly overrides: AskedVersions;
  /** Of all programs. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What a remedy puts in the place of what was read or chosen. */
type Change = Partial<Omit<Read, "files" | "sources" | "user">> & Pick<ToolChoices, "release" | "versions">;

/** What makes a manifest one of a package: others only name tools for something else that the tree is. */
const OF_PACKAGES = ["main", "module", "exports", "bin", "types", "workspaces", "dependencies", "scripts"];

function isPackage(files: RepositoryFiles): boolean {
  const manifest = readManifest(files);
  return OF_PACKAGES.some((key) => key in manifest);
}

function describe(read: Read, requested: EnvironmentRequest, choices: ToolChoices): Evidence {
  const { files, sources, user, leftOut, idle, isLockAside, overrides, variables } = read;
  const manager = choosePackageManager(files);
  const asked = askedReleases(files);
  const found = findTests(files);
  const testFiles = sources.filter(isTestFile);
  const tests = planTests(found, files, requested.test_command);
  const { lockFile } = manager;
  const remedyOf = ({ what, failure, sign, goesBy, ...change }: RemedyReason & Change): Remedy => {
    const { release = choices.release, versions = choices.versions, ...changed } = change;
    const adjusted = describe({ ...read, ...changed }, requested, { ...choices, release, versions });
    return { what, failure, sign, goesBy, changesInstallation: true, adjusted };
  };
  return {
    isDeclared: testFiles.length > 0 || found !== undefined || isPackage(files),
    sourceFiles: sources.length,
    items: describeItems(files, manager, asked, found, testFiles),
    summary: {
      requires: asked.declared[0]?.range,
      isBuilt: true,
      requirements: [...dependenciesOf(readManifest(files)).keys()],
      extras: [],
      testFiles: testFiles.length,
    },
    chooseToolchain(known) {
      const possible = toolchainsOf(choices.release, known);
      return possible.status === "failed"
        ? possible
        : chooseNode(possible.value, asked, enginesOfPackages(files, manager));
    },
    planBuild: (toolchain, known) =>
      planPackages({ ...read, versions: choices.versions, manager, toolchain, known }),
    planLocks: (built) => planFoundLock("the packages that were found", built),
    planTrial: () => planTrial(files, tests),
    variables,
    advise: (facts) => advise(facts, asked, tests),
    remedies: (trouble) =>
      // What was changed already stays as it is.
      [
        ...(Object.keys(overrides).length > 0 ? [] : raiseGracefulFs(trouble, files, lockFile)),
        ...("NODE_OPTIONS" in { ...variables, ...requested.env } ? [] : useLegacyOpenSsl(trouble)),
        ...(choices.release === undefined ? useNodeOfPackages(trouble, files, { manager, asked }) : []),
        ...askForOlder(trouble, files, lockFile, choices.versions),
        ...(isLockAside ? [] : setLockAside(trouble, files, lockFile)),
        ...(idle.length > 0 ? [] : leaveOutIdle(trouble, files, sources, tests)),
        ...(leftOut.length > 0 ? [] : leaveOutUnused(trouble, files, sources, tests)),
      ].map(remedyOf),
    editing: editTools({
      fields: editedFields(files, sources),
      choices,
      requested,
      user,
      remake: (changed, chosen) => describe(read, changed, chosen),
      ownTests: [planTests(found, files, user.test_command)].flatMap((plan) => plan ?? []),
      testFiles: [],
    }),
  };
}

function describeItems(
  files: RepositoryFiles,
  { item }: PackageManager,
  { declared, tried }: AskedReleases,
  found: FoundTests | undefined,
  testFiles: readonly RepositoryPath[],
): EvidenceItem[] {
  const workspaces = findWorkspaces(files).length;
  const isOfPnpm = files.has("pnpm-workspace.yaml");
  const workspace = {
    path: isOfPnpm ? "pnpm-workspace.yaml" : "package.json",
    line: isOfPnpm ? 1 : lineOfKey(files, "package.json", "workspaces"),
    says: `a workspace of ${workspaces} packages`,
  };
  return [
    item,
    ...[...declared, ...tried].map(({ path, line, says }) => ({ path, line, says })),
    ...(workspaces === 0 ? [] : [workspace]),
    ...[...findForeignTools(files), ...findTapPlugins(files)].map(({ path, line, says }) => ({
      path,
      line,
      says,
    })),
    ...(found === undefined ? [] : [describeTests(found, files)]),
    ...testFiles.slice(0, 1).map((path) => ({ path, line: 1, says: "is a test" })),
  ];
}

function describeTests(
  { framework, text, script, dependency, folders }: FoundTests,
  files: RepositoryFiles,
): EvidenceItem {
  const path = manifestPath(folders[0] ?? "");
  const line = lineOfKey(files, path, script ?? dependency ?? "");
  return { path, line, says: `tests are run by ${framework.name}: ${text}` };
}

/** What the other tools say, and where the tree asks for another release of Node than there is, that. */
function advise(
  facts: AdviceFacts,
  { declared }: AskedReleases,
  tests: TestPlan | undefined,
): Advice | undefined {
  const { release } = facts;
  const unmet = declared.find(({ range }) => release !== undefined && !isInRange(release, range));
  const asked = unmet && {
    ...unmet,
    asked: `Node ${unmet.range}`,
    install: "install a release that it asks for, where nvm, fnm, volta or the search path has it",
  };
  return adviseOnToolchain(
    facts,
    asked,
    tests === undefined ? "npx jest FILE" : `${tests.framework.name} FILE`,
  );
}
