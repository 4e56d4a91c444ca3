import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Evidence, Remedy, TestPlan, Toolchain, TrialPlan, Trouble } from "../build-system.ts";
import { categoryOfOutput } from "../failure-category.ts";
import { failed, made, succeeded, tailOf, type Step } from "../failures.ts";
import { openRepositoryFiles, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnTools } from "../tool-advice.ts";
import { editTools } from "../tool-editing.ts";
import { findBuilds, type CBuild } from "./build-files.ts";
import { editedFields } from "./edited-fields.ts";

const SOURCE = /\.(?:c|cc|cpp|cxx)$/;

/** Reads a tree as C that CMake, configure, make or Meson builds; undefined where none of them would, or where it is mostly Python. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((path) => SOURCE.test(path));
  const headers = files.paths.filter((path) => /\.(?:h|hpp)$/.test(path));
  const scripts = files.paths.filter((path) => path.endsWith(".py"));
  const [build, ...otherBuilds] = findBuilds(files);
  const count = sources.length + headers.length;
  if (build === undefined || sources.length === 0 || scripts.length > count) return undefined;
  return describe({ files, build, otherBuilds, sources, count, user: requested }, requested);
}

/** How a part of the tests is asked for, by the kind of build; elsewhere by a target of make. */
const PART_OF_TESTS: Partial<Record<CBuild["kind"], string>> = {
  cmake: "ctest",
  meson: "meson -DNAME=VALUE",
};

/** What was read of a tree. */
interface Read {
  readonly files: RepositoryFiles;
  readonly build: CBuild;
  /** Those that are tried where this one fails. */
  readonly otherBuilds: readonly CBuild[];
  readonly sources: readonly string[];
  /** Of sources and headers. */
  readonly count: number;
  readonly user: EnvironmentRequest;
}

function describe(read: Read, requested: EnvironmentRequest): Evidence {
  const { files, build, sources, count, user } = read;
  const planned = (asked: string | undefined): TestPlan | undefined =>
    build.target === undefined && asked === undefined ? undefined : planTests(build, asked);
  const tests = planned(requested.test_command);
  const own = planned(user.test_command);
  return {
    isDeclared: true,
    sourceFiles: count,
    items: build.items,
    summary: {
      requires: undefined,
      isBuilt: true,
      requirements: [],
      extras: [],
      testFiles: sources.filter((path) => /test/i.test(path)).length,
    },
    chooseToolchain: choose,
    planBuild: () => ({ layOut: () => ({ importRoots: ["."], details: null }) }),
    planLocks: () => made([{ what: "the system's compiler and tools", lock: "" }]),
    planTrial: () => planTrial(build, tests),
    advise: (facts) => adviseOnTools(facts, PART_OF_TESTS[build.kind] ?? "make TARGET"),
    remedies: (trouble) => buildOtherwise(trouble, read, requested),
    editing: editTools({
      fields: editedFields(build, files),
      choices: {},
      requested,
      user,
      remake: (changed) => describe(read, changed),
      ownTests: own === undefined ? [] : [own],
      testFiles: [],
    }),
  };
}

const OF_BUILDS = new Set(["build_failed", "collection_failed", "tests_failed"]);

/** Another of the ways to build that the tree has, where one does not bring its tests up; none where the user said how they are run. */
function buildOtherwise(
  { failure }: Pick<Trouble, "failure">,
  read: Read,
  requested: EnvironmentRequest,
): readonly Remedy[] {
  const [build, ...otherBuilds] = read.otherBuilds.filter(({ target }) => target !== undefined);
  if (requested.test_command !== undefined || build === undefined) return [];
  if (failure === undefined || !OF_BUILDS.has(failure.category)) return [];
  return [
    {
      what: `built by ${build.kind}`,
      failure: failure.category,
      sign: (failure.cause?.text ?? failure.message.split("\n", 1)[0] ?? "").slice(0, 300),
      goesBy: build.items,
      changesInstallation: false,
      adjusted: describe({ ...read, build, otherBuilds }, requested),
    },
  ];
}

function choose([first]: readonly Toolchain[]): Step<Toolchain> {
  return first === undefined
    ? failed(
        "needs_system_package",
        "The repository needs the program gcc, and this machine has no compiler of C.",
      )
    : made(first);
}

/** As the user asked, a target of make; else with what switches tests on, then without. */
function planTests(build: CBuild, asked: string | undefined): TestPlan {
  const way = (addopts: readonly string[]): TestArguments => ({
    configuration: "declared",
    addopts,
    files: [],
  });
  const target = asked === undefined ? build.target : /^make\s+(\S+)/.exec(asked.trim())?.[1];
  const rest = { hasTests: true, includesCheck: true };
  if (build.kind === "cmake" || build.kind === "meson") {
    const framework = build.kind === "cmake" ? testFrameworks.ctest : testFrameworks.meson;
    const [, program, given] = /^(cmake|meson)\s+(.+)$/.exec(asked?.trim() ?? "") ?? [];
    const switches = program === build.kind ? given?.split(/\s+/) : undefined;
    const ways = switches === undefined ? [build.options, []] : [[...build.options, ...switches]];
    return { framework, ways: ways.map(way), ...rest };
  }
  return { framework: testFrameworks.make, ways: [way([build.kind, target ?? "check"])], ...rest };
}

function planTrial({ kind }: CBuild, tests: TestPlan | undefined): TrialPlan {
  return {
    what: `built by ${kind}`,
    check: made(({ guests }) => ({ words: ["sh", `${guests}/build.sh`, kind], variables: {} })),
    readCheck: (outcome) =>
      succeeded(outcome) ? made(["."]) : failed(categoryOfOutput(outcome, "build_failed"), tailOf(outcome)),
    ...(tests === undefined ? {} : { tests }),
  };
}
