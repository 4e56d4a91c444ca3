import { findMaskedTarget, moduleNameOf } from "../analysis/index.ts";
import { DioramaError } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import type { Definition, Language } from "../languages/index.ts";

/** A task's target as its language sees it. */
export interface TaskDefinition {
  /** The text of the target's file with the reference, as candidates are graded in it. */
  readonly text: string;
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
}

/** Parses the file that grades a task and finds its target. Throws `corrupt-record` where the target is not in it. */
export function definitionOf(task: LoadedTask, language: Language): TaskDefinition {
  const [target] = task.record.targets;
  const text = task.gradedFileText();
  const definition =
    target && findMaskedTarget(language.syntax.parse(target.path, text), target, task.record.edits);
  const module = target && moduleNameOf(target.path, task.record.environment.import_roots);
  if (definition === undefined || module === undefined) {
    throw new DioramaError("corrupt-record", `Cannot find the target of task ${task.record.id} in its file.`);
  }
  return { text, definition, module };
}
