import { findRecordedTarget, moduleNameOf } from "../analysis/index.ts";
import { DioramaError } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import type { Definition, Language } from "../languages/index.ts";

/** A task's target as its language sees it. */
export interface TaskDefinition {
  /** The original text of the target's file. */
  readonly text: string;
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
}

/** Parses a task's original file and finds its target. Throws `corrupt-record` where the target is not in it. */
export function definitionOf(task: LoadedTask, language: Language): TaskDefinition {
  const [target] = task.record.targets;
  const [edit] = task.record.edits;
  const text = task.originalFileText();
  const definition =
    target && edit && findRecordedTarget(language.syntax.parse(target.path, text), target, edit);
  const module = target && moduleNameOf(target.path, task.record.environment.import_roots);
  if (definition === undefined || module === undefined) {
    throw new DioramaError(
      "corrupt-record",
      `Cannot find the target of task ${task.record.id} in its original file.`,
    );
  }
  return { text, definition, module };
}
