import {
  appendJsonLine,
  DioramaError,
  joinPath,
  readJsonLines,
  whileWriting,
  type HostPath,
} from "../base/index.ts";
import { erratum, type CaseErratum, type Erratum } from "../spec/index.ts";

const FILE = "errata.jsonl";

/** All errata of a task set in the order they were written; none where nobody wrote any. Throws `corrupt-record`. */
export function readErrata(taskSet: HostPath): readonly Erratum[] {
  const path = joinPath(taskSet, FILE);
  return readJsonLines(path).map((record, index) => {
    const read = erratum.safeParse(record);
    if (read.success) return read.data;
    throw new DioramaError(
      "corrupt-record",
      `Cannot read line ${index + 1} of ${path}: it is no erratum/1.`,
      {
        cause: read.error,
      },
    );
  });
}

/** Adds an erratum beside the manifest; nothing else of the set changes. Throws what `whileWriting` throws. */
export function appendErratum(taskSet: HostPath, record: Erratum): void {
  const path = joinPath(taskSet, FILE);
  whileWriting(path, () => appendJsonLine(path, erratum.parse(record)));
}

/** What of a task set is retired now, each with the erratum that says why. */
export interface Retired {
  /** By id of the task. */
  readonly tasks: ReadonlyMap<string, Erratum>;
  /** Of tasks, retired or not, by their id: the cases by theirs. No list is empty. */
  readonly cases: ReadonlyMap<string, RetiredCases>;
}

/** Cases of one task that grade nobody any more, by id. */
export type RetiredCases = ReadonlyMap<string, CaseErratum>;

/** What the errata of a task set retire. Throws `corrupt-record`. */
export function readRetired(taskSet: HostPath): Retired {
  const tasks = new Map<string, Erratum>();
  const cases = new Map<string, Map<string, CaseErratum>>();
  for (const record of readErrata(taskSet)) {
    if ("case_id" in record) {
      const own = cases.get(record.task_id) ?? new Map<string, CaseErratum>();
      if (record.action === "case_retired") own.set(record.case_id, record);
      else own.delete(record.case_id);
      cases.set(record.task_id, own);
    } else if (record.action === "retired") tasks.set(record.task_id, record);
    else tasks.delete(record.task_id);
  }
  return { tasks, cases: new Map([...cases].filter(([, own]) => own.size > 0)) };
}
