import { throwIfInterrupted } from "../../base/index.ts";
import type { TaskSet } from "../../datasets/index.ts";
import {
  isOfAllRequests,
  openRunReplies,
  REPLIES,
  summariseCalls,
  throwIfForGood,
  wrapModel,
  type CallSummary,
  type ModelFailure,
} from "../../models/index.ts";
import type { RunFolder } from "../../store/index.ts";
import { openServices } from "../services.ts";
import { readThresholds } from "../stored-thresholds.ts";
import {
  CHANGED,
  countLeftOut,
  countWords,
  finishVariant,
  inVariantFolder,
  writeVariantManifest,
} from "../variant-set.ts";
import { Verifier } from "../verify.ts";
import type { WorkContext } from "../work-context.ts";
import type { WritingRequest } from "../writing-request.ts";
import { rewordTask, type Rewording } from "./reword-task.ts";
import { rewordedRecord, type RewordedRecord } from "./reworded-record.ts";

/** What variants with a model's documentation are made of. */
export interface RewordOptions {
  readonly taskSet: string;
  /** Absent: the set's own folder with `-reworded` behind it. */
  readonly out?: string | undefined;
  readonly workers: number;
  readonly sandbox: string;
  readonly writing: Pick<WritingRequest, "model" | "settings" | "prompts" | "reached" | "cacheDirectory">;
}

/** The document that `build --reworded --json` prints. */
export interface RewordReport {
  readonly task_set: string;
  readonly reworded_from: string;
  readonly tasks: number;
  readonly accepted: number;
  /** Of these at the first answer. */
  readonly at_once: number;
  readonly left_out: Readonly<Record<string, number>>;
  /** What spoke against texts that were not taken, those of tasks that were accepted later included. */
  readonly complaints: Readonly<Record<string, number>>;
  /** Tasks that the model has no answer for now, and why the first; absent where there are none: the same command asks for them. */
  readonly unanswered?: { readonly tasks: number; readonly message: string };
  readonly calls?: CallSummary;
  readonly was_finished: boolean;
}

const KIND = "reworded";
/** Records of what was tried. */
const TRIED = KIND;

/**
 * Makes of a task set another one whose tasks have the documentation that a model wrote, each checked and proven with it (R2E's refinement of specifications). Goes on where it was interrupted. Throws
 * `UsageError` `not-a-task-set` and what opening the folder throws, the failures of a model that every task would meet, `InterruptedError`.
 */
export async function rewordTaskSet(options: RewordOptions, context: WorkContext): Promise<RewordReport> {
  const { taskSet, out, writing } = options;
  const asked = describeAsked(writing);
  return await inVariantFolder(
    { taskSet, out, kind: KIND, decidedBy: asked },
    context,
    async (folder, from) => {
      const failures = await rewordInto(folder, from, options, context);
      return finish(folder, from, asked, failures);
    },
  );
}

/** What of a model decides what it writes. */
function describeAsked({ model, settings, prompts }: RewordOptions["writing"]): Record<string, unknown> {
  const { replaced } = prompts;
  return {
    reworded_by: { ...model.identity, settings, ...(replaced === undefined ? {} : { prompts: replaced }) },
  };
}

/** Tries every task that was not tried before; why some have no answer for now. */
async function rewordInto(
  folder: RunFolder,
  taskSet: TaskSet,
  options: RewordOptions,
  context: WorkContext,
): Promise<readonly ModelFailure[]> {
  const { model, reached, cacheDirectory } = options.writing;
  const { tasks } = taskSet.manifest;
  const known = new Set(tried(folder).map((record) => record.reworded_from));
  await using services = await openServices(options, context);
  const store = openRunReplies(folder, model, cacheDirectory);
  const rewording: Rewording = {
    model: wrapModel(model, { ...reached, logger: context.logger }, store),
    request: options.writing,
    verifier: new Verifier(services, readThresholds(taskSet.manifest.options)),
    languageOf: () => services.language,
    taskSet: folder.path,
    signal: context.signal,
  };
  const failures: ModelFailure[] = [];
  context.progress.begin("writing documentation", tasks.length);
  for (const [index, { id, digest }] of tasks.entries()) {
    if (known.has(id)) continue;
    throwIfInterrupted(context.signal);
    using task = taskSet.get(id);
    const outcome: RewordedRecord | ModelFailure =
      task.digest === digest ? await rewordTask(task, rewording) : { reworded_from: id, ...CHANGED };
    throwIfInterrupted(context.signal);
    if ("status" in outcome) folder.append(TRIED, outcome);
    else {
      throwIfForGood(outcome);
      failures.push(outcome);
      if (isOfAllRequests(outcome)) break;
    }
    context.progress.advance(index + 1, id);
  }
  return failures;
}

function tried(folder: RunFolder): readonly RewordedRecord[] {
  return folder.records(TRIED).map((one) => rewordedRecord.parse(one));
}

function finish(
  folder: RunFolder,
  { manifest }: TaskSet,
  asked: Readonly<Record<string, unknown>>,
  failures: readonly ModelFailure[],
): RewordReport {
  const { path } = folder;
  const records = new Map(tried(folder).map((one) => [one.reworded_from, one]));
  // In the order of the set, whenever they were answered.
  const ordered = manifest.tasks.flatMap(({ id }) => records.get(id) ?? []);
  const tasks = manifest.tasks.flatMap((entry) => {
    const one = records.get(entry.id);
    return one?.status === "accepted" ? [{ ...entry, id: one.task_id, digest: one.digest }] : [];
  });
  const origin = { reworded_from: manifest.name, ...asked };
  writeVariantManifest(folder, manifest, { kind: KIND, origin, tasks });
  const calls = summariseCalls(folder.records(REPLIES));
  const open = manifest.tasks.length - records.size;
  const report: RewordReport = {
    task_set: path,
    reworded_from: manifest.name,
    tasks: manifest.tasks.length,
    accepted: tasks.length,
    at_once: [...records.values()].filter((one) => one.status === "accepted" && one.answers === 1).length,
    left_out: countLeftOut(ordered),
    complaints: countWords(ordered.flatMap(({ complaints = [] }) => complaints)),
    ...(open === 0 ? {} : { unanswered: { tasks: open, message: failures[0]?.message ?? "" } }),
    ...(calls === undefined ? {} : { calls }),
    was_finished: false,
  };
  if (open > 0) return report;
  finishVariant(folder, report);
  return report;
}
