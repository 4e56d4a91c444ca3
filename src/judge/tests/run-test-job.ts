import { splitTestId } from "../../languages/index.ts";
import type { TestKey } from "../../spec/index.ts";
import { decideOutcome } from "../outcome.ts";
import { otherFilesOf, type TestsMessage } from "../protocol/jobs.ts";
import { parentLimits, spentBy, wallLimit } from "../run-job.ts";
import type { Worker } from "../worker.ts";
import { TestReportReader } from "./test-report.ts";
import type { TestJob, TestRun } from "./test-run.ts";

/** Tests that are counted on where all that are found run. */
const testsUnknown = 500;

/** Runs one candidate over tests in a parent that fits it. */
export async function runTestJob(
  worker: Worker,
  job: TestJob,
  signal: AbortSignal | undefined,
): Promise<TestRun> {
  const started = performance.now();
  const report = new TestReportReader(job.order, job.tests.sites);
  const count = job.order.length === 0 ? testsUnknown : job.order.length;
  const limits = parentLimits(job);
  const listen = report.frames.listen(limits);
  const stops = job.stopsAtFailure === true && job.trust === "own";
  const end = await worker.run({
    frame: { ...limits, ...wallLimit(job.limits, count) },
    file: Buffer.from(job.fileText),
    rest: Buffer.from(JSON.stringify(testsMessage(job, "tests"))),
    onBytes: (bytes, cpuSeconds) => listen(bytes, cpuSeconds) || (stops && report.firstFailure !== undefined),
    signal,
  });
  if (end.status === "ended" && end.killed === undefined) report.frames.end();
  return {
    results: stops ? report.untilFailure() : report.results,
    collected: report.collected,
    plugins: report.plugins,
    ...(report.sharedLines === undefined ? {} : { sharedLines: report.sharedLines }),
    ...spentBy(end, started),
    ...decideOutcome(report, end, stops ? report.firstFailure : undefined),
  };
}

/** The job as the guest reads it. */
export function testsMessage<K extends TestsMessage["kind"]>(
  job: TestJob,
  kind: K,
): TestsMessage & { readonly kind: K } {
  const { tests, order, limits, trust } = job;
  const isOwn = trust === "own";
  return {
    kind,
    ...otherFilesOf(job),
    framework: tests.framework,
    codes: tests.codes,
    codes_tree: tests.codesTree,
    files: isOwn && job.collectsAll === true ? tests.files : filesOf(tests.files, order),
    arguments: tests.arguments,
    // A candidate's run never looks for plug-ins: it might find its own.
    plugins: tests.plugins ?? (isOwn ? null : []),
    order: order.map(({ name, number }) => ({ name, number })),
    test_cpu_seconds: limits.caseCpuSeconds,
    lists: isOwn,
    trace_lines: isOwn && job.traceLines === true,
  };
}

/** Those of the files that hold the tests asked for, so that no others are loaded; all of them where all tests run, or one is not told by its file. */
function filesOf(files: TestJob["tests"]["files"], order: readonly TestKey[]): TestJob["tests"]["files"] {
  const asked = new Set(order.map(({ name }) => splitTestId(name).path));
  return asked.size > 0 && asked.isSubsetOf(new Set(files)) ? files.filter((path) => asked.has(path)) : files;
}
