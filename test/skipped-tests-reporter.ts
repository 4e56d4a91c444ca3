import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/** Lists at the end of a run what was skipped, and why: each says so in its title or as the note of `context.skip`. */
export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => {
      const counts = new Map<string, number>();
      for (const test of module.children.allTests("skipped")) {
        const what = describeSkipped(test);
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
      return [...counts].map(
        ([what, count]) => `  ${module.relativeModuleId}: ${what}${count === 1 ? "" : ` [${count} tests]`}`,
      );
    });
    if (lines.length > 0) process.stdout.write(`\nSkipped here:\n${lines.join("\n")}\n`);
  }
}

/** The outermost suite that was skipped as a whole, or the test with its note. */
function describeSkipped(test: TestCase): string {
  const suites: TestSuite[] = [];
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) suites.unshift(parent);
  const failed = suites.find((suite) => suite.errors().length > 0);
  if (failed !== undefined) return `${failed.fullName} (its set-up failed)`;
  const skipped = suites.find((suite) => suite.options.mode === "skip");
  // A suite with one test may be named for its subject only, and the test for the reason.
  if (skipped !== undefined && [...skipped.children.allTests()].length > 1) return skipped.fullName;
  const result = test.result();
  const note = result.state === "skipped" ? result.note : undefined;
  return note === undefined ? test.fullName : `${test.fullName} (${note})`;
}
