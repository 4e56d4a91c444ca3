/** What people get wrong, told from the reference by the cases of a task or not: beside the mutants, and in no score of theirs. */
import { canonicalJson } from "../base/index.ts";
import type { Variant } from "../languages/index.ts";
import type { MistakeCounts, Observation, SuiteCase, SurvivingMistake } from "../spec/index.ts";
import { findEdit } from "./given-mutants.ts";
import { runOverAll } from "./mutant-runs.ts";
import { diffOf, isUnbuilt } from "./mutation.ts";
import { type BodyRun, observationsOf, observeReference, runBody, type ProofTarget } from "./proof-target.ts";
import type { StableSuite, TaskCases } from "./stabilise-suite.ts";
import { checkStability } from "./stability.ts";

/** What became of all mistakes of a target. */
export interface ProvenMistakes {
  readonly counts: MistakeCounts;
  /** In the order of the catalogue. */
  readonly survivors: readonly SurvivingMistake[];
  /** Ids of those that were not run, for no input known tells them. */
  readonly untold: readonly string[];
}

/** An input for a mistake that passes every case. */
interface Witnessed {
  readonly variant: Variant;
  readonly witness: SuiteCase;
}

/**
 * Runs every mistake over all cases; one that passes survives if the input that is known for it tells it, where the reference shows the same every time.
 * Undefined where the language has no catalogue.
 */
export async function proveMistakes(
  stable: StableSuite,
  { witnesses = new Map(), untold = new Set() }: Pick<TaskCases, "witnesses" | "untold">,
): Promise<ProvenMistakes | undefined> {
  const { language, originalText, definition, policy } = stable.limited;
  const all = language.variants.mistakes?.(originalText, definition, policy.output);
  if (all === undefined) return undefined;
  const mistakes = all.filter(({ id }) => !untold.has(id));
  const runs = await runOverAll(stable, mistakes);
  const fates = readFates(runs, stable.codeDigest);
  const passing = mistakes.filter((_, index) => fates[index] === "passed");
  const survivors = await findSurvivors(stable.limited, passing, witnesses);
  const count = (wanted: Fate): number => fates.filter((fate) => fate === wanted).length;
  const told = count("told");
  return {
    counts: {
      tried: told + survivors.length,
      told,
      survived: survivors.length,
      equivalent: all.length - mistakes.length + count("equivalent") + passing.length - survivors.length,
      left_out: count("left_out"),
    },
    survivors,
    untold: all.flatMap(({ id }) => (untold.has(id) ? [id] : [])),
  };
}

type Fate = "told" | "passed" | "equivalent" | "left_out";

function readFates(runs: readonly BodyRun[], referenceDigest: string | undefined): readonly Fate[] {
  const seen = new Set<string>();
  return runs.map(({ verdict, reason, codeDigest }) => {
    if (codeDigest !== undefined && codeDigest === referenceDigest) return "equivalent";
    if (isUnbuilt(reason) || (codeDigest !== undefined && seen.has(codeDigest))) return "left_out";
    if (codeDigest !== undefined) seen.add(codeDigest);
    return verdict === "unresolved" ? "told" : "passed";
  });
}

async function findSurvivors(
  target: ProofTarget,
  passing: readonly Variant[],
  witnesses: ReadonlyMap<string, SuiteCase>,
): Promise<readonly SurvivingMistake[]> {
  const cases = new Map<string, SuiteCase>();
  const witnessed = passing.flatMap((variant): Witnessed[] => {
    const given = witnesses.get(variant.id);
    if (given === undefined) return [];
    const key = canonicalJson(given.recipe);
    const witness = cases.get(key) ?? { ...given, id: `witness-${cases.size + 1}` };
    cases.set(key, witness);
    return [{ variant, witness }];
  });
  const { steady, expected } = await observeWitnesses(target, [...cases.values()]);
  const told = await Promise.all(
    witnessed.map(async ({ variant, witness }) => {
      if (!(witness.id in expected)) return false;
      const run = await runBody(steady, variant.completion, [witness], expected);
      return run.verdict === "unresolved";
    }),
  );
  return witnessed
    .filter((_, index) => told[index] === true)
    .map(({ variant, witness }) => describeSurvivor(target, variant, witness));
}

/** What the reference shows of inputs, of those alone for which it is the same every time; and the target as it compares them. */
async function observeWitnesses(
  target: ProofTarget,
  witnesses: readonly SuiteCase[],
): Promise<{ readonly steady: ProofTarget; readonly expected: Readonly<Record<string, Observation>> }> {
  const alone = await Promise.all(witnesses.map((witness) => observeReference(target, [witness])));
  const usable = witnesses.filter(
    (_, index) =>
      alone[index]?.status === "observed" && alone[index].results[0]?.observation.status !== "refused",
  );
  const nothing = { steady: target, expected: {} };
  if (usable.length === 0) return nothing;
  const first = await observeReference(target, usable);
  if (first.status !== "observed") return nothing;
  const { stable, policy } = await checkStability(target, usable, first);
  const kept = new Set(stable.map(({ id }) => id));
  const expected = Object.entries(observationsOf(first.results)).filter(([id]) => kept.has(id));
  return { steady: { ...target, policy }, expected: Object.fromEntries(expected) };
}

function describeSurvivor(
  target: ProofTarget,
  variant: Variant,
  { recipe, as_made: made }: SuiteCase,
): SurvivingMistake {
  const diff = diffOf(target, findEdit(target, variant));
  const told = { id: variant.id, operator: variant.kind, diff, input: recipe };
  return made === undefined ? told : { ...told, input_as_made: made };
}
