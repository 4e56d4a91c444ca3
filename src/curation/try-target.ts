import { isDiskFull, messageOf, throwIfInterrupted } from "../base/index.ts";
import { splitOf } from "../datasets/index.ts";
import type { Definition } from "../languages/index.ts";
import type { Spending } from "../models/index.ts";
import type { RunFolder } from "../store/index.ts";
import { withAdversaries, type AttackedTarget } from "./adversaries.ts";
import { ADVERSARIES } from "./adversaries-record.ts";
import { withReimplementations } from "./reimplementations.ts";
import { REIMPLEMENTATIONS } from "./reimplementations-record.ts";
import type { CapBook, CapRequest } from "./cap-book.ts";
import type { BuildOptions } from "./curation.ts";
import type { TriedFacts } from "./journal.ts";
import { EDGE_CASES } from "./edge-cases-record.ts";
import { withSuggestions } from "./edge-cases.ts";
import { keepOnce } from "./keep-once.ts";
import type { TaskOutcome } from "./kinds/kind.ts";
import { DEFAULT_KIND } from "./kinds/registry.ts";
import type { PreparedSource, PreparedTarget } from "./prepared-source.ts";
import type { Tried } from "./record-tried.ts";
import type { WorkContext } from "./work-context.ts";
import { writeFor, type SourceWriting, type Unanswered } from "./written-tests.ts";

/** What trying one target takes of a source's job. */
interface TargetJob {
  readonly source: string;
  readonly caps: CapBook;
  readonly options: BuildOptions;
  readonly context: WorkContext;
  readonly folder: RunFolder;
}

/**
 * Grows a suite for one target of a prepared source and proves it, with what a model writes where there is `writing`. What fails for no reason of the target's own is a
 * rejection as well; throws only when interrupted or where the disk is full.
 */
export async function tryTarget(
  job: TargetJob,
  prepared: PreparedSource,
  target: PreparedTarget,
  writing?: SourceWriting,
): Promise<Tried> {
  const { source, caps, options } = job;
  const startedAt = performance.now();
  const { definition, isReached } = target;
  const screened = await attempt(job, definition, async () => DEFAULT_KIND.screen(prepared, target, options));
  const request: CapRequest = {
    source,
    path: definition.path,
    class_name: definition.className ?? null,
    is_script: prepared.isScript(definition.path),
    split: splitOf(prepared.repository.family),
    signature: prepared.signatureOf(target),
  };
  const isWorthwhile = screened === undefined && caps.admit(request).status === "free";
  const made = isWorthwhile
    ? await attempt(job, definition, () => makeAttacked(job, prepared, target, writing))
    : undefined;
  const [outcome, unanswered] = made?.status === "unanswered" ? [undefined, made.failure] : [made, undefined];
  const facts: TriedFacts = {
    event: "target-tried",
    source,
    path: definition.path,
    name: definition.name,
    line: definition.lines.start,
    is_reached: isReached,
    statements: definition.facts.statements,
    is_core_shape: DEFAULT_KIND.findSimplicity(prepared, definition) === undefined,
    evaluations: outcome?.evaluations ?? 0,
    duration_ms: Math.round(performance.now() - startedAt),
  };
  return { facts, screened, request, outcome, unanswered };
}

/** Makes the task of a target, with what a model wrote for it and against the wrong implementations of it that were given. */
async function makeAttacked(
  job: TargetJob,
  prepared: PreparedSource,
  target: PreparedTarget,
  writing: SourceWriting | undefined,
): Promise<TaskOutcome | Unanswered> {
  const { source, options, folder } = job;
  const written = writing === undefined ? { ...NOTHING_WRITTEN, target } : await writeFor(writing, target);
  if (written.status === "unanswered") return written;
  const { path, name } = target.definition;
  const given = (options.adversaries ?? []).filter((one) => one.path === path && one.name === name);
  const { language } = prepared.openTarget(target).proofTarget;
  const suggested = written.suggested && withSuggestions(written.target, written.suggested);
  const suggestedTo = suggested?.target ?? written.target;
  const reimplemented = withReimplementations({ language }, suggestedTo, written.reimplementations);
  const attacked = withAdversaries({ language }, reimplemented.target, [...given, ...written.adversaries]);
  const made = await DEFAULT_KIND.make(prepared, attacked.target, options);
  const anew = reimplemented.record(source);
  if (anew.tried.length > 0) keepOnce(folder, REIMPLEMENTATIONS, anew);
  keepAdversaries(folder, attacked, source);
  if (suggested !== undefined) keepOnce(folder, EDGE_CASES, suggested.record(source, made));
  return withProvenance(made, written.spending);
}

const NOTHING_WRITTEN = {
  status: "written",
  adversaries: [],
  reimplementations: [],
  suggested: undefined,
  spending: { calls: 0, costUsd: 0 },
} as const;

/** An accepted task that says what its answers took. */
function withProvenance(outcome: TaskOutcome, { calls, costUsd }: Spending): TaskOutcome {
  if (outcome.status === "rejected" || calls === 0) return outcome;
  const { draft } = outcome;
  const provenance = { ...draft.record.provenance, model_calls: calls, cost_usd: costUsd };
  return { ...outcome, draft: { ...draft, record: { ...draft.record, provenance } } };
}

function keepAdversaries(folder: RunFolder, attacked: AttackedTarget, source: string): void {
  const record = attacked.record(source);
  if (record.tried.length > 0) keepOnce(folder, ADVERSARIES, record);
}

/** One target that fails for no reason of its own is a record, not the end of the build. */
async function attempt<T>(
  { context }: Pick<TargetJob, "context">,
  { path, name }: Definition,
  work: () => Promise<T>,
): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    throwIfInterrupted(context.signal);
    if (isDiskFull(error)) throw error;
    const detail = messageOf(error);
    context.logger("warn", "target-failed", { target: `${path}:${name}`, message: detail });
    return { status: "rejected", reason: "infrastructure", detail, evaluations: 0 };
  }
}

type Failure = Extract<TaskOutcome, { readonly status: "rejected" }>;
