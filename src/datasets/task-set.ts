/**
 * Task sets on disk (design, sections 2 and 8): a manifest, and one folder per task with the record beside what a candidate, the judge and readers get.
 *
 *     instruction.md                 the request
 *     diorama.json                   the record; no text of the reference
 *     environment/                   recipe, lock, Dockerfile, and `repository/`: the masked tree
 *     environment/check/             a program that runs the visible examples, for the candidate
 *     solution/                      the reference definition, the original file, and solve.sh that puts it back
 *     LICENSES/                      texts of the licences and notices that speak for the target's file
 *     tests/judge/                   suite, expected observations, tests that grade, evidence, of an imported task its row: for the judge only
 *
 * Large sets have a packed form beside this one (`shards/format.ts`); both are read alike.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import {
  DioramaError,
  joinPath,
  readableJson,
  UsageError,
  writeFileAtomically,
  type HostPath,
} from "../base/index.ts";
import {
  parseManifest,
  type EvidenceRecord,
  type ImportedRow,
  type ObservationsRecord,
  type SuiteRecord,
  type TaskRecord,
  type TaskSetManifest,
  type TestsRecord,
} from "../spec/index.ts";
import { readRetired, type Retired } from "./errata.ts";
import { loadTask, parseJsonText, type LoadedTask } from "./loaded-task.ts";
import { isPacked, PackedTasks } from "./shards/packed-tasks.ts";
import { digestFolder, filesInFolder } from "./task-files.ts";

/** A task set, in the folder form or packed. Dispose it to remove what was unpacked of its tasks. */
export interface TaskSet extends Disposable {
  readonly directory: HostPath;
  readonly manifest: TaskSetManifest;
  /** What its errata retire, as read when it was first asked for. Reading it throws `corrupt-record`. */
  readonly retired: Retired;
  /** Tasks in the order of the manifest, read one at a time. */
  tasks(): Iterable<LoadedTask>;
  /** One task. Throws `UsageError` `unknown-task` with the ids that exist. */
  get(id: string): LoadedTask;
}

/** Everything a task folder is written from. Texts are written as UTF-8. */
export interface TaskDraft {
  readonly record: TaskRecord;
  readonly instruction: string;
  readonly suite: SuiteRecord;
  readonly expected: ObservationsRecord;
  /** Of a task that tests grade. */
  readonly tests?: TestsRecord;
  readonly evidence: EvidenceRecord;
  readonly referenceText: string;
  readonly originalFileText: string;
  /** Copies the masked tree to a folder that does not exist yet. */
  readonly copyTree: (destination: HostPath) => void;
  /** Text of the file `environment/Dockerfile`. */
  readonly dockerfile: string;
  /** Bytes of each of the record's `licence_files`. */
  readonly readLicence: (path: string) => Uint8Array;
  /** Texts of the files below `environment/check/`, by path: the program that runs the visible examples, and its data. */
  readonly check: Readonly<Record<string, string>>;
  /** Of a task that was imported: its row. */
  readonly imported?: ImportedRow;
}

/** Opens a task set of either form. Throws `UsageError` `not-a-task-set` where there is none, `corrupt-record` where a file is damaged. */
export function readTaskSet(directory: HostPath): TaskSet {
  if (!existsSync(joinPath(directory, "task-set.json"))) {
    throw new UsageError(
      "not-a-task-set",
      `Cannot read a task set from ${directory}: it holds no task-set.json.`,
      {
        hint: existsSync(joinPath(directory, "journal.jsonl"))
          ? "The build was not finished: give the same build command again to go on."
          : "Make one with: diorama build SOURCE --out DIR",
      },
    );
  }
  const manifest = readManifest(directory);
  const packed = isPacked(directory) ? new PackedTasks(directory) : undefined;
  let known: Retired | undefined;
  const retired = (): Retired => (known ??= readRetired(directory));
  const load = (id: string): LoadedTask =>
    loadTask(packed?.files(id) ?? filesInFolder(joinPath(directory, "tasks", id)), () =>
      retired().cases.get(id),
    );
  const ids = new Set(manifest.tasks.map(({ id }) => id));
  return {
    directory,
    manifest,
    get retired() {
      return retired();
    },
    *tasks() {
      for (const { id } of manifest.tasks) yield load(id);
    },
    get(id) {
      if (ids.has(id)) return load(id);
      const first = manifest.tasks.slice(0, 5).map((entry) => entry.id);
      throw new UsageError(
        "unknown-task",
        `Cannot find task "${id}" in ${directory}: it holds ${manifest.tasks.length} tasks, such as ${first.join(", ")}.`,
      );
    },
    [Symbol.dispose]: () => packed?.[Symbol.dispose](),
  };
}

/** The manifest of a task set. Throws `corrupt-record`, `unknown-format`. */
export function readManifest(directory: HostPath): TaskSetManifest {
  const readText = (path: string): string => readFileSync(joinPath(directory, path), "utf8");
  return parseJsonText({ location: directory, readText }, "task-set.json", parseManifest);
}

/** Writes a task's folder, whole or not at all, replacing one that is there. Returns its digest. */
export function writeTask(taskSet: HostPath, draft: TaskDraft): string {
  return writeWhole(taskSet, draft.record.id, (partial) => fillTask(partial, draft));
}

function fillTask(partial: HostPath, draft: TaskDraft): void {
  const { record } = draft;
  mkdirSync(joinPath(partial, "environment"), { recursive: true });
  draft.copyTree(joinPath(partial, "environment", "repository"));
  const target = record.targets[0];
  if (target === undefined) throw new DioramaError("bug", `Task ${record.id} has no target.`);
  const texts: Record<string, string> = {
    "instruction.md": draft.instruction,
    "diorama.json": readableJson(record),
    "environment/recipe.json": readableJson(record.environment),
    "environment/requirements.lock": record.environment.lock,
    "environment/Dockerfile": draft.dockerfile,
    ...Object.fromEntries(
      Object.entries(draft.check).map(([name, text]) => [`environment/check/${name}`, text]),
    ),
    "solution/reference.txt": draft.referenceText,
    [`solution/files/${target.path}`]: draft.originalFileText,
    "solution/solve.sh": solveScript(target.path),
    "tests/judge/suite.json": readableJson(draft.suite),
    "tests/judge/observations.json": readableJson(draft.expected),
    ...(draft.tests === undefined ? {} : { "tests/judge/tests.json": readableJson(draft.tests) }),
    "tests/judge/evidence.json": readableJson(draft.evidence),
    ...(draft.imported === undefined ? {} : { "tests/judge/imported.json": readableJson(draft.imported) }),
  };
  for (const [path, text] of Object.entries(texts)) writeFileAtomically(joinPath(partial, path), text);
  for (const path of record.repository.licence_files)
    writeFileAtomically(joinPath(partial, "LICENSES", path), draft.readLicence(path));
}

/** Writes a task's folder again with another record and instruction, whole or not at all. Returns its digest. */
export function writeVariant(
  taskSet: HostPath,
  task: Pick<LoadedTask, "directory">,
  { record, instruction }: Pick<TaskDraft, "record" | "instruction">,
): string {
  return writeWhole(taskSet, record.id, (partial) => {
    cpSync(task.directory, partial, { recursive: true, verbatimSymlinks: true });
    writeFileAtomically(joinPath(partial, "instruction.md"), instruction);
    writeFileAtomically(joinPath(partial, "diorama.json"), readableJson(record));
  });
}

/** Makes the folder of a task beside its place and moves it there once it is filled. Returns its digest. */
function writeWhole(taskSet: HostPath, id: string, fill: (partial: HostPath) => void): string {
  const directory = joinPath(taskSet, "tasks", id);
  const partial = joinPath(taskSet, "tasks", `.${id}.partial`);
  refusePacked(taskSet);
  rmSync(partial, { recursive: true, force: true });
  fill(partial);
  rmSync(directory, { recursive: true, force: true });
  renameSync(partial, directory);
  return digestFolder(directory);
}

/** A task that was written, wherever its folder is. Throws `corrupt-record` where it is damaged. */
export function openTask(directory: HostPath): LoadedTask {
  return loadTask(filesInFolder(directory));
}

/** The record of a task that was written. Throws `corrupt-record` where it is damaged. */
export function readTaskRecord(taskSet: HostPath, id: string): TaskRecord {
  return loadTask(filesInFolder(joinPath(taskSet, "tasks", id))).record;
}

/** Writes the manifest: from then on the folder is a task set. Folders below `tasks/` that it does not name are removed. */
export function writeManifest(taskSet: HostPath, manifest: TaskSetManifest): void {
  refusePacked(taskSet);
  const tasks = joinPath(taskSet, "tasks");
  mkdirSync(tasks, { recursive: true });
  const named = new Set(manifest.tasks.map(({ id }) => id));
  for (const name of readdirSync(tasks))
    if (!named.has(name)) rmSync(joinPath(tasks, name), { recursive: true, force: true });
  writeFileAtomically(joinPath(taskSet, "task-set.json"), readableJson(manifest));
}

function refusePacked(taskSet: HostPath): void {
  if (!isPacked(taskSet)) return;
  throw new UsageError("already-packed", `Cannot write tasks into ${taskSet}: it is a packed task set.`, {
    hint: "Unpack it first: diorama unpack TASKSET --out DIR",
  });
}

function solveScript(path: string): string {
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`;
  const directory = `'${dirname(path).replaceAll("'", `'\\''`)}'`;
  return `#!/bin/sh\nset -e\nmkdir -p ${directory}\ncp "$(dirname "$0")/files/"${quoted} ${quoted}\n`;
}
