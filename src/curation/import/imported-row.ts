import { filterNames, filters } from "../../analysis/index.ts";
import type { Definition } from "../../languages/index.ts";
import type { ProofTarget } from "../../proof/index.ts";
import type { ImportedRow } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import type { TaskOutcome } from "../kinds/kind.ts";
import { measureCalls } from "../measure-calls.ts";

/** An accepted task that says which row it was made of. */
export function withRow(outcome: TaskOutcome | undefined, imported: ImportedRow): TaskOutcome | undefined {
  if (outcome?.status !== "accepted") return outcome;
  const { draft } = outcome;
  const provenance = { ...draft.record.provenance, imported: imported.from };
  return { ...outcome, draft: { ...draft, record: { ...draft.record, provenance }, imported } };
}

/** Names of the filters, those that a build leaves off included, that would have dropped a target. */
export function droppingFilters(definition: Definition): string[] {
  return filterNames.filter((name) => filters[name](definition));
}

/** What of the reference the calls that a row brought execute; null where there are none that can be made again. */
export async function measureOwnCalls(
  proofTarget: ProofTarget,
  calls: readonly ObservedCall[],
): Promise<ImportedRow["own_coverage"]> {
  const measured = await measureCalls(proofTarget, calls);
  if (measured === undefined) return null;
  const { branch, line } = measured.coverage;
  return { calls: measured.calls, branch, line };
}
