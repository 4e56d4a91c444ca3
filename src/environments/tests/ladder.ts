import type { EnvironmentFailure, FailureCause, TestCounts } from "../../spec/index.ts";
import { mostCommonCause, tellsOfNoServer } from "../causes.ts";
import type { TestRecord } from "../environment.ts";
import type { SuiteRun } from "./run-all-tests.ts";

/** Share of the unskipped tests that must pass in every run. */
const VERIFIED_SHARE = 0.9;

/** What several runs of the same tests say together. */
export interface TestSummary {
  readonly status: "imports" | "collected" | "verified";
  readonly counts: TestCounts;
  readonly records: readonly TestRecord[];
  readonly failure: EnvironmentFailure | undefined;
  /** What all that failed in the first run said, and in further ones where tests had no outcome. */
  readonly log: string;
}

/**
 * Puts runs together (design, section 8). `passed` counts the tests that pass in all runs, `skipped` those skipped in all,
 * `flaky` those whose outcome differs between runs, `failed` the rest.
 */
export function summariseRuns(runs: readonly SuiteRun[]): TestSummary {
  const ids = [...new Set(runs.flatMap((run) => [...run.outcomes.keys()]))].sort();
  const records = ids.map(
    (id): TestRecord => ({
      id,
      outcomes: runs.map((run) => run.outcomes.get(id)?.outcome ?? "error"),
    }),
  );
  const counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  for (const { outcomes } of records) counts[groupOf(outcomes)]++;
  const failure = failureOf(runs, records, counts);
  const status = records.length === 0 ? "imports" : failure === undefined ? "verified" : "collected";
  return {
    status,
    counts,
    records,
    failure,
    log: runs.flatMap((run, index) => logOf(run, index, ids.length)).join("\n\n"),
  };
}

function groupOf(outcomes: TestRecord["outcomes"]): keyof TestCounts {
  const [first] = outcomes;
  if (outcomes.some((outcome) => outcome !== first)) return "flaky";
  return first === "passed" || first === "skipped" ? first : "failed";
}

function failureOf(
  runs: readonly SuiteRun[],
  records: readonly TestRecord[],
  counts: TestCounts,
): EnvironmentFailure | undefined {
  const errors = runs[0]?.collectionErrors ?? [];
  if (errors.length > 0) {
    const shown = errors.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
    return {
      category: "collection_failed",
      message: `${errors.length} files of tests could not be collected.\n${shown.join("\n")}`.slice(0, 6000),
      ...withCause(errors.flatMap(({ cause }) => cause ?? [])),
    };
  }
  if (records.length === 0) return failureOfEmptyRun(runs[0]);
  const late = runs.find(({ isTimedOut }) => isTimedOut);
  const unskipped = records.length - counts.skipped;
  if (unskipped > 0 && counts.passed >= VERIFIED_SHARE * unskipped) return undefined;
  if (late !== undefined)
    return { category: "timed_out", message: `The tests did not end in their time.\n${late.tail}` };
  const causes = [...(runs[0]?.outcomes.values() ?? [])].flatMap(({ cause }) => cause ?? []);
  return {
    category: lacksServer(causes, counts.passed, unskipped) ? "needs_service" : "tests_failed",
    message: `${counts.passed} of ${unskipped} unskipped tests pass in all runs.\n${firstMessages(runs)}`,
    ...withCause(causes),
  };
}

/** Whether nothing listens where tests look for a server: so say nearly all that fail, and these are most of all, or the others would be verified. */
function lacksServer(causes: readonly FailureCause[], passed: number, unskipped: number): boolean {
  const refused = causes.filter(({ text }) => tellsOfNoServer(text)).length;
  const areMost = causes.length > unskipped / 2 && refused > 0.9 * causes.length;
  return areMost || (refused > 0 && passed >= VERIFIED_SHARE * (unskipped - refused));
}

function failureOfEmptyRun(run: SuiteRun | undefined): EnvironmentFailure | undefined {
  if (run === undefined || run.foundNone) return undefined;
  if (run.isTimedOut)
    return { category: "timed_out", message: `Collecting the tests did not end in its time.\n${run.tail}` };
  const causes = run.notBegun === undefined ? [] : [run.notBegun];
  return { category: "collection_failed", message: run.tail, ...withCause(causes) };
}

function withCause(causes: readonly FailureCause[]): Pick<EnvironmentFailure, "cause"> {
  const cause = mostCommonCause(causes);
  return cause === undefined ? {} : { cause };
}

/** What a run told; of a further one where tests had no outcome in it. */
function logOf(run: SuiteRun, index: number, tests: number): string[] {
  if (index > 0 && run.outcomes.size === tests) return [];
  const errors = run.collectionErrors.map(
    ({ path, message }) => `${path} could not be collected: ${message}`,
  );
  const failing = [...run.outcomes].filter(([, { message }]) => message !== "");
  const told = failing.map(([id, { outcome, message }]) => `${id} ${outcome}: ${message}`);
  const which = index === 0 ? [] : [`In run ${index + 1} ${tests - run.outcomes.size} tests had no outcome.`];
  return [...which, ...errors, ...told, run.tail];
}

function firstMessages(runs: readonly SuiteRun[]): string {
  const failing = [...(runs[0]?.outcomes ?? [])].filter(([, { message }]) => message !== "");
  return failing
    .slice(0, 5)
    .map(([id, { outcome, message }]) => `${id} ${outcome}: ${message.slice(-500)}`)
    .join("\n");
}
