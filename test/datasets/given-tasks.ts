import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { asHostPath, joinPath, silentProgress, type HostPath, type Progress } from "../../src/base/index.ts";
import { digestFolder, writeManifest, type RepackContext } from "../../src/datasets/index.ts";

/** A file of a task's folder; null is an empty folder. */
export type GivenFile = { readonly content: string | Buffer; readonly executable?: boolean } | null;

/** Files of tasks by id and path. */
export type GivenTasks = Readonly<Record<string, Readonly<Record<string, GivenFile>>>>;

/** Folder for one test file. */
export function makeTestFolder(): HostPath {
  return asHostPath(mkdtempSync(join(tmpdir(), "diorama-datasets-")));
}

/** Writes a set in the folder form whose tasks hold just these files, with a journal, rates and a record of its build beside them. */
export function writeTasks(path: HostPath, tasks: GivenTasks): void {
  for (const [id, files] of Object.entries(tasks)) {
    mkdirSync(joinPath(path, "tasks", id), { recursive: true });
    for (const [name, file] of Object.entries(files)) writeGiven(joinPath(path, "tasks", id, name), file);
  }
  writeManifest(path, {
    format: "task-set/1",
    name: "given",
    tool: "diorama 0.1.0",
    options: { seed: 0 },
    inputs_digest: "",
    tasks: Object.keys(tasks).map((id) => ({
      id,
      digest: digestFolder(joinPath(path, "tasks", id)),
      tier: "core",
      path: "orchard.py",
      name: "grade",
      split: "test",
      cluster: "",
    })),
    diversity: {},
  });
  for (const name of ["journal.jsonl", "rates.jsonl", "errata.jsonl", "run.json", ".work/report.jsonl"])
    writeGiven(joinPath(path, name), { content: `{"of": "${name}"}\n` });
}

function writeGiven(path: HostPath, file: GivenFile): void {
  if (file === null) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.content);
  chmodSync(path, file.executable === true ? 0o755 : 0o644);
}

/** Everything below a folder: content and executable bit of each file, and each folder by a name that ends in `/`. */
export function contentsOf(directory: HostPath): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        if (entry.isDirectory()) return [`${relative(directory, path)}/`, ""];
        const executable = (statSync(path).mode & 0o111) !== 0 ? "x" : "-";
        return [relative(directory, path), `${executable} ${readFileSync(path, "latin1")}`];
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Nobody watches, nobody interrupts. */
export const quietly: RepackContext = { progress: silentProgress, signal: undefined };

/** Interrupts once this many tasks are done. */
export function interruptingAfter(tasks: number): RepackContext {
  const controller = new AbortController();
  const progress: Progress = {
    ...silentProgress,
    advance: (done) => {
      if (done === tasks) controller.abort();
    },
  };
  return { progress, signal: controller.signal };
}
