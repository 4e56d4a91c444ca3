import { readFileSync } from "node:fs";

import { describeKnownNames, digestOf, isSystemError, UsageError, type HostPath } from "../base/index.ts";
import type { LoadedTask, TaskSet } from "../datasets/index.ts";
import type { Language, Variant } from "../languages/index.ts";
import { prediction, type MutantEvidence } from "../spec/index.ts";
import { definitionOf } from "./task-definition.ts";

/** A completion before it is judged, or the lack of one; samples of a task count from 0. */
export interface Completion {
  readonly sample: number;
  /** Absent: a prediction was asked for and there is none. */
  readonly completion: string | undefined;
}

/** Where completions come from. */
export interface CompletionSource {
  /** What the run is called after: the model's spec, `predictions`, `stored`. */
  readonly name: string;
  /** What decides the completions, beside the task set. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Completions of one task in the order of samples, the same at every call. None: the task is not part of the evaluation. */
  complete(task: LoadedTask): readonly Completion[];
}

/** A model that needs no service: what it completes a task with, as one text per sample. */
type BuiltInModel = (task: LoadedTask, language: Language) => readonly string[];

const models = {
  reference: (task) => [task.referenceText()],
  null: () => [""],
  stub: (task, language) => trivialBody(task, language, "pass"),
  "stub:raise": (task, language) => trivialBody(task, language, "raise"),
  mutant: (task) =>
    task
      .evidence()
      .mutants.filter(isCounted)
      .map((mutant) => applyMutant(task, mutant)),
} satisfies Record<string, BuiltInModel>;

const CHEAT = "cheat:";

/** The SPECs that need nothing, as messages and `--help` list them. */
export const knownModelNames: readonly string[] = [...Object.keys(models), `${CHEAT}NAME`];

/** True for the models that need nothing: their solve rates say nothing of a task's difficulty. */
export function isBuiltInModel(name: string): boolean {
  return Object.hasOwn(models, name) || name.startsWith(CHEAT);
}

/** True for models whose samples are all there is of something, not draws: pass@k beyond 1 means nothing for them. */
export function listsPrograms(model: string): boolean {
  return model === "mutant" || model.startsWith(CHEAT);
}

/**
 * Finds a built-in model. `mutant` and `cheat:NAME` have as many samples of a task as there are such programs, whatever
 * `samples` says. Throws `UsageError` `unknown-model` or `unknown-cheat` with the names there are.
 */
export function createModelSource(
  spec: string,
  samples: number,
  taskSet: TaskSet,
  languageOf: (task: LoadedTask) => Language,
): CompletionSource {
  const model = findModel(spec);
  if (spec.startsWith(CHEAT)) refuseUnknownCheat(spec.slice(CHEAT.length), taskSet, languageOf);
  const isListing = listsPrograms(spec);
  return {
    name: spec,
    identity: { model: spec, samples: isListing ? null : samples },
    complete(task) {
      const texts = model(task, languageOf(task));
      const all = isListing ? texts : texts.flatMap((text) => Array<string>(samples).fill(text));
      return all.map((completion, sample) => ({ sample, completion }));
    },
  };
}

/**
 * Completions that were made elsewhere. Every task gets at least `samples` (and at least one): those it lacks are there without a
 * completion. Throws `UsageError` `foreign-predictions` where no line names a task of the set.
 */
export function createFileSource(
  name: string,
  file: HostPath,
  samples: number | undefined,
  taskSet: TaskSet,
): CompletionSource {
  const byTask = readPredictions(file);
  const known = new Set(taskSet.manifest.tasks.map(({ id }) => id));
  const foreign = [...byTask.keys()].filter((id) => !known.has(id));
  if (byTask.size > 0 && foreign.length === byTask.size) {
    throw new UsageError(
      "foreign-predictions",
      `Cannot judge ${file}: none of its ${foreign.length} tasks, such as ${foreign[0] ?? ""}, is in ${taskSet.directory}.`,
      { hint: "List the tasks of the set with: diorama show TASKSET" },
    );
  }
  const digest = digestOf([...byTask].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    name,
    identity: { file: digest, samples: samples ?? null, foreign_tasks: foreign.length },
    complete: ({ record }) => withMissing(byTask.get(record.id) ?? [], samples ?? 1),
  };
}

function withMissing(given: readonly Completion[], wanted: number): readonly Completion[] {
  const numbers = new Set(given.map(({ sample }) => sample));
  const all = [...given];
  for (let sample = 0; all.length < wanted; sample++) {
    if (!numbers.has(sample)) all.push({ sample, completion: undefined });
  }
  return all.sort((a, b) => a.sample - b.sample);
}

/**
 * Reads completions from JSON Lines: of a predictions file, or stored by a run. Lines without `sample` are numbered in the
 * order they stand. Throws `UsageError`: `unreadable-predictions`, `bad-prediction` (with the line), `duplicate-prediction`.
 */
export function readPredictions(file: HostPath): ReadonlyMap<string, readonly Completion[]> {
  const byTask = new Map<string, Completion[]>();
  for (const [index, line] of readText(file).split("\n").entries()) {
    if (line.trim() === "") continue;
    const { task_id, sample, completion } = parsePrediction(line, index + 1, file);
    const known = byTask.get(task_id) ?? [];
    byTask.set(task_id, known);
    const number = sample ?? known.length;
    if (known.some((each) => each.sample === number)) {
      throw new UsageError(
        "duplicate-prediction",
        `Cannot read line ${index + 1} of ${file}: task ${task_id} has a sample ${number} already.`,
        { hint: "Give each completion of a task its own sample, or leave sample out of all of them." },
      );
    }
    known.push({ sample: number, completion });
  }
  for (const completions of byTask.values()) completions.sort((a, b) => a.sample - b.sample);
  return byTask;
}

function findModel(spec: string): BuiltInModel {
  if (spec.startsWith(CHEAT))
    return (task, language) => cheatBodies(task, language, spec.slice(CHEAT.length));
  const known: Readonly<Record<string, BuiltInModel>> = models;
  const model = Object.hasOwn(known, spec) ? known[spec] : undefined;
  if (model !== undefined) return model;
  throw new UsageError(
    "unknown-model",
    `Cannot evaluate model "${spec}": there is no such built-in model. ${describeKnownNames(spec, knownModelNames)}`,
    { hint: "Completions of any other model are judged with --predictions FILE." },
  );
}

function trivialBody(task: LoadedTask, language: Language, kind: "pass" | "raise"): string[] {
  const { text, definition } = definitionOf(task, language);
  const bodies = language.variants.trivialBodies(text, definition, []);
  return bodies
    .filter((body) => body.kind === kind)
    .slice(0, 1)
    .map(({ completion }) => completion);
}

function cheatBodies(task: LoadedTask, language: Language, name: string): string[] {
  const chosen = cheatsOf(task, language).filter(({ id, kind }) => kind === name || id === name);
  return chosen.map(({ completion }) => completion);
}

function cheatsOf(task: LoadedTask, language: Language): readonly Variant[] {
  const { text, definition, module } = definitionOf(task, language);
  return language.variants.cheats(text, definition, module);
}

function refuseUnknownCheat(
  name: string,
  taskSet: TaskSet,
  languageOf: (task: LoadedTask) => Language,
): void {
  const names = new Set<string>();
  for (const task of taskSet.tasks()) {
    for (const { id, kind } of cheatsOf(task, languageOf(task))) {
      if (kind === name || id === name) return;
      names.add(kind);
    }
  }
  throw new UsageError(
    "unknown-cheat",
    `Cannot evaluate ${CHEAT}${name}: there is no such cheat for any task. ${describeKnownNames(name, [...names])}`,
  );
}

function isCounted({ status }: MutantEvidence): boolean {
  return status === "killed" || status === "timed_out" || status === "survived";
}

function applyMutant(task: LoadedTask, { start, end, replacement }: MutantEvidence): string {
  const bytes = Buffer.from(task.referenceText());
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}

function readText(file: HostPath): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!isSystemError(error, "ENOENT", "EACCES", "EISDIR")) throw error;
    throw new UsageError(
      "unreadable-predictions",
      `Cannot read predictions from ${file}: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
}

function parsePrediction(line: string, number: number, file: HostPath): ReturnType<typeof prediction.parse> {
  try {
    return prediction.parse(JSON.parse(line));
  } catch (error) {
    throw new UsageError(
      "bad-prediction",
      `Cannot read line ${number} of ${file}: it is no {"task_id": text, "sample"?: number, "completion": text}.`,
      { cause: error },
    );
  }
}
