import { readSourceModules } from "../analysis/index.ts";
import {
  describeKnownNames,
  digestOf,
  readGivenLines,
  UsageError,
  type HostPath,
  type Progress,
} from "../base/index.ts";
import type { LoadedTask, TaskSet } from "../datasets/index.ts";
import type { Language, Variant } from "../languages/index.ts";
import { modelForms } from "../models/index.ts";
import { findGrader, isCounted, prediction, type MutantEvidence } from "../spec/index.ts";
import { readyOrigin, type CompletionOrigin } from "./completions.ts";
import { definitionOf } from "../curation/index.ts";

/** A completion of a file, or the lack of one. */
export interface StoredCompletion {
  readonly sample: number;
  /** Absent: a prediction was asked for and there is none. */
  readonly completion: string | undefined;
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
      .mutants.filter(({ status }) => isCounted(status))
      .map((mutant) => applyMutant(task, mutant)),
} satisfies Record<string, BuiltInModel>;

/** Families of programs that must not score, by the word before the colon: `FAMILY:NAME` is those of that kind or id, `FAMILY:all` all. */
const families = {
  cheat: cheatsOf,
  shortcut: shortcutsOf,
} satisfies Record<string, (task: LoadedTask, language: Language) => readonly Variant[]>;

/** The SPECs that need nothing, as messages and `--help` list them. */
export const knownModelNames: readonly string[] = [
  ...Object.keys(models),
  ...Object.keys(families).map((family) => `${family}:NAME`),
];

/** True for the models that need nothing: their solve rates say nothing of a task's difficulty. */
export function isBuiltInModel(name: string): boolean {
  return Object.hasOwn(models, name) || findFamily(name) !== undefined;
}

/** True for models whose samples are all there is of something, not draws: pass@k beyond 1 means nothing for them. */
export function listsPrograms(model: string): boolean {
  return model === "mutant" || findFamily(model) !== undefined;
}

/**
 * Finds a built-in model. `mutant`, `cheat:NAME` and `shortcut:NAME` have as many samples of a task as there are such programs, whatever
 * `samples` says. Throws `UsageError` `unknown-model`, `unknown-cheat` or `unknown-shortcut` with the names there are.
 */
export function createModelOrigin(
  spec: string,
  samples: number,
  taskSet: TaskSet,
  languageOf: (task: LoadedTask) => Language,
): CompletionOrigin {
  const model = findModel(spec);
  const family = findFamily(spec);
  if (family !== undefined) refuseUnknownName(family, taskSet, languageOf);
  const isListing = listsPrograms(spec);
  return readyOrigin(spec, { model: spec, samples: isListing ? null : samples }, (task) => {
    const texts = model(task, languageOf(task));
    const all = isListing ? texts : texts.flatMap((text) => Array<string>(samples).fill(text));
    return all.map((completion, sample) => ({ sample, completion }));
  });
}

/**
 * Completions that were made elsewhere. Every task gets at least `samples` (and at least one): those it lacks are there without a
 * completion. Tells of tasks that are not in the set. Throws `UsageError`: `no-predictions` where the file holds none, `foreign-predictions`
 * where no line names a task of the set, and what `readPredictions` throws.
 */
export function createFileOrigin(
  name: string,
  { file, samples }: { readonly file: HostPath; readonly samples: number | undefined },
  taskSet: TaskSet,
  progress: Progress,
): CompletionOrigin {
  const byTask = readPredictions(file);
  if (byTask.size === 0)
    throw new UsageError("no-predictions", `Cannot judge ${file}: it holds no predictions.`, {
      hint: `Write one on each line: ${PREDICTION_FORM}`,
    });
  const known = new Set(taskSet.manifest.tasks.map(({ id }) => id));
  const foreign = [...byTask.keys()].filter((id) => !known.has(id));
  if (foreign.length === byTask.size) {
    throw new UsageError(
      "foreign-predictions",
      `Cannot judge ${file}: none of its ${foreign.length} tasks, such as ${foreign[0] ?? ""}, is in ${taskSet.directory}.`,
      { hint: "List the tasks of the set with: diorama show TASKSET" },
    );
  }
  if (foreign.length > 0)
    progress.note(
      `Leaving out the completions of ${foreign.length} of ${byTask.size} tasks in ${file}: the set has no ${foreign.slice(0, 2).join(" and no ")}.`,
    );
  const digest = digestOf([...byTask].sort(([a], [b]) => (a < b ? -1 : 1)));
  const identity = { file: digest, samples: samples ?? null, foreign_tasks: foreign.length };
  return readyOrigin(name, identity, ({ record }) => withMissing(byTask.get(record.id) ?? [], samples ?? 1));
}

function withMissing(given: readonly StoredCompletion[], wanted: number): readonly StoredCompletion[] {
  const numbers = new Set(given.map(({ sample }) => sample));
  const all = [...given];
  for (let sample = 0; all.length < wanted; sample++) {
    if (!numbers.has(sample)) all.push({ sample, completion: undefined });
  }
  return all.sort((a, b) => a.sample - b.sample);
}

const PREDICTION_FORM = '{"task_id": text, "sample"?: number, "completion": text}';

/**
 * Reads completions from JSON Lines: of a predictions file, or stored by a run. Lines without `sample` are numbered in the
 * order they stand. Throws `UsageError`: `unreadable-predictions`, `bad-prediction` (with the line), `duplicate-prediction`.
 */
export function readPredictions(file: HostPath): ReadonlyMap<string, readonly StoredCompletion[]> {
  const byTask = new Map<string, StoredCompletion[]>();
  const lines = readGivenLines({
    file,
    what: "predictions",
    form: PREDICTION_FORM,
    schema: prediction,
    codes: { file: "unreadable-predictions", line: "bad-prediction" },
  });
  for (const { number: line, value } of lines) {
    const { task_id, sample, completion } = value;
    const known = byTask.get(task_id) ?? [];
    byTask.set(task_id, known);
    const number = sample ?? known.length;
    if (known.some((each) => each.sample === number)) {
      throw new UsageError(
        "duplicate-prediction",
        `Cannot read line ${line} of ${file}: task ${task_id} has a sample ${number} already.`,
        { hint: "Give each completion of a task its own sample, or leave sample out of all of them." },
      );
    }
    known.push({ sample: number, completion });
  }
  for (const completions of byTask.values()) completions.sort((a, b) => a.sample - b.sample);
  return byTask;
}

function findModel(spec: string): BuiltInModel {
  const family = findFamily(spec);
  if (family !== undefined)
    return (task, language) =>
      families[family.word](task, language)
        .filter((program) => isCalled(program, family.name))
        .map(({ completion }) => completion);
  const known: Readonly<Record<string, BuiltInModel>> = models;
  const model = Object.hasOwn(known, spec) ? known[spec] : undefined;
  if (model !== undefined) return model;
  throw new UsageError(
    "unknown-model",
    `Cannot evaluate model "${spec}": there is no such model. ${describeKnownNames(spec, [...knownModelNames, ...modelForms])}`,
    { hint: "Completions of any other model are judged with --predictions FILE." },
  );
}

function trivialBody(task: LoadedTask, language: Language, kind: "pass" | "raise"): string[] {
  const { originalText: text, definition } = definitionOf(task, language);
  const bodies = language.variants.trivialBodies(text, definition, []);
  return bodies
    .filter((body) => body.kind === kind)
    .slice(0, 1)
    .map(({ completion }) => completion);
}

/** A family and what of it: `cheat:delegate`. */
interface FamilyMember {
  readonly word: keyof typeof families;
  readonly name: string;
}

function findFamily(spec: string): FamilyMember | undefined {
  const words = Object.keys(families) as FamilyMember["word"][];
  const word = words.find((each) => spec.startsWith(`${each}:`));
  return word === undefined ? undefined : { word, name: spec.slice(word.length + 1) };
}

function isCalled({ id, kind }: Variant, name: string): boolean {
  return name === "all" || kind === name || id === name;
}

function cheatsOf(task: LoadedTask, language: Language): readonly Variant[] {
  const { originalText: text, definition, module } = definitionOf(task, language);
  const { variants } = language;
  const againstTests =
    findGrader(task.record, "tests") === undefined ? [] : variants.testCheats(text, definition);
  return [...variants.cheats(text, definition, module), ...againstTests];
}

function shortcutsOf(task: LoadedTask, language: Language): readonly Variant[] {
  const { originalText: text, definition, module } = definitionOf(task, language);
  return language.variants.shortcuts(text, definition, module, {
    examples: task.record.visible_examples,
    modules: readSourceModules(task.maskedTree, language, task.record.environment.import_roots),
  });
}

function refuseUnknownName(
  { word, name }: FamilyMember,
  taskSet: TaskSet,
  languageOf: (task: LoadedTask) => Language,
): void {
  const names = new Set<string>();
  for (const task of taskSet.tasks()) {
    for (const program of families[word](task, languageOf(task))) {
      if (isCalled(program, name)) return;
      names.add(program.kind);
    }
  }
  throw new UsageError(
    `unknown-${word}`,
    `Cannot evaluate ${word}:${name}: there is no such ${word} for any task. ${describeKnownNames(name, [...names])}`,
  );
}

function applyMutant(task: LoadedTask, { start, end, replacement }: MutantEvidence): string {
  const bytes = Buffer.from(task.referenceText());
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}
