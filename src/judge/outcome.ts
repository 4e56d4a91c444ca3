import type { EvaluationOutcome } from "./judge.ts";
import type { ReportState } from "./strict-frames.ts";
import type { ChildEnd } from "./worker.ts";

/** The variant of an outcome without the fields that all variants share. */
export type OutcomeKind = EvaluationOutcome extends infer O
  ? O extends EvaluationOutcome
    ? Omit<O, "results" | "cpuSeconds" | "peakBytes" | "durationMs" | "codeDigest">
    : never
  : never;

/** What a child said so far, and of which case. */
export interface ReportProgress {
  readonly state: ReportState;
  /** The case that runs, or ran when the report ended. */
  readonly currentCase: string | undefined;
  /** The case that ended last. */
  readonly lastCase: string | undefined;
}

/** How many times its limit a case may take before it is killed (design, section 5). */
export const killFactor = 3;

/** Nobody but the kernel, short of memory, sends this to a child that its parent did not kill. */
const killSignal = 9;

/**
 * What an evaluation came to: first the host's own decision, then the parent's account of a kill, then the child's
 * claims where they are whole and its exit agrees with them.
 */
export function decideOutcome(
  report: ReportProgress,
  end: ChildEnd,
  stoppedAt: string | undefined,
): OutcomeKind {
  if (stoppedAt !== undefined) return { status: "stopped", caseId: stoppedAt };
  if (end.status !== "ended") return { status: "lost-worker", message: end.message };
  const caseId = report.currentCase;
  if (report.state.status === "malformed") return { status: "malformed", message: report.state.message };
  if (end.killed === "output") return { status: "output-limit", caseId };
  if (end.killed !== undefined) return { status: "timed-out", caseId };
  if (end.exitCode === 0) {
    const agreed = agreedOutcome(report);
    if (agreed !== undefined) return agreed;
  }
  if (end.signal === killSignal) return { status: "out-of-memory", caseId };
  const how = end.signal === undefined ? `exit code ${end.exitCode}` : `signal ${end.signal}`;
  return { status: "crashed", message: `The process ended with ${how} before the suite was done.`, caseId };
}

function agreedOutcome(report: ReportProgress): OutcomeKind | undefined {
  const { state } = report;
  switch (state.status) {
    case "done":
      return { status: "observed" };
    case "not-built":
    case "import-failed":
      return { status: state.status, message: state.message };
    case "over-cpu":
      return { status: "timed-out", caseId: report.lastCase };
    case "out-of-memory":
      return { status: "out-of-memory", caseId: report.currentCase };
    default:
      return undefined;
  }
}
