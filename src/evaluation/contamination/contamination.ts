import { UsageError, type HostPath } from "../../base/index.ts";
import { readTaskSet, type LoadedTask } from "../../datasets/index.ts";
import { readCountedRun } from "../counted-run.ts";
import { estimatePassAtK, tallyByTask, type PassAtK } from "../metrics/summary.ts";
import { readPublicTexts, type PublicText } from "./public-texts.ts";
import { wordGrams } from "./word-grams.ts";

/** What a task set is compared with. */
export interface ContaminationOptions {
  readonly taskSet: HostPath;
  /** Files with what was public. */
  readonly publicSets: readonly HostPath[];
  /** ISO 8601 day until which a model has seen what was public; undefined: dates are not looked at. */
  readonly cutoff: string | undefined;
  /** Words in a row that count as the same text. */
  readonly gramLength: number;
  /** Share of a reference's grams, in `(0, 1]`, from which it counts as public. */
  readonly threshold: number;
  /** Runs over the set, whose scores are told apart by it. */
  readonly runs: readonly HostPath[];
}

/** How much of a text is found in a public set. */
export interface Overlap {
  /** Of its distinct grams, in `[0, 1]`; null where it is too short to have one. */
  readonly share: number | null;
  /** The record that holds most of them; null where none holds any. */
  readonly source: string | null;
}

/** Whether a task is older than the cut-off: `before` means that a model may have seen it. */
export type Age = "before" | "after" | "unknown";

/** What is known of one task. */
export interface TaskContamination {
  readonly task_id: string;
  /** Of the commit or release that it was made of. */
  readonly date: string | null;
  readonly age: Age;
  readonly reference: Overlap;
  readonly instruction: Overlap;
  readonly is_public: boolean;
}

/** The JSON document of `contamination`. */
export interface ContaminationReport {
  readonly task_set: string;
  readonly gram_length: number;
  readonly threshold: number;
  readonly cutoff: string | null;
  readonly public_texts: number;
  readonly tasks: readonly TaskContamination[];
  readonly ages: Readonly<Record<Age, number>>;
  readonly public_tasks: number;
  /** pass@1 of each run by group; groups without a judged task are left out. */
  readonly scores: readonly {
    readonly run: string;
    readonly model: string;
    readonly groups: Readonly<Record<string, PassAtK>>;
  }[];
}

/**
 * Looks for the tasks of a set in public sets, by runs of words that their references and instructions share with one of their records, and by dates. Throws `UsageError`
 * `unreadable-public-set`, `bad-date`, and what reading the set and runs throws.
 */
export function measureContamination(options: ContaminationOptions): ContaminationReport {
  const { taskSet: path, publicSets, cutoff, gramLength, threshold, runs } = options;
  if (cutoff !== undefined && !isDay(cutoff))
    throw new UsageError("bad-date", `Cannot compare dates with "${cutoff}": it is no day.`, {
      hint: "Write it as 2025-06-30.",
    });
  using taskSet = readTaskSet(path);
  const texts = publicSets.flatMap(readPublicTexts);
  const all = [...taskSet.tasks()];
  const findOverlap = indexTexts(texts, all.flatMap(textsOf), gramLength);
  const tasks = all.map((task): TaskContamination => {
    const [reference, instruction] = textsOf(task).map(findOverlap);
    const { id, repository } = task.record;
    return {
      task_id: id,
      date: repository.date,
      age: ageOf(repository.date, cutoff),
      reference: reference ?? NOTHING,
      instruction: instruction ?? NOTHING,
      is_public: (reference?.share ?? 0) >= threshold,
    };
  });
  const count = (age: Age): number => tasks.filter((task) => task.age === age).length;
  return {
    task_set: path,
    gram_length: gramLength,
    threshold,
    cutoff: cutoff ?? null,
    public_texts: texts.length,
    tasks,
    ages: { before: count("before"), after: count("after"), unknown: count("unknown") },
    public_tasks: tasks.filter(({ is_public: isPublic }) => isPublic).length,
    scores: runs.map((run) => scoreByGroup(run, tasks)),
  };
}

const NOTHING: Overlap = { share: null, source: null };

function textsOf(task: LoadedTask): [string, string] {
  return [task.referenceText(), task.instruction];
}

/** Only grams of the tasks are kept of the public texts, so that memory does not grow with these. */
function indexTexts(
  texts: readonly PublicText[],
  wanted: readonly string[],
  length: number,
): (text: string) => Overlap {
  const asked = new Set(wanted.flatMap((text) => [...wordGrams(text, length)]));
  const sourcesOf = new Map<number, string[]>();
  for (const { source, text } of texts)
    for (const gram of wordGrams(text, length))
      if (asked.has(gram)) sourcesOf.set(gram, [...(sourcesOf.get(gram) ?? []), source]);
  return (text) => {
    const grams = [...wordGrams(text, length)];
    if (grams.length === 0) return NOTHING;
    const found = grams.filter((gram) => sourcesOf.has(gram));
    const counts = new Map<string, number>();
    for (const source of found.flatMap((gram) => sourcesOf.get(gram) ?? []))
      counts.set(source, (counts.get(source) ?? 0) + 1);
    const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return { share: found.length / grams.length, source: most?.[0] ?? null };
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function ageOf(date: string | null, cutoff: string | undefined): Age {
  if (date === null || cutoff === undefined) return "unknown";
  return date.slice(0, cutoff.length) <= cutoff ? "before" : "after";
}

function scoreByGroup(
  run: HostPath,
  tasks: readonly TaskContamination[],
): ContaminationReport["scores"][number] {
  const { record, rows, repositoryOf } = readCountedRun(run, "score");
  const tallies = new Map(tallyByTask(rows).map((tally) => [tally.taskId, tally]));
  const groups = {
    before: tasks.filter(({ age }) => age === "before"),
    after: tasks.filter(({ age }) => age === "after"),
    public: tasks.filter(({ is_public: isPublic }) => isPublic),
    not_public: tasks.filter(({ is_public: isPublic }) => !isPublic),
  };
  const scores = Object.entries(groups).flatMap(([name, of]): [string, PassAtK][] => {
    const own = of.flatMap(({ task_id }) => tallies.get(task_id) ?? []);
    const score = estimatePassAtK(own, 1, repositoryOf);
    return score.value === null ? [] : [[name, score]];
  });
  return { run, model: String(record.options["model"]), groups: Object.fromEntries(scores) };
}
