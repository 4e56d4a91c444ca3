import { atBoundary, shorten } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import {
  describeInput,
  describeShown,
  judgeCandidate,
  rulesOf,
  type Difference,
  type FailedCase,
  type Judgement,
} from "../judge/index.ts";
import { findReasonWords, verdictWords, type Observation, type ResultRow } from "../spec/index.ts";
import type { CompletionSource } from "./completions.ts";
import { judgeByAll, type GradedSubjects, type TaskJudge } from "./task-judge.ts";

/** The samples of a task with the case in which each first went wrong: for people who may see hidden cases, never for a model. */
export interface ExplainedTask {
  readonly task_id: string;
  readonly notice: string;
  readonly samples: readonly ExplainedSample[];
}

/** One sample; what there is nothing to say of is null. Texts have the form of an interactive session. */
export interface ExplainedSample {
  readonly sample: number;
  readonly verdict: string;
  readonly reason: string | null;
  /** What verdict or reason mean, and more where there is more to say. */
  readonly meaning: string;
  readonly detail: string | null;
  /** The first case or test that went wrong, or the case in which it ended. */
  readonly case_id: string | null;
  readonly inputs: string | null;
  /** What the original shows. */
  readonly expected: string | null;
  /** What the candidate showed; null also where it did not get to the end of the case. */
  readonly observed: string | null;
  readonly difference: { readonly path: string; readonly message: string } | null;
}

/** Characters of one side that are shown: a candidate decides how much it showed. */
const MAX_SHOWN = 20_000;

const NOTICE =
  "This shows hidden cases. Keep it from every model that is evaluated on the task or trained for it.";

/** Judges the completions behind a task's rows once more, and keeps what they showed. Throws `InterruptedError`. */
export async function explainTask(
  judge: TaskJudge,
  task: LoadedTask,
  from: { readonly source: CompletionSource; readonly rows: readonly ResultRow[] },
  signal: AbortSignal | undefined,
): Promise<ExplainedTask> {
  const { id } = task.record;
  const judgeAgain = (subjects: GradedSubjects, completion: string): Promise<Judgement> =>
    judgeByAll(subjects, (subject) => judgeCandidate(subject, completion, signal));
  const rows = new Map(from.rows.filter((row) => row.task_id === id).map((row) => [row.sample, row]));
  const samples: ExplainedSample[] = [];
  for (const pending of from.source.list(task)) {
    const row = rows.get(pending.sample);
    if (row === undefined) continue;
    const wasJudged = row.blame !== "model" && row.reason !== "no_prediction";
    const completion = wasJudged
      ? await pending.complete(signal, (text) => judge.judge(task, text, { signal }))
      : undefined;
    const prepared = completion?.status === "completed" ? await judge.prepare(task) : undefined;
    samples.push(
      completion?.status === "completed" && prepared?.status === "ready"
        ? await describe(task, row.sample, await judgeAgain(prepared.subjects, completion.text))
        : describeRow(row),
    );
  }
  return { task_id: id, notice: NOTICE, samples };
}

/** A sample of which nothing is known but its row. */
function describeRow({ sample, verdict, reason, feedback }: ResultRow): ExplainedSample {
  return {
    ...nothing,
    sample,
    verdict,
    reason,
    meaning: meaningOf(verdict, reason ?? undefined),
    detail: feedback[0]?.text ?? null,
  };
}

const nothing = {
  detail: null,
  case_id: null,
  inputs: null,
  expected: null,
  observed: null,
  difference: null,
};

async function describe(task: LoadedTask, sample: number, judgement: Judgement): Promise<ExplainedSample> {
  const { verdict, reason, detail, difference, failure } = judgement;
  return {
    ...nothing,
    sample,
    verdict,
    reason: reason ?? null,
    meaning: meaningOf(verdict, reason),
    detail: detail ?? null,
    ...(failure === undefined
      ? { case_id: difference?.caseId ?? null }
      : await describeFailure(task, failure, difference)),
    difference:
      difference === undefined || (failure !== undefined && difference.caseId !== failure.suiteCase.id)
        ? null
        : { path: difference.path, message: difference.message },
  };
}

async function describeFailure(
  { record }: LoadedTask,
  { suiteCase, expected, observed }: FailedCase,
  difference: Difference | undefined,
): Promise<Partial<ExplainedSample>> {
  const [target] = record.targets;
  if (target === undefined) return {};
  const rules = await rulesOf(record);
  const { present } = rules.language;
  const show = (observation: Observation | undefined): string | null =>
    observation === undefined
      ? null
      : atBoundary(
          () => shorten(describeShown(target, suiteCase, observation, rules), MAX_SHOWN),
          (message) => `It cannot be shown: ${message}`,
        );
  const told = { expected: show(expected), observed: show(observed) };
  const sides = difference?.sides;
  return {
    case_id: suiteCase.id,
    inputs: describeInput(target, suiteCase, rules),
    ...(told.expected === told.observed && difference !== undefined && sides !== undefined
      ? {
          expected: `${told.expected ?? ""}\n${present.comment(`at ${difference.path}: ${sides.expected}`)}`,
          observed: `${told.observed ?? ""}\n${present.comment(`at ${difference.path}: ${sides.actual}`)}`,
        }
      : told),
  };
}

function meaningOf(verdict: ResultRow["verdict"], reason: string | undefined): string {
  return (findReasonWords(reason ?? "") ?? verdictWords[verdict]).means;
}

/** An explained task as a person reads it. */
export function renderExplanation({ task_id, notice, samples }: ExplainedTask): string {
  return [
    `${task_id} explained. ${notice}`,
    ...(samples.length === 0 ? ["  No sample of it is part of this run."] : []),
    ...samples.flatMap(renderSample),
  ].join("\n");
}

function renderSample(one: ExplainedSample): string[] {
  const reason = one.reason === null ? "" : `, ${one.reason}`;
  const indent = (text: string): string[] =>
    printable(text)
      .split("\n")
      .map((line) => `      ${line}`);
  const part = (title: string, text: string | null): string[] =>
    text === null ? [] : [`    ${title}`, ...indent(text === "" ? "(nothing)" : text)];
  return [
    `  sample ${one.sample}: ${one.verdict}${reason}. ${one.meaning}.`,
    ...(one.detail === null ? [] : indent(one.detail)),
    ...part(`${one.case_id}, the inputs:`, one.inputs),
    ...part("what the original shows:", one.expected),
    ...(one.inputs === null
      ? []
      : part("what this candidate showed:", one.observed ?? "It did not get to the end.")),
    ...(one.difference === null
      ? []
      : part(
          one.inputs === null ? `the first difference, in ${one.case_id}:` : "the first difference:",
          `${one.difference.path}: ${one.difference.message}`,
        )),
  ];
}

/** Texts of a candidate cannot command a terminal. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}
