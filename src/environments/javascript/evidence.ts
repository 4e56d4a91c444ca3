import type { RepositoryPath } from "../../base/index.ts";
import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type {
  Advice,
  AdviceFacts,
  Evidence,
  EvidenceItem,
  TestPlan,
  Toolchain,
  TrialPlan,
} from "../build-system.ts";
import { failed, made, succeeded, tailOf, type Step } from "../failures.ts";
import { linesOf } from "../evidence-lines.ts";
import { planFoundLock } from "../lock-build.ts";
import { openRepositoryFiles, tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnTools } from "../tool-advice.ts";
import { isInRange } from "./node-range.ts";
import { dependenciesOf, findWorkspaces, lineOfKey, readManifest, textsAt } from "./package-files.ts";
import { choosePackageManager, type PackageManager } from "./package-manager.ts";
import { planPackages } from "./resolve-packages.ts";
import { findTestCommand, readCommand, scriptsBefore, type TestCommand } from "./test-commands.ts";

const SOURCE = /\.[cm]?[jt]sx?$/;
const TEST =
  /(?:^|\/)(?:__tests__|tests?|spec)(?:\/.*)?\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|spec)\/.*\.[cm]?[jt]sx?$|[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/** Reads a tree as packages of npm; undefined where there is no manifest at its root, or more C than JavaScript. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((path) => SOURCE.test(path) && !path.includes("node_modules/"));
  const others = files.paths.filter((path) => /\.(?:c|cc|cpp|h)$/.test(path));
  if (!files.has("package.json") || sources.length === 0 || others.length > sources.length) return undefined;
  const manager = choosePackageManager(files);
  const asked = askedReleases(files);
  const found = findTests(files);
  const testFiles = sources.filter((path) => TEST.test(path));
  const tests = planTests(found, files, requested.test_command);
  return {
    isDeclared: true,
    sourceFiles: sources.length,
    items: describeItems(files, manager, asked, found, testFiles),
    summary: {
      requires: asked.declared[0]?.range,
      isBuilt: true,
      requirements: [...dependenciesOf(readManifest(files)).keys()],
      extras: [],
      testFiles: testFiles.length,
    },
    chooseToolchain: (known) => choose(known, asked),
    planBuild: (toolchain, lock) => planPackages(files, manager, toolchain, lock),
    planLocks: (built) => planFoundLock("the packages that were found", built),
    planTrial: () => planTrial(files, tests, testFiles.length > 0 || requested.test_command !== undefined),
    advise: (facts) => advise(facts, asked, tests),
  };
}

/** A range of releases of Node that a file asks for. */
interface AskedRelease extends EvidenceItem {
  readonly range: string;
}

/** What is asked for: of version files and `engines` all of it, of what continuous integration runs any. */
interface AskedReleases {
  readonly declared: readonly AskedRelease[];
  readonly tried: readonly AskedRelease[];
}

function askedReleases(files: RepositoryFiles): AskedReleases {
  const versions = [".nvmrc", ".node-version"].flatMap((path) => {
    const range = /^\s*v?(\d[\d.]*)/.exec(files.text(path) ?? "")?.[1];
    return range === undefined ? [] : [{ path, line: 1, says: `Node ${range}`, range }];
  });
  const range = textsAt(readManifest(files), "engines").get("node");
  const engines =
    range === undefined
      ? []
      : [{ path: "package.json", line: lineOfKey(files, "engines"), says: `Node ${range}`, range }];
  const workflows = files.paths.filter((path) =>
    /^\.github\/workflows\/[^/]+\.ya?ml$|^\.travis\.yml$/.test(path),
  );
  return {
    declared: [...versions, ...engines],
    tried: workflows.flatMap((path) => triedReleases(path, files)),
  };
}

function triedReleases(path: RepositoryPath, files: RepositoryFiles): AskedRelease[] {
  const text = files.text(path) ?? "";
  return linesOf(text, /^\s*-?\s*node(?:-version|_js)?s?\s*:/).flatMap((line) => {
    const named = [...(text.split("\n")[line - 1] ?? "").matchAll(/(?<![\d.])(\d{1,2}(?:\.\d+)*)(?:\.x)?/g)];
    const releases = named.map(([, each = ""]) => each);
    return releases.length === 0
      ? []
      : [{ path, line, says: `Node ${releases.join(", ")}`, range: releases.join(" || ") }];
  });
}

/** The first release that goes with all that is declared and with one that is tried; else with what is declared, else with one that is tried; else the preferred one. */
function choose(known: readonly Toolchain[], { declared, tried }: AskedReleases): Step<Toolchain> {
  const isDeclared = ({ release }: Toolchain): boolean =>
    declared.every(({ range }) => isInRange(release, range));
  const isTried = ({ release }: Toolchain): boolean =>
    tried.length === 0 || tried.some(({ range }) => isInRange(release, range));
  const chosen =
    known.find((each) => isDeclared(each) && isTried(each)) ??
    known.find(isDeclared) ??
    known.find(isTried) ??
    known[0];
  return chosen === undefined
    ? failed("no_interpreter", "The repository needs Node; this machine has none.")
    : made(chosen);
}

/** The tests of the root, or those of the workspace's packages where it has none of its own. */
interface FoundTests extends TestCommand {
  readonly folders: readonly RepositoryPath[];
}

function findTests(files: RepositoryFiles): FoundTests | undefined {
  const root = findTestCommand(files);
  if (root !== undefined) return { ...root, folders: [] };
  const members = findWorkspaces(files).flatMap((folder) => {
    const command = findTestCommand(files, folder);
    return command === undefined ? [] : [{ ...command, folder }];
  });
  const [first] = members;
  if (first === undefined) return undefined;
  const { folder: _, ...command } = first;
  const alike = members.filter(({ text, framework }) => text === first.text && framework === first.framework);
  return { ...command, folders: alike.map(({ folder }) => folder) };
}

function describeItems(
  files: RepositoryFiles,
  { item }: PackageManager,
  { declared, tried }: AskedReleases,
  found: FoundTests | undefined,
  testFiles: readonly RepositoryPath[],
): EvidenceItem[] {
  const workspaces = findWorkspaces(files);
  const key = found?.script ?? found?.dependency;
  return [
    item,
    ...[...declared, ...tried].map(({ path, line, says }) => ({ path, line, says })),
    ...(workspaces.length === 0
      ? []
      : [
          {
            path: files.has("pnpm-workspace.yaml") ? "pnpm-workspace.yaml" : "package.json",
            line: files.has("pnpm-workspace.yaml") ? 1 : lineOfKey(files, "workspaces"),
            says: `a workspace of ${workspaces.length} packages`,
          },
        ]),
    ...(found === undefined || key === undefined
      ? []
      : [
          {
            path: manifestOf(found.folders[0]),
            line: lineIn(files, manifestOf(found.folders[0]), key),
            says: `tests are run by ${found.framework.name}: ${found.text}`,
          },
        ]),
    ...testFiles.slice(0, 1).map((path) => ({ path, line: 1, says: "is a test" })),
  ];
}

function manifestOf(folder: RepositoryPath | undefined): RepositoryPath {
  return folder === undefined ? "package.json" : `${folder}/package.json`;
}

function lineIn(files: RepositoryFiles, path: RepositoryPath, key: string): number {
  return (
    linesOf(files.text(path) ?? "", new RegExp(`^\\s*"${key.replaceAll(/[^\w-]/g, "\\$&")}"\\s*:`))[0] ?? 1
  );
}

/** As the user asked, and then in no other way; else by the declared command, then behind the scripts that make what tests may need. */
function planTests(
  found: FoundTests | undefined,
  files: RepositoryFiles,
  asked: string | undefined,
): TestPlan | undefined {
  const way = (text: string, folders: readonly RepositoryPath[] = []): TestArguments => ({
    configuration: "declared",
    addopts: [text],
    files: folders,
  });
  if (asked !== undefined) {
    const { framework, text } = readCommand(asked, files) ?? {
      framework: testFrameworks.script,
      text: asked,
    };
    return { framework, ways: [way(text)], hasTests: true, includesCheck: true };
  }
  if (found === undefined) return undefined;
  const { framework, text, folders } = found;
  const builds = planBuilds(files);
  const ways = [way(text, folders), ...(builds === "" ? [] : [way(`{ ${builds}; } >&2; ${text}`, folders)])];
  return { framework, ways, hasTests: true, includesCheck: true };
}

/** Commands that build the tree: its own scripts, else those of its packages in their order. */
function planBuilds(files: RepositoryFiles): string {
  const own = scriptsBefore(files);
  const workspaces = own.some((name) => /build|compile/.test(name)) ? [] : findWorkspaces(files);
  const inside = workspaces.filter((folder) => textsAt(readManifest(files, folder), "scripts").has("build"));
  return [
    ...own.map((name) => `npm run ${name}`),
    ...inside.map((folder) => `(cd "$DIORAMA_ROOT/${folder}" && npm run build)`),
  ].join("; ");
}

function planTrial(files: RepositoryFiles, tests: TestPlan | undefined, hasTests: boolean): TrialPlan {
  const main = mainOf(files);
  return {
    what: main === undefined ? "npm run build" : `import ${main}`,
    check: made(({ program, guests }) => ({
      words: ["sh", `${guests}/load.sh`, ...(main === undefined ? [] : [main])],
      variables: { NODE: program },
    })),
    readCheck: (outcome) => (succeeded(outcome) ? made(["."]) : failed("build_failed", tailOf(outcome))),
    ...(tests === undefined ? {} : { tests: { ...tests, hasTests: hasTests || tests.hasTests } }),
  };
}

/** The file that the package is loaded by, as far as its manifest says so in one word. */
function mainOf(files: RepositoryFiles): RepositoryPath | undefined {
  const manifest = readManifest(files);
  const { import: module, default: other } = tableAt(manifest, "exports", ".");
  const named = textOf(manifest["main"]) ?? textOf(manifest["exports"]) ?? textOf(module) ?? textOf(other);
  if (named !== undefined) return named;
  return files.has("index.js") ? "index.js" : undefined;
}

/** What the other tools say, and where the tree asks for another release of Node than there is, that. */
function advise(
  facts: AdviceFacts,
  { declared }: AskedReleases,
  tests: TestPlan | undefined,
): Advice | undefined {
  const { failure, release } = facts;
  const unmet = declared.find(({ range }) => release !== undefined && !isInRange(release, range));
  const isOfTools =
    failure !== undefined &&
    !["tests_failed", "timed_out", "registry_unreachable"].includes(failure.category);
  if (unmet !== undefined && isOfTools)
    return {
      kind: "wrong_toolchain",
      problem: `${unmet.path}:${unmet.line} asks for Node ${unmet.range}, this is ${release ?? "none"}`,
      next: "install a release that it asks for, where nvm, fnm, volta or the search path has it",
    };
  return adviseOnTools(facts, tests === undefined ? "npx jest FILE" : `${tests.framework.name} FILE`);
}
