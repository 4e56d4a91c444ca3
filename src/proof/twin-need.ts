import { maskDefinitions, maskedOffset } from "../analysis/index.ts";
import { compareObservations } from "../judge/index.ts";
import type { Definition } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { evaluateText, observationsOf, referenceLines, type Specimen } from "./specimen.ts";

/** Why a target is rejected for what stands beside it. */
interface TwinNeed {
  readonly reason: "twin" | "infrastructure";
  readonly detail: string;
}

/**
 * Why a candidate could not try its work on the examples where it works: there the bodies of the target's twins are cut out, and the
 * reference itself does not show there what it shows in the original file. Undefined where it does, or where there are no twins.
 */
export async function findNeedOfTwins(
  specimen: Specimen,
  twins: readonly Definition[],
  examples: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<TwinNeed | undefined> {
  if (twins.length === 0) return undefined;
  const { language, originalText, definition, policy } = specimen;
  const { text, edits } = maskDefinitions(language.editing, originalText, twins);
  const before = Buffer.from(text).subarray(0, maskedOffset(edits, definition.spans.whole.start));
  const start = before.toString().split("\n").length;
  const original = referenceLines(specimen);
  const lines = { start, end: start + original.end - original.start };
  const outcome = await evaluateText(specimen, text, lines, examples);
  if (outcome.status === "lost-worker") return { reason: "infrastructure", detail: outcome.message };
  const seen = observationsOf(outcome.results);
  for (const { id } of examples) {
    const [wanted, actual] = [expected[id], seen[id]];
    if (wanted === undefined) continue;
    if (actual === undefined) return needed(`${id} ends with ${outcome.status}`);
    const difference = compareObservations(id, wanted, actual, policy);
    if (difference !== undefined) return needed(`${id} differs: ${difference.path}: ${difference.message}`);
  }
  return undefined;
}

function needed(what: string): TwinNeed {
  return { reason: "twin", detail: `without its twins in the file, ${what}` };
}
