import { throwIfInterrupted } from "../base/index.ts";
import type { Observation } from "../spec/index.ts";
import { type ChildFrame, ChildFrameReader } from "./child-frames.ts";
import type { EvaluationJob, SeriesRun } from "./judge.ts";
import { killFactor } from "./outcome.ts";
import { compareObservations } from "./compare.ts";
import { builtMessage, caseMessage, runMessage } from "./protocol/child-messages.ts";
import { otherFilesOf, type SeriesMessage } from "./protocol/jobs.ts";
import { parentLimits, wallLimit } from "./run-job.ts";
import type { Worker } from "./worker.ts";

/*
 * Several bodies of our own for one target in one child: starting a child costs more than most runs in it. What a child says is read as strictly as a candidate's report, though no candidate ever runs in one.
 */

/** Runs of one target, whose original is the job's file. */
export interface SeriesJob extends Pick<
  EvaluationJob,
  "editableTree" | "target" | "fileText" | "otherFiles" | "cases" | "limits" | "output" | "resident"
> {
  readonly runs: readonly SeriesRun[];
  /**
   * Each run in a process forked for it, which has run nothing before, as a body evaluated by itself. Otherwise all are in one process: that costs
   * half, but what a body leaves behind, or the original that ran first, may touch the next.
   */
  readonly isApart: boolean;
  /**
   * Where they share a process: the original runs over all cases once more after them, and nothing counts of a process in which it then shows
   * something else, or that did not come to its end.
   */
  readonly isChecked?: boolean;
  /** What the original must show for anything of its child to count. */
  readonly expected: NonNullable<EvaluationJob["expected"]>;
}

/** What one run showed. */
export interface SeriesFinding {
  /** At `caseId` a case was cut off (`timed-out`), or ended past its limit (`slow`), and no other ran after it. */
  readonly status: "ran" | "timed-out" | "slow";
  readonly caseId: string | undefined;
  /** As `EvaluationOutcome.codeDigest`; undefined of the file as it is. */
  readonly codeDigest: string | undefined;
  /** Observations that are not the original's as text, in the order of the run; other cases that ran showed what the original did. */
  readonly differences: readonly { readonly id: string; readonly observation: Observation }[];
}

/** Runs in one child: a bound on what is lost with it, and on what one of several workers is kept busy with. Forks are lost one by one. */
const RUNS_PER_CHILD = 32;
const FORKS_PER_CHILD = 64;

/** The parts of a series that one child each runs. */
export function partsOf(job: SeriesJob): readonly SeriesJob[] {
  const most = job.isApart ? FORKS_PER_CHILD : RUNS_PER_CHILD;
  return Array.from({ length: Math.ceil(job.runs.length / most) }, (_, index) => ({
    ...job,
    runs: job.runs.slice(index * most, (index + 1) * most),
  }));
}

/**
 * Runs a part of a series in children of one parent: after a run that ends its child, the rest goes on in another. A finding of each run;
 * undefined of those that must be evaluated by themselves.
 */
export async function runSeriesPart(
  worker: Worker,
  job: SeriesJob,
  signal: AbortSignal | undefined,
): Promise<readonly (SeriesFinding | undefined)[]> {
  const findings: (SeriesFinding | undefined)[] = [];
  while (findings.length < job.runs.length && worker.isAlive) {
    throwIfInterrupted(signal);
    const left = { ...job, runs: job.runs.slice(findings.length) };
    const report = new SeriesReport(left);
    await worker.run({
      frame: limitsOf(left),
      file: Buffer.from(job.fileText),
      rest: Buffer.from(seriesText(left)),
      onBytes: (bytes) => report.read(bytes) === "malformed",
      signal,
    });
    if (!report.showsOriginal() || (job.isChecked === true && !report.isWhole)) break;
    if (report.isOver && report.findings.length === 0) break;
    findings.push(...report.findings, ...(report.isOver ? [] : [undefined]));
  }
  return job.runs.map((_, index) => findings[index]);
}

/** What waits for something for so long in a series is looked at by itself. */
const idleRunMs = 1_000;

/** A case that does not end gives itself up; this bounds a whole run, which says nothing before its end. */
const caseLimitsPerRun = 4;

function limitsOf(job: SeriesJob): Parameters<Worker["run"]>[0]["frame"] {
  const limits = parentLimits(job);
  const groups = job.runs.flatMap((run) => run.groups);
  const calls = groups.reduce((sum, { cases }) => sum + cases.length, job.cases.length);
  return {
    ...limits,
    ...wallLimit(job.limits, calls),
    idleMs: idleRunMs,
    outputBytes: limits.outputBytes * (1 + job.runs.length),
    caseMs: limits.caseMs * caseLimitsPerRun,
  };
}

function seriesText(job: SeriesJob): string {
  const { target, resident, limits, output, cases, runs, isApart } = job;
  const message: SeriesMessage = {
    kind: "series",
    ...otherFilesOf(job),
    target,
    resident_lines: resident?.lines ?? null,
    wants_digest: false,
    case_cpu_seconds: limits.caseCpuSeconds,
    // Where a case that ends past its limit is not looked at again, there is no need to wait for its end.
    kill_cpu_seconds: limits.caseCpuSeconds * (isApart ? killFactor : 1),
    output,
    is_apart: isApart,
    is_checked: job.isChecked === true,
    cases: cases.map(({ id, recipe }) => ({ id, recipe })),
    runs: runs.map(({ edited, groups }) => ({ body: edited ?? null, groups })),
  };
  return JSON.stringify(message);
}

/** How far a child's account of a series got. */
type SeriesState = "silent" | "runs" | "over" | "malformed";

/** Reads what one child says of a series. */
class SeriesReport {
  readonly findings: (SeriesFinding | undefined)[] = [];
  readonly #job: SeriesJob;
  readonly #frames = new ChildFrameReader();
  readonly #original = new Map<string, Observation>();
  #state: SeriesState = "silent";
  /** Whether the child said that everything was run, and the last look at the original, where one was asked for, was the first. */
  isWhole = false;

  constructor(job: SeriesJob) {
    this.#job = job;
  }

  /** Whether the original showed what it must, wherever it was needed. */
  showsOriginal(): boolean {
    const { expected } = this.#job;
    return [...this.#original].every(([id, actual]) => {
      const wanted = expected.observations[id];
      return wanted !== undefined && compareObservations(id, wanted, actual, expected) === undefined;
    });
  }

  /** False where the child came to an end that it did not tell of, in the run that is next. */
  get isOver(): boolean {
    return this.#state === "over";
  }

  read(bytes: Buffer): "malformed" | "well" {
    this.#frames.append(bytes);
    while (this.#state !== "malformed") {
      const frame = this.#frames.take();
      if (frame === undefined) return "well";
      try {
        this.#state = frame === "too-long" ? "malformed" : this.#take(frame);
      } catch {
        this.#state = "malformed";
      }
    }
    return "malformed";
  }

  #take({ kind, text }: ChildFrame): SeriesState {
    const content = JSON.parse(text) as unknown;
    if (this.#state === "silent") {
      if (kind !== "built") return "over";
      builtMessage.parse(content);
      return "runs";
    }
    if (this.#state === "runs" && kind === "case") return this.#takeCase(content);
    if (this.#state === "runs" && kind === "run") return this.#takeRun(content);
    this.isWhole = kind === "done";
    return kind === "done" || kind === "out-of-memory" ? "over" : "malformed";
  }

  #takeCase(content: unknown): "runs" | "malformed" {
    const { id, observation: seen } = caseMessage.parse(content);
    if (this.#original.has(id)) return "malformed";
    this.#original.set(id, seen);
    return "runs";
  }

  #takeRun(content: unknown): "runs" | "malformed" {
    const { run, status, code_digest: codeDigest, case: at, differences } = runMessage.parse(content);
    if (run !== this.findings.length || run >= this.#job.runs.length) return "malformed";
    if (!differences.every(({ id }) => this.#original.has(id))) return "malformed";
    this.findings.push(
      status === "ran" || status === "timed-out" || status === "slow"
        ? { status, caseId: at ?? undefined, codeDigest: codeDigest ?? undefined, differences }
        : undefined,
    );
    return "runs";
  }
}
