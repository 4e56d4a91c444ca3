import { createWordRecord, joinPath, mapInOrder, UsageError, type HostPath } from "../../base/index.ts";
import type { WorkContext } from "../../curation/index.ts";
import { readTaskSet } from "../../datasets/index.ts";
import {
  openModel,
  openReplyCache,
  wrapModel,
  type Model,
  type Prompts,
  type ReplyStore,
} from "../../models/index.ts";
import type { RecordedReply, ResultRow } from "../../spec/index.ts";
import { DEFAULT_ASKING, type AskingOptions } from "../asked-models.ts";
import { readCountedRun } from "../counted-run.ts";
import { readPredictions } from "../models.ts";
import { COMPLETIONS } from "../run-stages.ts";
import { classifyWithModel } from "./classify-with-model.ts";
import { classifyByRules, type FailureClass } from "./failure-class.ts";

/** Which failures are classed, and how. */
export interface ClassifyOptions {
  readonly run: HostPath;
  /** Where the task set is, if not where the run says. */
  readonly taskSet?: HostPath | undefined;
  /** Asked where no rule decides; absent: nobody is. */
  readonly model?: { readonly spec: string; readonly asking: AskingOptions } | undefined;
}

/** Why one answer is wrong. */
export interface ClassifiedFailure {
  readonly task_id: string;
  readonly sample: number;
  readonly reason: string;
  readonly class: FailureClass | "undecided";
  /** Who said so. */
  readonly by: "rules" | "model";
}

/** The JSON document of `failures`. */
export interface FailureReport {
  readonly run: string;
  /** Unresolved samples with a prediction. */
  readonly failures: number;
  readonly classes: Readonly<Record<string, number>>;
  readonly by_model: number;
  readonly samples: readonly ClassifiedFailure[];
}

/**
 * Says of each wrong answer of a run why it is wrong: by rules, and where these do not decide, by a model. Throws `UsageError`: `not-a-run`; `no-task-set` where a model is
 * to be asked and the instructions are not at hand; what `openModel` throws.
 */
export async function classifyFailures(
  options: ClassifyOptions,
  { logger, signal }: WorkContext,
): Promise<FailureReport> {
  const { rows, source } = readCountedRun(options.run, "class the failures of", options.taskSet);
  const byTask = Map.groupBy(rows, ({ task_id }) => task_id);
  const asked = options.model;
  const { prompts, requests } = asked?.asking ?? DEFAULT_ASKING;
  const model =
    asked === undefined
      ? undefined
      : await openModel(asked.spec, { ...asked.asking, logger }).then((opened) =>
          wrapModel(opened, { ...asked.asking, logger }, storeFor(asked.asking, opened)),
        );
  if (model !== undefined && source.status !== "found")
    throw new UsageError(
      "no-task-set",
      `Cannot ask a model about ${options.run}: its task set is not at hand.`,
      {
        hint: "Say where it is: --task-set DIR",
      },
    );
  const ask =
    model === undefined || source.status !== "found"
      ? undefined
      : createAsking({ model, prompts }, { taskSet: source.path, run: options.run }, signal);
  const classify = async (row: ResultRow): Promise<ClassifiedFailure[]> => {
    const found = classifyByRules(row, byTask.get(row.task_id) ?? [row]);
    if (found === undefined) return [];
    const told = found === "undecided" ? await ask?.(row) : undefined;
    const { task_id, sample, reason } = row;
    const by = told === undefined ? "rules" : "model";
    return [{ task_id, sample, reason: reason ?? "", class: told ?? found, by }];
  };
  const samples: ClassifiedFailure[] = [];
  for await (const found of mapInOrder(rows, requests, classify)) samples.push(...found);
  const classes = createWordRecord<number>();
  for (const { class: name } of samples) classes[name] = (classes[name] ?? 0) + 1;
  return {
    run: options.run,
    failures: samples.length,
    classes: Object.fromEntries(Object.entries(classes).sort(([, m], [, n]) => n - m)),
    by_model: samples.filter(({ by }) => by === "model").length,
    samples,
  };
}

function createAsking(
  asked: { readonly model: Model; readonly prompts: Prompts },
  { taskSet, run }: { readonly taskSet: HostPath; readonly run: HostPath },
  signal: AbortSignal | undefined,
): (row: ResultRow) => Promise<FailureClass | undefined> {
  const completions = readPredictions(joinPath(run, `${COMPLETIONS}.jsonl`));
  return async (row) => {
    using set = readTaskSet(taskSet);
    using task = set.get(row.task_id);
    const own = completions.get(row.task_id)?.find(({ sample }) => sample === row.sample);
    const wrong = { row, instruction: task.instruction, completion: own?.completion ?? "" };
    return classifyWithModel(asked, wrong, signal);
  };
}

/** Answers of all runs on this machine, or of this call alone. */
function storeFor({ cacheDirectory }: AskingOptions, model: Model): ReplyStore {
  if (cacheDirectory !== undefined) return openReplyCache(cacheDirectory, model);
  const replies = new Map<string, RecordedReply>();
  return { find: (key) => replies.get(key), keep: (reply) => void replies.set(reply.key, reply) };
}

/** A report on failures as a person reads it. */
export function describeFailures({ run, failures, classes, by_model: byModel }: FailureReport): string {
  const told = byModel === 0 ? "" : `, ${byModel} of them classed by a model`;
  return [
    `${failures} wrong answers in ${run}${told}`,
    ...Object.entries(classes).map(
      ([name, count]) =>
        `  ${name.replaceAll("_", " ").padEnd(20)} ${String(count).padStart(5)}  ${((100 * count) / failures).toFixed(1)} %`,
    ),
  ].join("\n");
}
