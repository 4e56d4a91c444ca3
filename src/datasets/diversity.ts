import { createWordRecord } from "../base/index.ts";
import type { TaskRecord, TaskSetManifest } from "../spec/index.ts";

type Diversity = TaskSetManifest["diversity"];

/** Upper ends of the bins, both included; what is above the last is the last bin. */
const STATEMENTS = [2, 5, 10, 20, 40];
const TASKS_PER_CLUSTER = [1, 2, 5, 10];

/**
 * How varied a set is: tables of counts. All but `distinct` (how many different ones there are) and `clusters_by_tasks` count tasks by a
 * property; a task counts for each kind of rewrite that its proof tried, or found no occasion for. Rows with nothing in them are left
 * out; the same tasks give the same tables in any order.
 */
export function measureDiversity(given: Iterable<TaskRecord>): Diversity {
  const records = [...given];
  const tasks = records.map(describe);
  const by = (property: keyof Described): Record<string, number> =>
    count(tasks.map((task) => task[property] ?? "none"));
  const distinct = (property: keyof Described): number =>
    new Set(tasks.flatMap((task) => task[property] ?? [])).size;
  return {
    source: by("source"),
    licence: by("licence"),
    language: by("language"),
    kind: by("kind"),
    tier: by("tier"),
    split: by("split"),
    docstring: by("docstring"),
    statements: by("statements"),
    determinacy: by("determinacy"),
    rewrites: count(records.flatMap(({ evidence }) => evidence.rewrites.kinds)),
    rewrites_without_occasion: count(
      records.flatMap(({ evidence }) => evidence.rewrites.without_occasion ?? []),
    ),
    clusters_by_tasks: count(Object.values(by("cluster")).map((size) => binOf(size, TASKS_PER_CLUSTER))),
    distinct: {
      tasks: tasks.length,
      sources: distinct("source"),
      families: distinct("family"),
      files: distinct("file"),
      classes: distinct("class"),
      clusters: distinct("cluster"),
    },
  };
}

/** What the tables are made from, as text; undefined where a task has none of it. */
type Described = ReturnType<typeof describe>;

function describe(record: TaskRecord) {
  const { repository, targets, difficulty, evidence } = record;
  const target = targets[0];
  const file = `${repository.source}:${target?.path ?? ""}`;
  return {
    source: repository.source,
    family: repository.family,
    licence: repository.licence ?? undefined,
    language: record.language,
    kind: target?.kind,
    tier: record.tier,
    split: record.split,
    docstring: record.axes["specification"] === "docstring" ? "yes" : "no",
    statements: binOf(difficulty.features["statements"] ?? 0, STATEMENTS),
    determinacy: shareBinOf(evidence.determinacy.score),
    cluster: record.cluster,
    file,
    class: typeof target?.class_name === "string" ? `${file}:${target.class_name}` : undefined,
  };
}

/** `3-5`, `1`, `41+`. */
function binOf(value: number, ends: readonly number[]): string {
  const at = ends.findIndex((end) => value <= end);
  const first = (at < 0 ? ends.at(-1) : ends[at - 1]) ?? 0;
  const end = ends[at];
  if (end === undefined) return `${first + 1}+`;
  return end === first + 1 ? String(end) : `${first + 1}-${end}`;
}

/** `0.6-0.7`, the lower end included; `1` stands alone. */
function shareBinOf(share: number | null): string | undefined {
  if (share === null) return undefined;
  const tenth = Math.floor(share * 10 + 1e-9);
  return tenth >= 10 ? "1" : `${(tenth / 10).toFixed(1)}-${((tenth + 1) / 10).toFixed(1)}`;
}

function count(values: readonly string[]): Record<string, number> {
  const counts = createWordRecord<number>();
  for (const value of values.toSorted()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
