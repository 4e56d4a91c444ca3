// Prints `N passed, N failed, N skipped` of vitest's JSON reports together; a file that could not be run counts as a failed test, and so does
// a report that was not written.
import { readFileSync } from "node:fs";

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const report of process.argv.slice(2).map(readReport)) {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests + brokenFiles.length + (report.numTotalTests === 0 ? 1 : 0);
  counts.skipped += report.numPendingTests + report.numTodoTests;
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed === 0 && process.argv.length > 2 ? 0 : 1;

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
