import { measureCoverage, referenceLines, type Coverage } from "../judge/index.ts";
import { observeReference, type ProofTarget } from "../proof/index.ts";
import type { ObservedCall } from "../testgen/index.ts";

/** What of the reference calls execute, and how many of them could be made again; undefined where none could. */
export async function measureCalls(
  proofTarget: ProofTarget,
  calls: readonly ObservedCall[],
): Promise<{ readonly calls: number; readonly coverage: Coverage } | undefined> {
  const cases = calls.map(({ recipe, origin }, index) => ({ id: `call-${index + 1}`, origin, recipe }));
  if (cases.length === 0) return undefined;
  const { evaluator, editableTree, originalText } = proofTarget;
  const { results } = await observeReference(proofTarget, cases, { traceArcs: true });
  if (results.length === 0) return undefined;
  const possible = await evaluator.findPossibleArcs(editableTree, originalText, referenceLines(proofTarget));
  const taken = results.flatMap(({ arcs = [] }) => arcs);
  return { calls: results.length, coverage: measureCoverage(possible, taken) };
}
