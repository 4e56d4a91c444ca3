import type { RepositoryPath } from "../../base/index.ts";
import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { TestPlan } from "../build-system.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "./adjustments.ts";
import { findRuns, readRun, type DeclaredRun } from "./clues/runs.ts";
import type { DeclaredProject } from "./declared.ts";
import { withoutLeftOut } from "./pytest-configuration.ts";
import { readTestCommand, splitTestCommand } from "./request/test-command.ts";

/** How a repository's tests are run; undefined where it has none. `command` is what the user asked for. */
export function planTests(
  project: DeclaredProject,
  command: string | undefined,
  { run }: Adjustments = NO_ADJUSTMENTS,
): TestPlan | undefined {
  if (command === undefined && run !== undefined) return planRun(project, run);
  const asked = command === undefined ? undefined : readRun(command, project.files);
  if (asked?.status === "read" && asked.kind !== "pytest") return planRun(project, asked);
  if (project.testFiles.length === 0 && command === undefined) return undefined;
  const testFiles = testFilesOf(project);
  return {
    framework: testFrameworks.pytest,
    ways: waysToCall(project, testFiles, command),
    hasTests: command !== undefined || testFiles.length > 0,
  };
}

/** The ways to run all tests: as the user asked and in no other, else as pytest finds them and as files of the repository run them. */
export function planOwnTests(project: DeclaredProject, command: string | undefined): readonly TestPlan[] {
  const found = planTests(project, command);
  const declared = command === undefined ? findRuns(project.files) : [];
  return [...(found === undefined ? [] : [found]), ...declared.map((run) => planRun(project, run))];
}

/** As a file of the repository says. */
function planRun(project: DeclaredProject, { kind, words }: Pick<DeclaredRun, "kind" | "words">): TestPlan {
  if (kind === "script")
    return {
      framework: testFrameworks.unittest,
      ways: [{ configuration: "declared", addopts: inOneProcess(words), files: [] }],
      hasTests: true,
    };
  if (kind === "nose") {
    const way = (configuration: TestArguments["configuration"]): TestArguments => ({
      configuration,
      addopts: words,
      files: [],
    });
    return { framework: testFrameworks.nose, ways: [way("declared"), way("plain")], hasTests: true };
  }
  const { options, selection } = splitTestCommand(withoutLeftOut(words), project.files);
  const addopts = [...project.pytest.addopts, ...options];
  return {
    framework: testFrameworks.pytest,
    ways: [{ configuration: configurationOf(project), addopts, files: selection }],
    hasTests: true,
  };
}

/** A script's words without those that spread its tests over processes or end it early: what becomes of each test is noted in one process, to its end. */
function inOneProcess(words: readonly string[]): readonly string[] {
  const spreads = (word: string | undefined): boolean =>
    word !== undefined && /^--parallel(?:=|$)/u.test(word);
  return words.filter(
    (word, at) =>
      !spreads(word) &&
      word !== "--failfast" &&
      !(words[at - 1] === "--parallel" && /^(?:\d+|auto)$/u.test(word)),
  );
}

function configurationOf({ pytest }: DeclaredProject): TestArguments["configuration"] {
  return pytest.isRefused ? "unread" : "declared";
}

/** As the user asked, and then in no other way; else what may find tests, the most faithful first. */
function waysToCall(
  project: DeclaredProject,
  testFiles: readonly RepositoryPath[],
  command: string | undefined,
): readonly TestArguments[] {
  const { addopts } = project.pytest;
  const configuration = configurationOf(project);
  const read = command === undefined ? undefined : readTestCommand(command);
  if (read?.status === "read") {
    const { options, selection } = splitTestCommand(read.words, project.files);
    return [{ configuration, addopts: [...addopts, ...options], files: selection }];
  }
  const declared: TestArguments = { configuration, addopts, files: [] };
  if (configuration === "unread")
    return [declared, { ...declared, addopts: [] }, { ...declared, addopts: [], files: testFiles }];
  const plain: TestArguments = { configuration: "plain", addopts: [], files: [] };
  return testFiles.length === 0 ? [declared, plain] : [declared, plain, { ...plain, files: testFiles }];
}

/** Python files that hold tests, to be named to pytest where it finds none by its own rules. */
export function testFilesOf(project: DeclaredProject): RepositoryPath[] {
  return project.testFiles.filter((path) => {
    if (/(^|\/)(conftest|__init__|setup)\.py$/.test(path)) return false;
    return /^\s*(async\s+)?def test|TestCase\b/m.test(project.files.text(path) ?? "");
  });
}
