import type { TaskRecord } from "../../spec/index.ts";
import { functionKind } from "./function/function-kind.ts";
import type { TaskKind } from "./kind.ts";

/** Every kind of task. */
export const taskKinds: Readonly<Record<TaskRecord["kind"], TaskKind>> = {
  function: functionKind,
};

/** The kind of tasks that a build makes where nothing else is asked for. */
export const DEFAULT_KIND: TaskKind = functionKind;
