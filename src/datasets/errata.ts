import {
  appendJsonLine,
  DioramaError,
  joinPath,
  readJsonLines,
  whileWriting,
  type HostPath,
} from "../base/index.ts";
import { erratum, type Erratum } from "../spec/index.ts";

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

/** The tasks that are retired now, by id, each with the erratum that says why. */
export function findRetired(errata: readonly Erratum[]): ReadonlyMap<string, Erratum> {
  const last = new Map(errata.map((record) => [record.task_id, record]));
  return new Map([...last].filter(([, { action }]) => action === "retired"));
}
