import type { ResultRow } from "../spec/index.ts";
import type { LoadedTask } from "../datasets/index.ts";

/** Judges completions of tasks, each in its own environment, which is restored when the first of them comes. Dispose it. */
export interface TaskJudge extends AsyncDisposable {
  /** Name and version of what judges, for rows. */
  readonly digest: string;
  /** Never throws for anything that a candidate or a machine can cause: that is a row. Throws when interrupted. */
  judge(task: LoadedTask, sample: number, completion: string): Promise<ResultRow>;
}
