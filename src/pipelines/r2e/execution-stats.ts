import type { ObservedCall } from "../../testgen/index.ts";
import type { ExecutionStats } from "./writing-record.ts";
import type { MeasuredCode, RecordedTests, TestFailure } from "./writing-target.ts";

/** Id of the one suite of a version's tests, as in R2E's records. */
const TEST_ID = "test_0";

/** What running a version gave, in R2E's words. Calls stand as a session makes them, for what comes of them is the original's to say. */
export function describeExecution(
  { passed, failed, errored, skipped, calls, output }: RecordedTests,
  {
    isValid,
    reached,
    show,
  }: {
    readonly isValid: boolean;
    readonly reached: MeasuredCode | undefined;
    readonly show: (call: ObservedCall) => string;
  },
): ExecutionStats {
  const list = (
    type: "ERROR" | "FAIL",
    failures: readonly TestFailure[],
  ): ExecutionStats["run_tests_errors"][string] =>
    failures.map(({ test, message }) => ({ type, test, message }));
  return {
    run_tests_logs: {
      [TEST_ID]: {
        valid: isValid,
        passed_count: passed.length,
        passed_names: [...passed],
        failed_count: failed.length,
        failed_names: failed.map(({ test }) => test),
        errored_count: errored.length,
        errored_names: errored.map(({ test }) => test),
        skipped_count: skipped,
        expected_failures: 0,
        unexpected_successes: 0,
      },
    },
    run_tests_errors: { [TEST_ID]: [...list("ERROR", errored), ...list("FAIL", failed)] },
    coverage_logs: reached === undefined ? [] : [reached.log],
    captured_calls: [...new Set(calls.map(show))],
    output,
  };
}
