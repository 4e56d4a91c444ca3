import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";

import { joinPath, type HostPath } from "../../base/index.ts";
import type {
  FinishedTest,
  TestArguments,
  TestFramework,
  TestReport,
  WholeRun,
} from "../../languages/index.ts";
import { tailOf } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { runInTree, type TreeCall, type TreeSetup } from "../run-in-tree.ts";

// One run of a repository's tests: processes of its framework, one after the other, until every test has an outcome. A test
// that ends the process is an error, and the next process goes on without it and without those that are done; so it does
// where the framework itself gives up half-way. Every process gets a fresh copy of the tree.

/** What a run of all tests gave. */
export interface SuiteRun {
  readonly outcomes: ReadonlyMap<string, FinishedTest>;
  readonly collectionErrors: TestReport["collectionErrors"];
  readonly notBegun: TestReport["notBegun"];
  /** Tests that ended the process or passed their time limit. */
  readonly killers: readonly string[];
  /** True where the time for the whole run was over before its end. */
  readonly isTimedOut: boolean;
  /** True where the last process came to its end, had found no test, and nothing was wrong. */
  readonly foundNone: boolean;
  /** The end of what the last process printed. */
  readonly tail: string;
}

/** One run among several. */
export interface SuiteRequest {
  readonly framework: TestFramework;
  readonly arguments: TestArguments;
  /** Seed of string hashing in this run. */
  readonly seed: number;
  /** Tests that are not run, for an earlier run showed that they end the process. */
  readonly skip: readonly string[];
  readonly workerNumber: number;
  /** A further plug-in. */
  readonly plugin?: FrameworkPlugin | undefined;
}

/** A plug-in of ours that runs beside the one for outcomes. */
export interface FrameworkPlugin {
  readonly name: string;
  /** Called before each process: may write into the report folder, here on the host; gives variables. */
  readonly prepare: (folder: HostPath, call: TreeCall, process: number) => Readonly<Record<string, string>>;
  /** Called after each process with the report folder, in which foreign code could write. */
  readonly collect: (folder: HostPath, process: number) => void;
}

/** How often a run goes on after a test that ended the process. */
const MAX_RESUMPTIONS = 3;

const MAX_REPORT_BYTES = 64 * 2 ** 20;

/** Runs the repository's tests once. The time limit of the run holds for all its processes together. */
export async function runAllTests(setup: TreeSetup, request: SuiteRequest): Promise<SuiteRun> {
  const { whole, name } = request.framework;
  if (whole === undefined) throw new Error(`${name} does not run all tests of a tree.`);
  const outcomes = new Map<string, FinishedTest>();
  const killers: string[] = [];
  const deadline = performance.now() + setup.limits.runSeconds * 1000;
  for (let process = 0; ; process++) {
    const timeoutMs = Math.max(1000, deadline - performance.now());
    const skip = [...request.skip, ...outcomes.keys()];
    const { report, isTimedOut, tail } = await runProcess(
      setup,
      { ...request, skip },
      { whole, timeoutMs, process },
    );
    for (const [id, outcome] of report.finished) outcomes.set(id, outcome);
    killers.push(...report.late);
    const killer = isTimedOut || report.exit !== undefined ? undefined : report.interrupted;
    if (killer !== undefined) {
      killers.push(killer);
      outcomes.set(killer, { outcome: "error", message: `The test ended the process. ${tail.slice(-1000)}` });
    }
    const left = (report.collected ?? []).filter((id) => !outcomes.has(id) && !request.skip.includes(id));
    const hasMoved = killer !== undefined || report.finished.size > 0;
    const hasMore = left.length > 0 || report.isCut === true;
    if (hasMore && hasMoved && process < MAX_RESUMPTIONS && performance.now() < deadline) continue;
    // Whatever was collected and has no outcome was not run: that is no success.
    for (const id of left) outcomes.set(id, { outcome: "error", message: "The test was not run." });
    const { collectionErrors, notBegun, exit } = report;
    const foundNone = exit === whole.noTestsExit;
    return { outcomes, collectionErrors, notBegun, killers, isTimedOut, foundNone, tail };
  }
}

async function runProcess(
  setup: TreeSetup,
  { arguments: options, seed, skip, workerNumber, plugin }: SuiteRequest,
  {
    whole,
    timeoutMs,
    process,
  }: { readonly whole: WholeRun; readonly timeoutMs: number; readonly process: number },
): Promise<{ readonly report: TestReport; readonly isTimedOut: boolean; readonly tail: string }> {
  const name = randomUUID();
  const folder = setup.staging.folder(`report-${name}`);
  // In a file, for a variable holds 128 KiB at most.
  writeFileSync(joinPath(folder, "skip.json"), JSON.stringify(skip));
  const outcome = await runInTree(setup, {
    name,
    seed,
    timeoutMs,
    workerNumber,
    report: folder,
    command(call) {
      const command = whole.command({
        ...call,
        arguments: options,
        report: `${call.report}/outcomes.jsonl`,
        skip: `${call.report}/skip.json`,
        skipped: skip,
        testSeconds: setup.limits.testSeconds,
        plugins: plugin === undefined ? [] : [plugin.name],
      });
      return {
        ...command,
        variables: { ...command.variables, ...plugin?.prepare(folder, call, process) },
      };
    },
  });
  plugin?.collect(folder, process);
  return {
    report: whole.readReport(readForeignText(joinPath(folder, "outcomes.jsonl"), MAX_REPORT_BYTES)),
    isTimedOut: outcome.status === "timed-out",
    tail: tailOf(outcome),
  };
}
