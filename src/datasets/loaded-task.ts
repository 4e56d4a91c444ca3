import { readFileSync } from "node:fs";

import { DioramaError, joinPath, type HostPath } from "../base/index.ts";
import {
  evidenceRecord,
  findGrader,
  importedRow,
  maskSpans,
  parseObservations,
  parseTaskRecord,
  suiteRecord,
  testId,
  testsRecord,
  type EvidenceRecord,
  type ImportedRow,
  type ObservationsRecord,
  type SuiteRecord,
  type TaskRecord,
  type TestsRecord,
} from "../spec/index.ts";
import type { RetiredCases } from "./errata.ts";
import type { TaskFiles } from "./task-files.ts";

/**
 * A task read from its set. The methods read files that a candidate must never see. Dispose it where many are worked
 * through: what was unpacked for it goes; used again, it is unpacked again.
 */
export interface LoadedTask extends Disposable {
  readonly record: TaskRecord;
  /** Where a person finds the task: its folder, or the shard that holds it. */
  readonly location: string;
  /** A folder with all its files. Of a packed task it is unpacked at the first use and lasts until the task or its set is disposed. */
  readonly directory: HostPath;
  /** Digest over all files of the folder. */
  readonly digest: string;
  readonly instruction: string;
  /** Cases that an erratum beside the set took out: they grade nobody. */
  readonly retiredCases: RetiredCases;
  /** The repository as a candidate sees it, the body masked; a folder that lasts as `directory` does. Only to be read. */
  readonly maskedTree: HostPath;
  /** Ids of everything that grades completions: hidden cases, examples and tests, retired ones left out. */
  gradedIds(): readonly string[];
  /** Hidden calls; none of a task that tests grade. */
  suite(): SuiteRecord;
  expected(): ObservationsRecord;
  /** The tests that grade it; undefined where none do. */
  tests(): TestsRecord | undefined;
  evidence(): EvidenceRecord;
  /** The row that the task was made of; undefined where it was not imported. */
  imported(): ImportedRow | undefined;
  /** The whole original definition with its decorators. */
  referenceText(): string;
  /** The target's file as it was. */
  originalFileText(): string;
  /** Bytes of one of the record's `licence_files`. */
  licence(path: string): Uint8Array;
  /** The file in which candidates are graded, with the reference: the original without the bodies of the target's twins. */
  gradedFileText(): string;
}

const noCases: RetiredCases = new Map();

/** Reads a task's record now and everything else when it is asked for. Throws `corrupt-record`, `damaged-shard`. */
export function loadTask(
  files: TaskFiles,
  findOwn: () => RetiredCases | undefined = () => undefined,
): LoadedTask {
  const record = parseJsonText(files, "diorama.json", parseTaskRecord);
  const path = record.targets[0]?.path ?? "";
  const suite = (): SuiteRecord =>
    parseJsonText(files, "tests/judge/suite.json", (value) => suiteRecord.parse(value) as SuiteRecord);
  const tests = (): TestsRecord | undefined =>
    findGrader(record, "tests") &&
    parseJsonText(files, "tests/judge/tests.json", (value) => testsRecord.parse(value));
  const findRetiredCases = (): RetiredCases => findOwn() ?? noCases;
  return {
    record,
    location: files.location,
    get directory() {
      return files.folder("");
    },
    get digest() {
      return files.digest;
    },
    get instruction() {
      return files.readText("instruction.md");
    },
    get retiredCases() {
      return findRetiredCases();
    },
    get maskedTree() {
      return files.folder("environment/repository");
    },
    gradedIds: () => {
      const retired = findRetiredCases();
      const cases = findGrader(record, "observed") ? [...suite().cases, ...record.visible_examples] : [];
      const ids = [...cases.map(({ id }) => id), ...(tests()?.tests ?? []).map(testId)];
      return ids.filter((id) => !retired.has(id));
    },
    suite,
    expected: () => parseJsonText(files, "tests/judge/observations.json", parseObservations),
    tests,
    evidence: () => parseJsonText(files, "tests/judge/evidence.json", (value) => evidenceRecord.parse(value)),
    imported: () =>
      record.provenance.imported === undefined
        ? undefined
        : parseJsonText(files, "tests/judge/imported.json", (value) => importedRow.parse(value)),
    referenceText: () => files.readText("solution/reference.txt"),
    originalFileText: () => files.readText(`solution/files/${path}`),
    licence: (licence) => readFileSync(joinPath(files.folder("LICENSES"), licence)),
    gradedFileText: () =>
      maskSpans(
        files.readText(`solution/files/${path}`),
        record.edits.slice(1).filter((edit) => edit.path === path),
      ),
    [Symbol.dispose]: () => files[Symbol.dispose](),
  };
}

/** Reads one JSON file of a task or a set. Throws `corrupt-record` with its place. */
export function parseJsonText<T>(
  files: Pick<TaskFiles, "location" | "readText">,
  path: string,
  parse: (value: unknown) => T,
): T {
  try {
    return parse(JSON.parse(files.readText(path)));
  } catch (error) {
    if (error instanceof DioramaError) throw error;
    throw new DioramaError(
      "corrupt-record",
      `Cannot read ${files.location}/${path}: it is missing, damaged, or of another version of the format.`,
      {
        cause: error,
        hint: "Build the task set again, or restore the file from where it came.",
      },
    );
  }
}
