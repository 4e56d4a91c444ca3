import type { ProofTarget } from "../../src/proof/index.ts";
import {
  growSuite,
  poolValues,
  type GrowthOutcome,
  type ObservedCall,
  type TargetContext,
} from "../../src/testgen/index.ts";

/** What is known of a target of a proving ground from calls that were seen of it, and from nothing else. */
export function contextOf(target: ProofTarget, calls: readonly ObservedCall[]): TargetContext {
  const { definition, module, language, originalText } = target;
  const { start, end } = definition.spans.whole;
  return {
    definition,
    module,
    text: originalText.slice(start, end),
    fileText: originalText,
    inputs: language.inputs,
    ...(language.values === undefined ? {} : { values: language.values }),
    calls,
    pools: poolValues([{ definition, module, calls }]),
    calleeExceptions: new Set<string>(),
  };
}

/** Grows a suite for a target of a proving ground from calls that were seen of it, and from nothing else. */
export function growFrom(
  target: ProofTarget,
  calls: readonly ObservedCall[],
  leastScore: number,
): Promise<GrowthOutcome> {
  return growSuite(target, contextOf(target, calls), { seed: 0, guardsTrivialBodies: false, leastScore });
}
