import type { ShortcutMaterial } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { runBodies, runBodiesTogether, type BodyVerdict } from "./bodies.ts";
import { runBesideOtherTasks } from "./beside-other-tasks.ts";
import { PROOF_CHEATS } from "./proof-cheats.ts";
import type { ProofTarget } from "./proof-target.ts";

/** What became of every body that a proof tries, by family. */
export interface Bodies {
  readonly trivial: readonly BodyVerdict[];
  readonly shortcuts: readonly BodyVerdict[];
  readonly rewrites: readonly BodyVerdict[];
  readonly cheats: readonly BodyVerdict[];
}

/** Bodies that need no understanding. */
export async function runTrivialBodies(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<BodyVerdict[]> {
  const { language, originalText: text, definition } = target;
  const bodies = language.variants.trivialBodies(text, definition, Object.values(expected));
  return runBodiesTogether(target, bodies, cases, expected, false);
}

/**
 * Bodies that do the work by somebody else's. What passes in a loaded original is run once more as a candidate's, its file imported anew: what
 * it forwards to may be the original itself, or made while importing. What fails in the loaded original is not asked again.
 */
export async function runShortcuts(
  target: ProofTarget,
  { suite, examples }: { readonly suite: readonly SuiteCase[]; readonly examples: readonly SuiteCase[] },
  expected: Readonly<Record<string, Observation>>,
  modules: ShortcutMaterial["modules"],
): Promise<BodyVerdict[]> {
  const { language, originalText, definition, module } = target;
  const shown = examples.flatMap(({ id, recipe }) => {
    const observation = expected[id];
    return observation === undefined ? [] : [{ recipe, observation }];
  });
  const material = { examples: shown, modules };
  const bodies = language.variants.shortcuts(originalText, definition, module, material);
  const verdicts = await runBodiesTogether(target, bodies, suite, expected, true);
  const passing = bodies.filter((_, index) => verdicts[index]?.verdict !== "unresolved");
  if (target.resident === undefined || passing.length === 0) return verdicts;
  const anew = await runBodies({ ...target, resident: undefined }, passing, suite, expected);
  const final = new Map(anew.map((verdict) => [verdict.name, verdict]));
  return verdicts.map((verdict) => final.get(verdict.name) ?? verdict);
}

/** Rewrites, which must pass, and cheats, which must not. */
export async function runOtherBodies(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<Pick<Bodies, "rewrites" | "cheats">> {
  const { language, originalText: text, definition, module } = target;
  const importedAnew = { ...target, resident: undefined };
  const cheats = language.variants
    .cheats(text, definition, module)
    .filter(({ kind }) => PROOF_CHEATS.has(kind));
  const [rewrites, cheated] = await Promise.all([
    runBodiesTogether(target, language.variants.rewrites(text, definition), cases, expected, true),
    runBesideOtherTasks(importedAnew, cheats, cases, expected),
  ]);
  return { rewrites, cheats: cheated };
}
