/**
 * A shortcut for our own bodies of a target: they run in a process that has imported the original file, by giving the original
 * function another code. That differs from importing the edited file where importing calls the target, or keeps what it made.
 * So it is allowed per target, only after both were seen to show the same, and only for bodies that change nothing else.
 */
import {
  compareObservations,
  referenceLines,
  type EvaluationOutcome,
  type LoadedOriginal,
} from "../judge/index.ts";
import type { SuiteCase } from "../spec/index.ts";
import { evaluateFile, observationsOf, type ProofTarget } from "./proof-target.ts";

/**
 * The original to keep loaded, or undefined where that may show something else: the file cannot be imported with the target's
 * body cut out, or the reference shows other observations than `reference`, which was imported anew.
 */
export async function findLoadedOriginal(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  reference: EvaluationOutcome,
): Promise<LoadedOriginal | undefined> {
  const { originalText, definition, language } = target;
  // A parent that has imported the original has imported what it needs: files that come with each evaluation are not there yet.
  if (target.otherFiles !== undefined) return undefined;
  const lines = referenceLines(target);
  const masked = language.editing.mask(originalText, definition).text;
  const removed = masked.split("\n").length - originalText.split("\n").length;
  const maskedLines = { start: lines.start, end: lines.end + removed };
  const cut = await evaluateFile(target, { fileText: masked, lines: maskedLines }, cases.slice(0, 1));
  if (cut.status !== "observed") return undefined;
  const resident: LoadedOriginal = { text: originalText, lines };
  const loaded = await evaluateFile(target, { fileText: originalText, lines }, cases, { resident });
  if (loaded.status !== "observed") return undefined;
  const expected = observationsOf(reference.results);
  const isSame = loaded.results.every(({ id, observation }) => {
    const wanted = expected[id];
    if (wanted === undefined) return true;
    if (wanted.status === "refused") return observation.status === "refused";
    return compareObservations(id, wanted, observation, target) === undefined;
  });
  return isSame ? resident : undefined;
}
