import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { asHostPath } from "../../src/base/index.ts";
import {
  prepareEditableTree,
  type GradedTarget,
  type ObservedGrader,
  type WarmJudge,
  type EditableTree,
} from "../../src/judge/index.ts";
import { pythonDriver } from "../../src/languages/python/driver.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { subjectFrom } from "../../test/judge/orchard-subject.ts";
import { books, jobOf, lightTasks, openShelf, source, suiteOf, type LightTask } from "./shelf.ts";

/** A task of one of many environments. */
export interface LibraryTask {
  readonly light: LightTask;
  readonly subject: GradedTarget<ObservedGrader>;
}

/** Many environments with some tasks each, and one judge for all. */
export interface Library extends AsyncDisposable {
  readonly evaluator: WarmJudge;
  readonly tasks: readonly LibraryTask[];
}

/**
 * Opens `environments` copies of the light tasks, no two of the same tree, with as many tasks each as asked for: the
 * same functions over other parts of their inputs.
 */
export async function openLibrary(options: {
  readonly python: string;
  readonly workers: number;
  readonly environments: number;
  readonly tasksEach: number;
  readonly parentMemoryBytes?: number;
  readonly stopsAtFirst?: boolean;
}): Promise<Library> {
  const { environments, tasksEach, stopsAtFirst = false, ...others } = options;
  const shelf = await openShelf(others);
  const folder = mkdtempSync(join(tmpdir(), "diorama-bench-"));
  chmodSync(folder, 0o755);
  const tasks: LibraryTask[] = [];
  for (let number = 0; number < environments; number++) {
    const editableTree = plant(shelf.editableTree, folder, number);
    for (let each = 0; each < tasksEach; each++) {
      const light = lightTasks[each % lightTasks.length] as LightTask;
      const job = { ...jobOf({ editableTree }, light, books, "own"), cases: suiteFor(light, each) };
      const subject = await subjectFrom(shelf.evaluator, job);
      tasks.push({ light, subject: { ...subject, grader: { ...subject.grader, stopsAtFirst } } });
    }
  }
  return {
    evaluator: shelf.evaluator,
    tasks,
    async [Symbol.asyncDispose]() {
      await shelf[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shelf's tree with another file, as of another environment. */
function plant(editableTree: EditableTree, folder: string, number: number): EditableTree {
  const own = join(folder, `source-${number}`);
  cpSync(source, own, { recursive: true });
  writeFileSync(join(own, "shelf", "edition.py"), `EDITION = ${number}\n`);
  const { runtime, editedFile, importRoots } = editableTree;
  return prepareEditableTree({
    source: asHostPath(own),
    driver: pythonDriver,
    editedFile,
    destination: asHostPath(join(folder, `tree-${number}`)),
    runtime: { ...runtime, digest: `${runtime.digest}:${number}` },
    importRoots,
  });
}

/** All inputs, or all but one of them. */
function suiteFor(light: LightTask, each: number): readonly SuiteCase[] {
  const left = Math.floor(each / lightTasks.length) - 1;
  return suiteOf(light).filter((_, index) => index !== left);
}
