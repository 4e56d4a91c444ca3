// Prints what failed in vitest's JSON reports, then `N passed, N failed, N skipped` of all of them together; a file that could not be run
// or set up counts as a failed test, and so does a report that was not written.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

// Of a message the beginning: all of it stands where the test ran.
const MOST_OF_MESSAGE = 1_500;

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const report of process.argv.slice(2).map(readReport)) {
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    for (const { fullName, failureMessages } of failed)
      noteFailure(`${file}: ${fullName}`, failureMessages.join("\n"));
    if (status === "failed" && failed.length === 0) {
      noteFailure(`${file}: could not be run, or not set up`, message);
      counts.failed += 1;
    }
  }
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
}
if (failures.length > 0) process.stdout.write(`Failed:\n${failures.join("\n")}\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed === 0 && process.argv.length > 2 ? 0 : 1;

/** The report; one with a single failure where the run ended before it was written, or ran nothing. */
function readReport(path) {
  let text = "";
  try {
    text = readFileSync(path, "utf8");
    const report = JSON.parse(text);
    if (report.numTotalTests > 0 || report.testResults.some(({ status }) => status === "failed"))
      return report;
  } catch (error) {
    text = String(error);
  }
  const nothing = { name: path, status: "failed", message: text, assertionResults: [] };
  return {
    testResults: [nothing],
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
  };
}

/** Keeps what failed, with the beginning of its message. */
function noteFailure(what, message) {
  const shown = message.trim().slice(0, MOST_OF_MESSAGE).replaceAll("\n", "\n    ");
  failures.push(`  ${what}\n    ${shown}`);
}
