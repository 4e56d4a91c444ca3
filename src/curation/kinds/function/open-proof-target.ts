import { findRecordedTarget } from "../../../analysis/index.ts";
import { joinPath } from "../../../base/index.ts";
import type { LoadedTask } from "../../../datasets/index.ts";
import type { Definition, Language } from "../../../languages/index.ts";
import type { ProofTarget } from "../../../proof/index.ts";
import { comparisonOf } from "../../../spec/index.ts";
import { FIRST_LIMITS } from "../../first-limits.ts";
import { openTarget } from "./task-definition.ts";
import type { Services } from "../../services.ts";
import type { TaskPlace } from "../kind.ts";

/** A task's target as `openTarget` opens it, to be proven. */
export function openProofTarget(
  { language, evaluator, environmentOptions }: Services,
  task: LoadedTask,
  { environment, directory }: TaskPlace,
): ProofTarget {
  return {
    ...openTarget(task, language, environment, joinPath(directory, "tree")),
    evaluator,
    policy: comparisonOf(task.record),
    limits: FIRST_LIMITS,
    repeatsSlowCases: true,
    signal: environmentOptions.signal,
  };
}

/** The definitions whose bodies a task's edits hide, the target first; undefined where an edit hides something else. */
export function findHidden(
  { syntax }: Language,
  task: LoadedTask,
): readonly [Definition, ...Definition[]] | undefined {
  const [target] = task.record.targets;
  const [edit, ...others] = task.record.edits;
  if (target === undefined || edit === undefined) return undefined;
  const text = task.originalFileText();
  const parsed = syntax.parse(target.path, text);
  const definition = findRecordedTarget(parsed, target, edit);
  const twins = others.flatMap(({ path, span }) =>
    parsed.definitions.filter(
      ({ path: own, spans: { body } }) => own === path && body.start === span.start && body.end === span.end,
    ),
  );
  return definition === undefined || twins.length !== others.length ? undefined : [definition, ...twins];
}
