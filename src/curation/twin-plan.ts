import type { Twin } from "../analysis/index.ts";
import { lastPart } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";

/** What is done about the twins of a target: their bodies are cut out with its own (none where it has none), or it makes no task. */
export type TwinPlan =
  | { readonly status: "masked"; readonly twins: readonly Definition[] }
  | { readonly status: "rejected"; readonly detail: string };

/** With more twins, what is left of the file says too little. */
const MOST_MASKED = 8;

/** Decides about all twins of a target; those to be masked are in the order of the file. Depends on its arguments alone. */
export function planTwins(target: Definition, twins: readonly Twin[]): TwinPlan {
  for (const twin of twins) {
    const obstacle = findObstacle(target, twin);
    if (obstacle !== undefined)
      return { status: "rejected", detail: [describeTwin(twin), obstacle].filter(Boolean).join(" ") };
  }
  if (twins.length > MOST_MASKED)
    return { status: "rejected", detail: `${twins.length} functions of its file each hold most of the body` };
  const definitions = twins.map(({ definition }) => definition);
  return {
    status: "masked",
    twins: definitions.toSorted((a, b) => a.spans.whole.start - b.spans.whole.start),
  };
}

/** The definitions that are cut out beside a target. */
export function maskedTwins(plan: TwinPlan): readonly Definition[] {
  return plan.status === "masked" ? plan.twins : [];
}

/** Why a twin cannot be masked, as the end of a sentence about it; empty where that is plain from where it stands. */
function findObstacle(target: Definition, { definition }: Twin): string | undefined {
  if (definition.path !== target.path) return "";
  if (isAround(definition, target) || isAround(target, definition))
    return "and cannot be taken apart from it";
  const name = lastPart(definition.name);
  return target.facts.calls.some((call) => lastPart(call) === name) ? "and is called by it" : undefined;
}

function describeTwin({ definition: { path, name, lines }, share, isRenamed }: Twin): string {
  const renaming = isRenamed ? " under other names" : "";
  return `${path}:${name} (line ${lines.start}) holds ${Math.round(100 * share)} % of the body${renaming}`;
}

function isAround({ spans: { whole: outer } }: Definition, { spans: { whole: inner } }: Definition): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
