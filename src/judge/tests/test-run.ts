/**
 * Repository tests as a grader: the contract. Test sources are prepared once, in a process of their own: every assertion
 * becomes a recording of what it looks at, and for candidates what it is compared with is cut out. A run gives outcomes and
 * records by test; `judge-tests.ts` compares them with what the reference showed. `isolation: shared`: what could not be cut
 * out of the tests is in the candidate's process.
 */
import type { RepositoryPath } from "../../base/index.ts";
import type { AssertedRelation, TestFramework, TestOutcome } from "../../languages/index.ts";
import type { TestKey, ValueObservation } from "../../spec/index.ts";
import type { EditableTree, EditedTexts, EvaluationLimits, Trust, Variation } from "../judge.ts";
import type { OutcomeKind } from "../outcome.ts";

/** Tests of a repository as they stand, and how their framework is called. */
export interface TestSources {
  readonly framework: TestFramework["name"];
  /** Text of every test source, by path: test files, helper modules, `conftest.py`. In the tree they are empty files. */
  readonly texts: Readonly<Record<RepositoryPath, string>>;
  /** Files in which tests are looked for. */
  readonly files: readonly RepositoryPath[];
  /** The framework's options. */
  readonly arguments: readonly string[];
  /** Plug-ins of installed packages that the framework loads, by name. Absent: those that the environment has (own code only). */
  readonly plugins?: readonly string[];
}

/** An assertion of a test source. */
export interface AssertionSite extends AssertedRelation {
  readonly path: RepositoryPath;
  readonly line: number;
  /** Places of the operands that may be what the test found out, rather than what it expects. */
  readonly actual: readonly number[];
}

/** What is left in prepared sources. */
export interface Cutting {
  /** Sites that stay as written, by index of `PreparedTests.sites`. */
  readonly native: readonly number[];
  /** Native sites that compare two operands, each with the place of the one that is looked at; the other is not even computed. */
  readonly blind?: readonly (readonly [site: number, place: number])[];
  /** Names of all test functions that were found, and of those that are asked for. */
  readonly collected: readonly string[];
  readonly selected: readonly string[];
}

/** Test sources as code objects of the environment's interpreter. */
export interface PreparedTests {
  readonly framework: TestFramework["name"];
  readonly files: readonly RepositoryPath[];
  readonly arguments: readonly string[];
  readonly plugins: readonly string[] | undefined;
  /** Marshalled code in base64, by path. */
  readonly codes: Readonly<Record<RepositoryPath, string>>;
  /** Where the tree was when they were compiled. */
  readonly codesTree: string;
  /** Equal numbers for every cutting of the same sources. */
  readonly sites: readonly AssertionSite[];
  /** Sources that could not be read, with the reason. */
  readonly failed: Readonly<Record<RepositoryPath, string>>;
  /** Absent where nothing was cut out. */
  readonly cutting?: Cutting;
  /** Over sources and cutting. */
  readonly digest: string;
}

/** One candidate to run once over selected tests. */
export interface TestJob extends EditedTexts {
  readonly editableTree: EditableTree;
  readonly tests: PreparedTests;
  /** In the order in which they run. Empty: all that are found (own code only). */
  readonly order: readonly TestKey[];
  /** `caseCpuSeconds` is the limit of one test, `importSeconds` that of finding them all. */
  readonly limits: EvaluationLimits;
  readonly trust: Trust;
  /** Absent: hash seed 0, UTC, C.UTF-8. */
  readonly variation?: Variation;
  /** Report which lines of the edited file each test executes (own code only). */
  readonly traceLines?: boolean;
  /** Look for tests in all files, not just in those of the tests asked for: so much is found then (own code only). */
  readonly collectsAll?: boolean;
  /** End after the first test that neither passes nor is skipped or expected to fail (own code only): the run is then `stopped` there. */
  readonly stopsAtFailure?: boolean;
}

/** What one assertion saw when it was reached. */
export interface AssertionRecord {
  /** Index of `PreparedTests.sites`. */
  readonly site: number;
  /** Which operands these are. */
  readonly places: readonly number[];
  readonly operands: readonly ValueObservation[];
  /** What it came to in the test's own process; null where its other side is not there. */
  readonly truth: boolean | null;
}

/** What one test gave. */
export interface TestResult extends TestKey {
  readonly outcome: TestOutcome;
  readonly cpuSeconds: number;
  /** Untrusted text of the first failure. */
  readonly message: string;
  readonly records: readonly AssertionRecord[];
  /** Records beyond the most that are kept. */
  readonly leftOut: number;
  readonly lines?: readonly number[];
  /** How often one of these was executed. */
  readonly steps?: number;
}

/** How a run ended; see `EvaluationOutcome`. Cases are tests: `path::name#number`. */
export type TestRun = {
  readonly results: readonly TestResult[];
  /** Tests that were found, in their order; own code only. */
  readonly collected: readonly TestKey[];
  /** Plug-ins of installed packages that the framework loaded; own code only. */
  readonly plugins: readonly string[];
  /** Lines of the edited file's functions that ran for more than one test (collecting, importing, a wider fixture); with `traceLines`, of a run that came to its end. */
  readonly sharedLines?: readonly number[];
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly durationMs: number;
} & OutcomeKind;

/** Runs repository tests, warm where it can, with the workers that evaluations have. */
export interface TestEvaluator {
  /** Throws `tests-not-prepared` where the environment's interpreter cannot do it. Without `cutting` nothing is cut out. */
  prepareTests(editableTree: EditableTree, sources: TestSources, cutting?: Cutting): Promise<PreparedTests>;
  runTests(job: TestJob, signal?: AbortSignal): Promise<TestRun>;
  /** The same contract from a freshly started interpreter that has loaded nothing beforehand. */
  runTestsCold(job: TestJob, signal?: AbortSignal): Promise<TestRun>;
}

export { testId, type TestKey } from "../../spec/index.ts";

/** What names tests, without what else is known of them. */
export function keysOf(tests: readonly TestKey[]): readonly TestKey[] {
  return tests.map(({ name, number }) => ({ name, number }));
}
