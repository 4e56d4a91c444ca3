/**
 * What calls say beside their results, for targets that are judged by it too: text that they print, records that they log. Most tasks do not look
 * at it; where a target is chosen by others and shows little else, it is what the target does.
 */
import { observeReference, type ProofTarget } from "../../../proof/index.ts";
import { outputKind, type CaseRecipe, type OutputKind, type SuiteCase } from "../../../spec/index.ts";
import type { ObservedCall } from "../../../testgen/index.ts";
import type { PreparedTarget } from "../../prepared-source.ts";

/** The kinds of output that some observed call of a target has. */
export async function findOutput(
  proofTarget: ProofTarget,
  calls: readonly ObservedCall[],
): Promise<readonly OutputKind[]> {
  const cases = calls.map(({ recipe, origin }, index): SuiteCase => {
    return { id: `call-${index + 1}`, origin, recipe: withoutSilencing(recipe) };
  });
  if (cases.length === 0) return [];
  const { results } = await observeReference(comparingOutput(proofTarget, outputKind.options), cases);
  return outputKind.options.filter((kind) =>
    results.some(
      ({ observation }) => observation.status !== "refused" && (observation[kind] ?? []).length > 0,
    ),
  );
}

/** A target whose cases are compared by their output too. */
export function comparingOutput(proofTarget: ProofTarget, output: readonly OutputKind[]): ProofTarget {
  return { ...proofTarget, policy: { ...proofTarget.policy, output: [...output] } };
}

/** A target whose observed calls print where they are made, although its tests caught what they print. */
export function speakingTarget(target: PreparedTarget): PreparedTarget {
  const calls = target.context.calls.map((call) => ({ ...call, recipe: withoutSilencing(call.recipe) }));
  return { ...target, context: { ...target.context, calls } };
}

/** A recipe without a test's own `sys.stdout` and `print`. */
function withoutSilencing(recipe: CaseRecipe): CaseRecipe {
  const { patches = [], ...rest } = recipe;
  const kept = patches.filter(
    ({ owner, name }) => name !== "print" && !(owner === "sys" && name === "stdout"),
  );
  return kept.length === 0 ? rest : { ...rest, patches: kept };
}
