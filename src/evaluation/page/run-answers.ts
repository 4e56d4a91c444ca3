import { joinPath, readJsonLines, type HostPath } from "../../base/index.ts";
import { readRetired, readTaskSet } from "../../datasets/index.ts";
import { prediction } from "../../spec/index.ts";
import { rescoreRows } from "../rescored-rows.ts";
import { COMPLETIONS, RESULTS } from "../run-stages.ts";
import { readRows } from "../stored-rows.ts";

/** What a reader of a report may want to see of one task. */
export interface TaskAnswers {
  /** Undefined where the task set is not at hand. */
  readonly instruction: string | undefined;
  /** In the order of samples, the first few. */
  readonly answers: readonly Answer[];
  readonly more: number;
}

interface Answer {
  readonly sample: number;
  readonly verdict: string;
  readonly text: string;
}

/** Answers of a task that are shown, and characters of each. */
const MOST_ANSWERS = 3;
const MOST_CHARACTERS = 4_000;

/** Reads what a run answered, by task; with the tasks' instructions, and without what is retired of them, where their set is in `taskSet`. */
export function readRunAnswers(
  run: HostPath,
  taskSet: HostPath | undefined,
): ReadonlyMap<string, TaskAnswers> {
  const texts = new Map(
    readJsonLines(joinPath(run, `${COMPLETIONS}.jsonl`)).map((record) => {
      const { task_id, sample, completion } = prediction.parse(record);
      return [`${task_id} ${sample ?? 0}`, completion];
    }),
  );
  const rows = readRows(run, RESULTS);
  const counted = taskSet === undefined ? rows : rescoreRows(rows, readRetired(taskSet));
  const byTask = Map.groupBy(counted, ({ task_id }) => task_id);
  const instructions = taskSet === undefined ? undefined : readInstructions(taskSet, byTask);
  return new Map(
    Array.from(byTask, ([id, own]) => {
      const answers = own
        .toSorted((a, b) => a.sample - b.sample)
        .map(({ sample, verdict, reason }) => ({
          sample,
          verdict: reason === null ? verdict : `${verdict}: ${reason}`,
          text: cut(texts.get(`${id} ${sample}`) ?? ""),
        }));
      const shown = answers.slice(0, MOST_ANSWERS);
      return [
        id,
        { instruction: instructions?.get(id), answers: shown, more: answers.length - shown.length },
      ];
    }),
  );
}

function readInstructions(
  directory: HostPath,
  wanted: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  using taskSet = readTaskSet(directory);
  const known = taskSet.manifest.tasks.filter(({ id }) => wanted.has(id));
  return new Map(known.map(({ id }) => [id, taskSet.get(id).instruction]));
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)}\n… ${text.length - MOST_CHARACTERS} more characters`;
}
