import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { Evidence, EvidenceItem, TestPlan, Toolchain, TrialPlan } from "../build-system.ts";
import { asEvidence, findCommands, type DeclaredCommand } from "../declared-commands.ts";
import { itemsOf } from "../evidence-lines.ts";
import { failed, made, succeeded, tailOf, type Step } from "../failures.ts";
import { planFoundLock } from "../lock-build.ts";
import { compareNumbers } from "../releases.ts";
import { openRepositoryFiles, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnTools } from "../tool-advice.ts";
import {
  COMPILER_OPTIONS,
  editTools,
  toolchainsOf,
  variableField,
  type ToolChoices,
  type ToolFields,
} from "../tool-editing.ts";
import { findModulePath } from "./module-path.ts";
import { planModules } from "./resolve-modules.ts";

/** What people of Go had before modules. */
const OLD_MANIFESTS = ["Gopkg.toml", "glide.yaml", "Godeps/Godeps.json", "vendor/vendor.json", "vendor.conf"];

/** Reads a tree as Go: one with modules, or one of the time before them. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((path) => path.endsWith(".go") && !path.includes("vendor/"));
  const manifests = ["go.work", "go.mod", ...OLD_MANIFESTS].filter((path) => files.has(path));
  if (sources.length === 0) return undefined;
  return describe({ acquired, files, sources, manifests, user: requested }, requested, {});
}

/** What was read of a tree. */
interface Read {
  readonly acquired: AcquiredSource;
  readonly files: RepositoryFiles;
  readonly sources: readonly string[];
  readonly manifests: readonly string[];
  readonly user: EnvironmentRequest;
}

function describe(read: Read, requested: EnvironmentRequest, choices: ToolChoices): Evidence {
  const { acquired, files, sources, manifests, user } = read;
  const asked = releaseOf(files);
  const tests = sources.filter((path) => path.endsWith("_test.go"));
  const commands = findCommands(files, /\bgo test\b/);
  const modulePath = findModulePath(files, sources, acquired);
  return {
    isDeclared: manifests.length > 0,
    sourceFiles: sources.length,
    items: describeItems(files, manifests, commands, tests),
    summary: {
      requires: asked,
      isBuilt: true,
      requirements: linesIn(files.text("go.mod"), /^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+ v\S+)/),
      extras: [],
      testFiles: tests.length,
    },
    chooseToolchain(known) {
      const possible = toolchainsOf(choices.release, known);
      if (possible.status === "failed") return possible;
      return choose(possible.value, choices.release === undefined ? asked : undefined);
    },
    planBuild: (toolchain, lock) => planModules(files, modulePath, toolchain, lock),
    planLocks: (built) => planFoundLock("the modules that were found", built),
    planTrial: () => planTrial(tests.length > 0 ? planTests(commands, requested.test_command) : undefined),
    advise: (facts) => adviseOnTools(facts, "go test ./PATH"),
    editing: editTools({
      fields: editedFields(files, sources),
      choices,
      requested,
      user,
      remake: (changed, chosen) => describe(read, changed, chosen),
      ownTests: tests.length === 0 ? [] : [planTests(commands, user.test_command)],
      testFiles: [],
    }),
  };
}

function editedFields(files: RepositoryFiles, sources: readonly string[]): ToolFields {
  return {
    toolchain: "go",
    variable: variableField(
      {
        CGO_CFLAGS: COMPILER_OPTIONS,
        CGO_LDFLAGS: COMPILER_OPTIONS,
        CGO_ENABLED: /^[01]$/,
        GODEBUG: /^[\w=,]*$/,
        GOEXPERIMENT: /^[\w,]*$/,
      },
      (name) => sources.some((path) => files.text(path)?.includes(`"${name}"`)),
    ),
    command: {
      says: 'all tests with build tags, such as "go test -tags=sqlite ./..."',
      problem: (text) =>
        /^go test(?: -tags=[\w,.]+| -vet=off| -mod=mod)* \.\/\.\.\.$/.test(text)
          ? undefined
          : `"${text}" is not go test with build tags and ./...`,
    },
  };
}

/** The release that the modules ask for. */
function releaseOf(files: RepositoryFiles): string | undefined {
  const asked = ["go.work", "go.mod"].flatMap((path) => linesIn(files.text(path), /^go\s+(\d+(?:\.\d+)*)/));
  return asked.toSorted(compareNumbers).at(-1);
}

function choose([preferred, ...others]: readonly Toolchain[], asked: string | undefined): Step<Toolchain> {
  const known = preferred === undefined ? [] : [preferred, ...others];
  const found = known.find(({ release }) => asked === undefined || compareNumbers(release, asked) >= 0);
  if (found !== undefined) return made(found);
  const have = known.map(({ release }) => release).join(", ") || "none";
  return failed(
    "no_interpreter",
    `The repository asks for Go ${asked ?? "of any release"}; this machine has ${have}.`,
  );
}

function describeItems(
  files: RepositoryFiles,
  manifests: readonly string[],
  commands: readonly DeclaredCommand[],
  tests: readonly string[],
): EvidenceItem[] {
  const releases = manifests.flatMap((path) =>
    itemsOf(files, path, /^go\s+\d/, "the release that it is for"),
  );
  return [
    ...manifests.map((path) => ({ path, line: 1, says: "its modules" })),
    ...releases,
    ...commands.map((command) => asEvidence(command, "go test")),
    ...tests.slice(0, 1).map((path) => ({ path, line: 1, says: "is a test" })),
  ];
}

/** As the user asked, and then in no other way; else with the build tags that the repository's own commands set, then without. */
function planTests(commands: readonly DeclaredCommand[], asked: string | undefined): TestPlan {
  const way = (addopts: readonly string[], files: readonly string[] = []): TestArguments => ({
    configuration: "declared",
    addopts,
    files,
  });
  const tags = commands.flatMap(({ words }) => words.flatMap((word, at) => tagsOf(word, words[at + 1])))[0];
  const declared = tags === undefined ? [way([])] : [way([tags]), way([])];
  return {
    framework: testFrameworks.gotest,
    ways: asked === undefined ? declared : [way(...splitWords(asked.trim().split(/\s+/).slice(2)))],
    hasTests: true,
    includesCheck: true,
  };
}

function tagsOf(word: string, next: string | undefined): string[] {
  const [name, value] = word.split("=");
  if (name !== "-tags" && name !== "--tags") return [];
  const tags = value ?? next;
  return tags === undefined ? [] : [`-tags=${tags}`];
}

/** Options whose value may be the next word. */
const TAKES_VALUE = /^-(?:run|skip|tags|count|timeout|p|parallel|cpu|ldflags|gcflags)$/;
/** Options that report otherwise, measure, or that are set already. */
const LEFT_OUT = /^-(?:v|json|cover\w*|bench\w*|count|timeout|vet|failfast|\w*profile)(?:=|$)/;

/** Options and packages of a test command. */
function splitWords(words: readonly string[]): [string[], string[]] {
  const options: string[] = [];
  const packages: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] ?? "").replace(/^--/, "-");
    const value = TAKES_VALUE.test(word) ? [words[++at] ?? ""] : [];
    if (!word.startsWith("-")) packages.push(word);
    else if (!LEFT_OUT.test(word)) options.push(word, ...value);
  }
  return [options, packages];
}

function planTrial(tests: TestPlan | undefined): TrialPlan {
  return {
    what: "go build ./...",
    check: made(({ program, guests }) => ({
      words: ["sh", `${guests}/build.sh`],
      variables: { GO: program },
    })),
    readCheck: (outcome) => (succeeded(outcome) ? made(["./..."]) : failed("build_failed", tailOf(outcome))),
    ...(tests === undefined ? {} : { tests }),
  };
}

function linesIn(text: string | undefined, pattern: RegExp): string[] {
  return (text ?? "").split("\n").flatMap((line) => pattern.exec(line)?.[1] ?? []);
}
