import { programFindings } from "./protocol/child-messages.ts";
import { PROGRAM_MESSAGE } from "./protocol/jobs.ts";
import { ReportReader } from "./report.ts";
import { parentLimits, spentBy, wallLimit } from "./run-job.ts";
import { decideOutcome, type OutcomeKind } from "./outcome.ts";
import type { EvaluationJob } from "./judge.ts";
import type { Worker } from "./worker.ts";

/** A whole program to run once, in an empty folder of its own. */
export interface ProgramJob extends Pick<EvaluationJob, "editableTree" | "limits" | "trust" | "variation"> {
  readonly text: string;
  /** Modules to import ahead, in order; those that are not there are left out. */
  readonly preload: readonly string[];
}

/**
 * How a program ended. What it says of itself (`exited`, `not-built`) is a claim of code that the candidate may share: a
 * program that checks its own candidate can be fooled by it.
 */
export type ProgramOutcome = {
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly durationMs: number;
} & (
  | {
      readonly status: "exited";
      readonly exitCode: number;
      /** The exception that nobody caught; empty where there was none. */
      readonly message: string;
    }
  | UntoldEnd
);

/** An end that the program did not tell of itself. One of them is always left: nothing of a suite was asked for. */
type UntoldEnd = Exclude<OutcomeKind, { readonly status: "observed" | "stopped" | "import-failed" }>;

/** Runs one program to its end in a parent that fits it. `caseCpuSeconds` bounds the whole run. */
export async function runProgram(
  worker: Worker,
  job: ProgramJob,
  signal: AbortSignal | undefined,
): Promise<ProgramOutcome> {
  const started = performance.now();
  const report = new ReportReader([], (result) => result);
  const { caseMs, ...others } = parentLimits(job);
  // It says nothing before its end.
  const limits = { ...others, caseMs, importMs: caseMs };
  const end = await worker.run({
    frame: { ...limits, ...wallLimit(job.limits, 1) },
    file: Buffer.from(job.text),
    rest: Buffer.from(PROGRAM_MESSAGE),
    onBytes: report.frames.listen(limits),
    signal,
  });
  const spent = spentBy(end, started);
  const isWhole = end.status === "ended" && end.killed === undefined && end.exitCode === 0;
  const said =
    isWhole && report.state.status === "findings"
      ? programFindings.safeParse(report.state.findings)
      : undefined;
  if (said?.success === true)
    return { ...spent, status: "exited", exitCode: said.data.exit_code, message: said.data.message };
  return { ...spent, ...(decideOutcome(report, end, undefined) as UntoldEnd) };
}
