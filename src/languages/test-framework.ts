import type { RepositoryPath } from "../base/index.ts";
import type { TestReport } from "./test-report.ts";

/** How a framework is called for the tests of a repository. */
export interface TestArguments {
  /**
   * `declared` keeps the repository's own configuration, `plain` replaces all of it that could need something missing, `unread` has its options without its
   * file, which the framework refuses.
   */
  readonly configuration: "declared" | "plain" | "unread";
  /** The repository's own options, and those that the user gave. */
  readonly addopts: readonly string[];
  /** Files to be collected, whatever their names, or what the user selected; empty lets the framework look for itself. */
  readonly files: readonly RepositoryPath[];
}

/** One process that runs all tests of a tree. Paths are those that programs in its sandbox see. */
export interface TestCall extends ProgramCall {
  readonly arguments: TestArguments;
  /** Where the report goes. */
  readonly report: string;
  /** A file with a JSON array of the ids of tests that are not run. */
  readonly skip: string;
  /** The same ids. */
  readonly skipped: readonly string[];
  /** Wall-clock limit of one test in seconds. */
  readonly testSeconds: number;
  /** Further plug-ins of ours, by name. */
  readonly plugins: readonly string[];
}

/** What every program gets that runs code of a repository. Paths are those that programs in its sandbox see. */
export interface ProgramCall {
  /** The program of the environment that runs its language. */
  readonly program: string;
  /** Folder of the language's guest programs. */
  readonly guests: string;
  /** Folders in which the repository's own modules are looked for, in order. */
  readonly searchPaths: readonly string[];
  /** What hashing, and whatever else is left to chance, begins with. */
  readonly seed: number;
}

/** A command, and the variables that it sees beside those of its environment. */
export interface ProgramCommand {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** How a framework runs all tests that it finds in a tree and reports their outcomes. */
export interface WholeRun {
  command(call: TestCall): ProgramCommand;
  /** Reads a report. It was written beside foreign code: what makes no sense is passed over. */
  readReport(text: string): TestReport;
  /** Exit code where it found no tests and nothing was wrong. */
  readonly noTestsExit: number;
}

/** A program that finds and runs tests: how it is called and what its reports say. It starts nothing itself. */
export interface TestFramework {
  /** Ids of its tests begin with it; the judge's guests know it by this name. */
  readonly name: string;
  /** First words of commands that run it, as people write them. */
  readonly programs: readonly string[];
  /** Absent where another framework of the language runs its tests too. */
  readonly whole?: WholeRun;
  /** Options with which a judge runs selected tests. */
  judgeArguments(options: Pick<TestArguments, "configuration" | "addopts">): readonly string[];
}

/** A test id taken apart: `pytest:tests/test_x.py::Class::test_y[1]` is of `tests/test_x.py`, and `names` are the other two. */
export function splitTestId(id: string): {
  readonly path: RepositoryPath;
  readonly names: readonly string[];
} {
  const [path = "", ...names] = id.replace(/^\w+:(?!:)/, "").split("::");
  return { path, names };
}
