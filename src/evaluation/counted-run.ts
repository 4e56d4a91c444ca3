import { UsageError, type HostPath } from "../base/index.ts";
import type { Retired } from "../datasets/index.ts";
import type { ResultRow, RunTask } from "../spec/index.ts";
import { readRunRecord, type RunRecord } from "../store/index.ts";
import { rescoreRows } from "./rescored-rows.ts";
import { RESULTS } from "./run-stages.ts";
import { findTaskSetOf, type RunTaskSet } from "./run-task-set.ts";
import { readRunTasks } from "./run-tasks.ts";
import { readRows } from "./stored-rows.ts";

/** The rows of a run, as they were judged and as they count now. */
export interface CountedRun {
  readonly record: RunRecord;
  /** As they were judged. */
  readonly allRows: readonly ResultRow[];
  /** Without what is retired since. */
  readonly rows: readonly ResultRow[];
  /** What is retired of the tasks that rows are about; of retired tasks no cases. */
  readonly retired: Retired;
  /** Where errata were looked for. */
  readonly source: RunTaskSet;
  readonly tasks: ReadonlyMap<string, RunTask>;
  readonly repositoryOf: (taskId: string) => string | undefined;
}

/**
 * Reads the rows of a run's folder, and the errata of its task set where it says it is or in `taskSet`. `purpose` is what for, in messages. Throws
 * `UsageError` `not-a-run` where it is no run of `evaluate`.
 */
export function readCountedRun(run: HostPath, purpose: string, taskSet?: HostPath): CountedRun {
  const record = readRunRecord(run);
  if (record.kind !== "evaluate") {
    throw new UsageError(
      "not-a-run",
      `Cannot ${purpose} ${run}: it was made by "${record.kind}", not by "evaluate".`,
    );
  }
  const allRows = readRows(run, RESULTS);
  const source = findTaskSetOf(run, taskSet);
  const retired = source.status === "found" ? retiredIn(allRows, source.retired) : NOTHING_RETIRED;
  const tasks = readRunTasks(run);
  return {
    record,
    allRows,
    rows: rescoreRows(allRows, retired),
    retired,
    source,
    tasks,
    repositoryOf: (id) => tasks.get(id)?.repository,
  };
}

const NOTHING_RETIRED: Retired = { tasks: new Map(), cases: new Map() };

function retiredIn(rows: readonly ResultRow[], { tasks, cases }: Retired): Retired {
  const ids = new Set(rows.map(({ task_id }) => task_id));
  return {
    tasks: new Map([...tasks].filter(([id]) => ids.has(id))),
    cases: new Map([...cases].filter(([id]) => ids.has(id) && !tasks.has(id))),
  };
}
