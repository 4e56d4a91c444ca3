import { throwIfInterrupted } from "../../base/index.ts";
import type { EvaluationJob, EvaluationLimits, EvaluationOutcome, Variation } from "../../judge/index.ts";
import type { Observation, SuiteCase } from "../../spec/index.ts";
import type { ComparedTarget } from "./compared-target.ts";
import type { Version } from "./read-version.ts";

/** What a version showed on one input: an observation, or how it ended without one. */
export type Shown =
  | { readonly status: "observed"; readonly observation: Observation }
  | { readonly status: EarlyEnd; readonly words: string };

type EarlyEnd = "timed-out" | "out-of-memory" | "output-limit" | "crashed";

/** What a version showed, by case id; cases that were not come to are absent. */
export type VersionRun =
  | { readonly status: "run"; readonly shown: ReadonlyMap<string, Shown> }
  | {
      readonly status: "failed";
      readonly reason: "not_built" | "import_failed" | "malformed_output" | "worker_lost";
      readonly message: string;
    };

/** How to run a version. */
export interface VersionRunOptions {
  readonly limits: EvaluationLimits;
  readonly variation?: Variation;
  readonly signal: AbortSignal | undefined;
  /** True where an early end on that case settles the question, so that no more needs to run. */
  readonly isEnough?: (caseId: string) => boolean;
  /** Processor time of all calls together, in seconds, after which no more are begun. Default: none. */
  readonly mostSeconds?: number | undefined;
}

/** Where time is bounded, cases that are run before it is looked at again. */
const CASES_AT_A_TIME = 25;

/** Early ends after which the rest is not run: each costs up to three times the limit of a call. */
const MOST_EARLY_ENDS = 2;

/**
 * Runs a version over cases in their order, in a sandboxed process of its own; where a case ends the process, the cases after it go on in
 * another. Cases after a bound are absent. Throws when interrupted.
 */
export async function observeVersion(
  target: ComparedTarget,
  version: Version,
  cases: readonly SuiteCase[],
  options: VersionRunOptions,
): Promise<VersionRun> {
  const { mostSeconds = Number.POSITIVE_INFINITY, limits, isEnough } = options;
  const atATime = Number.isFinite(mostSeconds) ? CASES_AT_A_TIME : cases.length;
  const shown = new Map<string, Shown>();
  let [open, ends, seconds] = [cases, 0, 0];
  while (open.length > 0 && ends < MOST_EARLY_ENDS && seconds < mostSeconds) {
    const outcome = await evaluate(target, version, open.slice(0, atATime), options);
    for (const { id, observation } of outcome.results) shown.set(id, { status: "observed", observation });
    seconds += outcome.cpuSeconds;
    if (outcome.status === "observed") {
      open = open.slice(atATime);
      continue;
    }
    const end = readEnd(outcome, limits);
    if (end.status === "failed") return end;
    ends++;
    open = open.slice(open.findIndex(({ id }) => id === end.caseId) + 1);
    // A case that was too slow, but came to its end, has shown what it does.
    if (shown.has(end.caseId)) continue;
    shown.set(end.caseId, end.shown);
    if (isEnough?.(end.caseId) === true) break;
  }
  return { status: "run", shown };
}

async function evaluate(
  { evaluator, editableTree, module, definition }: ComparedTarget,
  { fileText, otherFiles, lines }: Version,
  cases: readonly SuiteCase[],
  { limits, variation, signal }: VersionRunOptions,
): Promise<EvaluationOutcome> {
  const job: EvaluationJob = {
    editableTree,
    target: { module, name: definition.name, kind: definition.kind, lines },
    fileText,
    otherFiles,
    cases,
    limits,
    output: [],
    // Neither version is ours: both run where a candidate would.
    trust: "candidate",
    ...(variation === undefined ? {} : { variation }),
  };
  const outcome = await evaluator.evaluate(job, signal);
  const settled = outcome.status === "lost-worker" ? await evaluator.evaluateFresh(job, signal) : outcome;
  throwIfInterrupted(signal);
  return settled;
}

type End =
  | Extract<VersionRun, { status: "failed" }>
  | { readonly status: "ended"; readonly caseId: string; readonly shown: Shown };

function readEnd(outcome: EvaluationOutcome, limits: EvaluationLimits): End {
  const failed = (reason: Extract<End, { status: "failed" }>["reason"], message: string): End => ({
    status: "failed",
    reason,
    message,
  });
  switch (outcome.status) {
    case "not-built":
      return failed("not_built", outcome.message);
    case "import-failed":
      return failed("import_failed", outcome.message);
    case "malformed":
      return failed("malformed_output", outcome.message);
    case "timed-out":
    case "out-of-memory":
    case "output-limit":
    case "crashed": {
      const words = outcome.status === "crashed" ? outcome.message : wordsOf(outcome.status, limits);
      if (outcome.caseId === undefined) return failed("import_failed", words);
      return { status: "ended", caseId: outcome.caseId, shown: { status: outcome.status, words } };
    }
    default:
      return failed("worker_lost", "Its process was lost twice.");
  }
}

function wordsOf(end: Exclude<EarlyEnd, "crashed">, limits: EvaluationLimits): string {
  switch (end) {
    case "timed-out":
      return `It did not come to an end within ${limits.caseCpuSeconds} s of processor time.`;
    case "out-of-memory":
      return `It took more than ${Math.round(limits.memoryBytes / 2 ** 20)} MiB of memory.`;
    default:
      return `What it showed passed ${Math.round(limits.outputBytes / 2 ** 20)} MiB.`;
  }
}
