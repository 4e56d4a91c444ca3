import { findMaskedTarget } from "../../../analysis/index.ts";
import { DioramaError, type HostPath } from "../../../base/index.ts";
import type { LoadedTask } from "../../../datasets/index.ts";
import { runtimeOf, type Environment } from "../../../environments/index.ts";
import { prepareEditableTree, type TargetInTree } from "../../../judge/index.ts";
import type { Language, LanguageWith } from "../../../languages/index.ts";

/** A task's target as its language sees it, in the text that candidates are graded in. */
export type TaskDefinition = Omit<TargetInTree, "language" | "editableTree">;

/** Parses the file that grades a task and finds its target. Throws `corrupt-record` where the target is not in it. */
export function definitionOf(task: LoadedTask, language: LanguageWith<"syntax" | "modules">): TaskDefinition {
  const [target] = task.record.targets;
  const originalText = task.gradedFileText();
  const definition =
    target && findMaskedTarget(language.syntax.parse(target.path, originalText), target, task.record.edits);
  const module = target && language.modules.nameOf(target.path, task.record.environment.import_roots);
  if (definition === undefined || module === undefined) {
    throw new DioramaError("corrupt-record", `Cannot find the target of task ${task.record.id} in its file.`);
  }
  return { definition, module, originalText };
}

/**
 * A task's target in the tree that candidates get, which is made in a folder that does not exist yet and must stay as long as workers may have it
 * mounted. Throws `corrupt-record`.
 */
export function openTarget(
  task: LoadedTask,
  language: Language,
  environment: Environment,
  destination: HostPath,
): TargetInTree {
  const found = definitionOf(task, language);
  const editableTree = prepareEditableTree({
    source: task.maskedTree,
    driver: language.driver,
    editedFile: found.definition.path,
    destination,
    emptied: Object.keys(task.tests()?.sources.texts ?? {}),
    runtime: runtimeOf(environment),
    importRoots: environment.recipe.import_roots,
  });
  return { language, editableTree, ...found };
}
