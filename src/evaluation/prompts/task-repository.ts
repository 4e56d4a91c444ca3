import { openVisible, readView, type VisibleRepository } from "../../analysis/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { withParts, type Definition, type Language } from "../../languages/index.ts";

/** The repository as a solver of a task finds it: the masked tree, without test code. The reference is read for `slice:oracle` alone. */
export function openTaskRepository(
  task: LoadedTask,
  language: Language,
  { path, name, lines }: Definition,
): VisibleRepository {
  const able = withParts(language, ["structure", "slicing"], "show other files as context");
  const visible = readView({ directory: task.maskedTree }, able);
  const place = { path, name, line: lines.start };
  const views = {
    visible,
    tests: () => task.record.context_tests ?? [],
    place,
    get answer() {
      return visible.overlay(new Map([[path, task.gradedFileText()]]));
    },
  };
  return openVisible(views, able);
}
