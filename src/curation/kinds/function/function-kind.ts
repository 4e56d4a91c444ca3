import { getFilterName, selectTargets } from "../../../analysis/index.ts";
import { joinPath } from "../../../base/index.ts";
import type { TaskKind } from "../kind.ts";
import { makeTask } from "./make-task.ts";
import { mutateFunction } from "./mutate-function.ts";
import { proveAgain } from "./prove-again.ts";
import { screenTarget } from "./screen-target.ts";
import { findSimplicity } from "./simplicity.ts";
import { openTarget } from "./task-definition.ts";

/** A function or method whose body is hidden. */
export const functionKind: TaskKind = {
  name: "function",
  select: (files, { filters, targets }) =>
    selectTargets(files, { with: filters.map(getFilterName), only: targets }),
  findSimplicity,
  screen: screenTarget,
  make: makeTask,
  open: (task, language, { environment, directory }) =>
    openTarget(task, language, environment, joinPath(directory, "tree")),
  prove: proveAgain,
  mutate: mutateFunction,
};
