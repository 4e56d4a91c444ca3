// Prints `N passed, N failed, N skipped` from vitest's JSON report; a file that could not be run counts as a failed test.
import { readFileSync } from "node:fs";

const report = readReport(process.argv[2]);
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
);
const passed = report.numPassedTests;
const failed = report.numFailedTests + brokenFiles.length + (report.numTotalTests === 0 ? 1 : 0);
const skipped = report.numPendingTests + report.numTodoTests;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** The report, or an empty one where the run ended before it was written. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {
      testResults: [],
      numPassedTests: 0,
      numFailedTests: 0,
      numTotalTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
    };
  }
}
