import type { ProofTarget } from "../../src/proof/index.ts";
import { growSuite, poolValues, type GrowthOutcome, type ObservedCall } from "../../src/testgen/index.ts";

/** Grows a suite for a target of a proving ground from calls that were seen of it, and from nothing else. */
export function growFrom(
  target: ProofTarget,
  calls: readonly ObservedCall[],
  leastScore: number,
): Promise<GrowthOutcome> {
  const { definition, module, language, originalText } = target;
  const { start, end } = definition.spans.whole;
  const context = {
    definition,
    module,
    text: originalText.slice(start, end),
    fileText: originalText,
    inputs: language.inputs,
    calls,
    pools: poolValues([{ definition, module, calls }]),
    calleeExceptions: new Set<string>(),
  };
  return growSuite(target, context, { seed: 0, guardsTrivialBodies: false, leastScore });
}
