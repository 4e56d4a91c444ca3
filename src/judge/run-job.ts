import type { CaseRecipe, SuiteCase } from "../spec/index.ts";
import type { CaseResult, EvaluationJob, EvaluationLimits, EvaluationOutcome } from "./judge.ts";
import { compareCase, hasFault } from "./compare-case.ts";
import { knownTextsOf } from "./known-texts.ts";
import { decideOutcome, killFactor } from "./outcome.ts";
import { otherFilesOf, type EvaluateMessage } from "./protocol/jobs.ts";
import { ReportReader } from "./report.ts";
import type { ChildEnd, KeptFile, Worker } from "./worker.ts";

/** A process that computes nothing for this long waits for something that cannot come: the clock inside never waits. */
const idleMs = 3_000;
const maxWallMs = 600_000;

/**
 * Runs one evaluation in a parent that fits it. `unfit`: the edited code cannot stand in for a resident original's. With `isKeptAtOnce` the
 * parent keeps the masked file's code though it may never pay.
 */
export async function runEvaluation(
  worker: Worker,
  job: EvaluationJob,
  signal: AbortSignal | undefined,
  isKeptAtOnce = false,
): Promise<EvaluationOutcome | "unfit"> {
  const started = performance.now();
  const cases = job.order === undefined ? job.cases : job.order.flatMap((index) => job.cases[index] ?? []);
  let stoppedAt: string | undefined;
  const onCase = (result: CaseResult): CaseResult => {
    const compared = stoppedAt === undefined ? withComparison(job, result) : result;
    if (job.stopsAtFirst === true && hasFault(compared)) stoppedAt = result.id;
    return compared;
  };
  const report = new ReportReader(
    cases.map(({ id }) => id),
    onCase,
    knownTextsOf(job),
  );
  const limits = parentLimits(job);
  const listen = report.frames.listen(limits);
  const end = await worker.run({
    frame: { ...limits, ...wallLimit(job.limits, job.cases.length) },
    file: Buffer.from(job.fileText),
    rest: jobText(job, cases),
    kept: keptFor(worker, job, isKeptAtOnce),
    onBytes: (bytes, cpuSeconds) => listen(bytes, cpuSeconds) || stoppedAt !== undefined,
    signal,
  });
  if (end.status === "ended" && end.killed === undefined) report.frames.end();
  // Said without having been asked it is a candidate's claim, made while its file was imported.
  if (report.state.status === "unfit" && job.resident !== undefined) return "unfit";
  return {
    results: upTo(report.results, stoppedAt),
    ...spentBy(end, started),
    codeDigest: report.codeDigest,
    ...decideOutcome(report, end, stoppedAt),
  };
}

/** What a child cost; `started` by the clock of `performance`. */
export function spentBy(
  end: ChildEnd,
  started: number,
): Pick<EvaluationOutcome, "cpuSeconds" | "peakBytes" | "durationMs"> {
  const { cpuSeconds, peakBytes } = end.status === "ended" ? end : { cpuSeconds: 0, peakBytes: 0 };
  return { cpuSeconds, peakBytes, durationMs: performance.now() - started };
}

/** What the parent enforces; it sees nothing else of a job. */
export function parentLimits(job: Pick<EvaluationJob, "limits">): {
  readonly memoryBytes: number;
  readonly outputBytes: number;
  readonly importMs: number;
  readonly caseMs: number;
} {
  const { limits } = job;
  return {
    memoryBytes: limits.memoryBytes,
    outputBytes: limits.outputBytes,
    importMs: limits.importSeconds * 1000,
    caseMs: limits.caseCpuSeconds * killFactor * 1000,
  };
}

/** Real time for a whole evaluation, generous: on a busy machine a second of computing may take many. */
export function wallLimit(
  { importSeconds, caseCpuSeconds }: EvaluationLimits,
  cases: number,
): { readonly wallMs: number; readonly idleMs: number } {
  const seconds = importSeconds + cases * killFactor * caseCpuSeconds;
  return { wallMs: Math.min(maxWallMs, 30_000 + 4_000 * seconds), idleMs };
}

function withComparison({ expected }: EvaluationJob, result: CaseResult): CaseResult {
  const { id, observation } = result;
  const wanted = expected?.observations[id];
  if (expected === undefined || wanted === undefined) return result;
  try {
    return { ...result, comparison: compareCase(id, wanted, observation, expected) };
  } catch {
    // A mistake of ours, and none of the candidate's: who decides compares again, meets it, and can tell.
    return result;
  }
}

/** Nothing after the case at which an evaluation was stopped counts, however far the child had got. */
function upTo(results: readonly CaseResult[], stoppedAt: string | undefined): readonly CaseResult[] {
  if (stoppedAt === undefined) return results;
  return results.slice(0, results.findIndex(({ id }) => id === stoppedAt) + 1);
}

/** Where children are many: a parent that serves one of them would compile the file twice. */
function keptFor(
  worker: Worker,
  { masked, target }: EvaluationJob,
  isKeptAtOnce: boolean,
): KeptFile | undefined {
  return masked === undefined || !worker.plan.nests ? undefined : { masked, target, isKeptAtOnce };
}

const caseTexts = new WeakMap<SuiteCase, string>();

/** A case as the job has it; each candidate of a task is given the same ones, in an order of its own. */
function caseText(one: SuiteCase): string {
  const known = caseTexts.get(one);
  if (known !== undefined) return known;
  const { id, recipe } = one;
  const text = JSON.stringify({ id, recipe: withoutEmpty(recipe) });
  caseTexts.set(one, text);
  return text;
}

/** Parts of a recipe that a driver takes for empty where they are not there. */
const OPTIONAL_PARTS: ReadonlySet<string> = new Set(["shared", "keywords", "files", "variables", "patches"]);

/** Half of what is written of a light case is that it has no files, keywords and so on. */
function withoutEmpty(recipe: CaseRecipe): Partial<CaseRecipe> {
  const held = Object.entries(recipe).filter(
    ([name, part]) => !OPTIONAL_PARTS.has(name) || Object.keys(part as object).length > 0,
  );
  return Object.fromEntries(held);
}

function jobText(job: EvaluationJob, cases: EvaluationJob["cases"]): Buffer {
  const { target, limits, output } = job;
  const head: Omit<EvaluateMessage, "cases"> = {
    kind: "evaluate",
    ...otherFilesOf(job),
    target,
    resident_lines: job.resident?.lines ?? null,
    trace_arcs: job.traceArcs === true || job.traceConditions === true,
    trace_conditions: job.traceConditions === true,
    // Nobody asks whether a candidate equals the reference but for its byte code.
    wants_digest: job.trust === "own",
    case_cpu_seconds: limits.caseCpuSeconds,
    output,
  };
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"cases":[${cases.map(caseText).join(",")}]}`);
}
