import { getFilterName, getPreset, selectTargets } from "../../../analysis/index.ts";
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
  select: (files, { preset, filters, withoutFilters, targets, sample, seed }, facts) =>
    selectTargets(files, {
      preset: preset === undefined ? undefined : getPreset(preset),
      with: filters.map(getFilterName),
      without: withoutFilters.map(getFilterName),
      only: targets,
      ...(sample === undefined ? {} : { sample: { most: sample, prefersDocumented: preset !== undefined } }),
      seed,
      facts,
    }),
  findSimplicity,
  screen: screenTarget,
  make: makeTask,
  open: (task, language, { environment, directory }) =>
    openTarget(task, language, environment, joinPath(directory, "tree")),
  prove: proveAgain,
  mutate: mutateFunction,
};
