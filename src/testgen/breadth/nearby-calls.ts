/** Calls beside known ones: one place at an edge, two places at once, and chance. Deterministic, in the order in which they are worth trying. */
import { createRandom, type Random } from "../../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import type { InputHints } from "../../languages/index.ts";
import { takeEvenly } from "../pools.ts";
import type { TargetContext } from "../target-context.ts";
import { varyCase, type CaseSource } from "../vary-case.ts";
import { edgesOf, type Edge } from "./edges.ts";
import { spotsOf, type Spot } from "./places.ts";
import { CONSTANT, withPiece } from "./text-edges.ts";

/** What a function among the arguments may answer: some of all that counts as true, and as false. */
const ANSWERS: readonly ValueRecipe[] = [null, false, 0, "", [], true, 1, "a"];

/** One change to one call. */
interface Step {
  readonly recipe: CaseRecipe;
  readonly spot: Spot;
  readonly edge: Edge;
}

/** Calls that are changed, at most: spread over those that are known. */
const MOST_BASES = 24;
/** Of three calls proposed, where all ways have calls to propose: one with one place changed, one with two, one by chance. */
const WAYS = 3;

/** Proposes calls beside `known` ones without end; the consumer stops. Those outside of the contract are among them. */
export function* nearbyCalls(
  known: readonly CaseRecipe[],
  context: TargetContext,
  {
    contract,
    hints,
    seed,
  }: { readonly contract: Contract; readonly hints: InputHints; readonly seed: number },
): Iterable<CaseRecipe> {
  const random = createRandom(`breadth ${seed} ${context.module} ${context.definition.name}`);
  const steps = stepsFrom(takeEvenly(known, MOST_BASES), known, { context, contract, hints, random });
  const source: CaseSource = {
    random,
    contract,
    corpus: known,
    pools: context.pools,
    literals: hints.literals,
    asked: hints,
  };
  let single = 0;
  for (let turn = 0; ; turn++) {
    const step = steps[single];
    if (turn % WAYS === 0 && step !== undefined) {
      single++;
      yield step.spot.write(step.recipe, step.edge.value);
    } else if (turn % WAYS === 1 && steps.length > 0) yield changeTwice(random.pick(steps), steps, random);
    else yield varyCase(random.pick(known), source);
  }
}

/** A text that can be a piece of another argument: a few signs, as prefixes and separators are. */
function pieceOf(value: ValueRecipe): readonly string[] {
  return typeof value === "string" && /^[^\p{L}\p{N}]{1,4}$/u.test(value) ? [value] : [];
}

/** Of the calls with two changes, those whose second change puts what the first one put somewhere into another text. */
const SHARED_PIECES = 0.3;

/** Both changes of two steps, where the second has its place in the call that the first makes too. */
function changeTwice(first: Step, steps: readonly Step[], random: Random): CaseRecipe {
  const changed = first.spot.write(first.recipe, first.edge.value);
  for (let attempt = 0; attempt < 8; attempt++) {
    const second = random.pick(steps);
    if (second.recipe !== first.recipe || second.spot.name === first.spot.name) continue;
    const { value } = second.spot;
    const [piece] = pieceOf(first.edge.value);
    if (piece === undefined || typeof value !== "string" || random.next() >= SHARED_PIECES)
      return second.spot.write(changed, second.edge.value);
    return second.spot.write(changed, random.pick(withPiece(value, piece)).value);
  }
  return changed;
}

interface StepSource {
  readonly context: TargetContext;
  readonly contract: Contract;
  readonly hints: InputHints;
  readonly random: Random;
}

/** One step of every kind at every place, then another of each, and so on: first come those unlike all before. */
function stepsFrom(
  bases: readonly CaseRecipe[],
  known: readonly CaseRecipe[],
  { context, contract, hints: { literals }, random }: StepSource,
): readonly Step[] {
  const byKind = new Map<string, Step[]>();
  for (const recipe of bases) {
    const siblingsOf = new Map(
      argumentPlaces(recipe, contract).map(({ name, read }) => [
        name,
        known.filter(({ shared }) => shared.length === 0).flatMap((other) => read(other) ?? []),
      ]),
    );
    const spots = spotsOf(recipe, contract);
    for (const spot of spots) {
      const examples = contract.parameters.find(({ name }) => name === spot.name)?.examples ?? [];
      const siblings = [
        ...examples,
        ...(siblingsOf.get(spot.name) ?? []),
        ...(spot.part === undefined ? [] : (context.pools.byPart.get(spot.part)?.values ?? [])),
        ...(spot.isAnswer === true ? ANSWERS : []),
      ];
      const others = spots.flatMap(({ name, value }) => (name === spot.name ? [] : pieceOf(value)));
      const pieces = { ...literals, texts: [...others, ...literals.texts] };
      const source = { literals: pieces, siblings, inputs: context.inputs, optional: context.pools.optional };
      for (const edge of edgesOf(spot.value, source)) {
        const kind = `${spot.name} ${edge.kind}`;
        const alike = byKind.get(kind) ?? [];
        byKind.set(kind, alike);
        alike.push({ recipe, spot, edge });
      }
    }
    for (const step of omittedSteps(recipe, contract)) {
      const kind = `${step.spot.name} given`;
      byKind.set(kind, [...(byKind.get(kind) ?? []), step]);
    }
  }
  const inRows = (isWanted: (kind: string) => boolean): readonly Step[] => {
    const kinds = random.shuffle([...byKind.keys()].filter(isWanted));
    const lists = kinds.map((kind) => random.shuffle(byKind.get(kind) ?? []));
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, row) => lists.flatMap((alike) => alike[row] ?? [])).flat();
  };
  // Of constants there can be many: they and all else take turns.
  const ofConstants = inRows((kind) => kind.includes(` ${CONSTANT}`));
  const others = inRows((kind) => !kind.includes(` ${CONSTANT}`));
  const length = Math.max(ofConstants.length, others.length);
  return Array.from({ length }, (_, at) => [others[at] ?? [], ofConstants[at] ?? []].flat()).flat();
}

/** What parameters that a call leaves to their defaults may be given. */
function omittedSteps(recipe: CaseRecipe, { parameters }: Contract): readonly Step[] {
  return parameters.flatMap(({ name, canBeNamed, isRead, examples }, index) => {
    const isOmitted = index >= recipe.positional.length && !(name in recipe.keywords);
    if (!isOmitted || !canBeNamed || !isRead) return [];
    const spot: Spot = {
      name,
      value: null,
      write: (other, value) => ({ ...other, keywords: { ...other.keywords, [name]: value } }),
    };
    return examples.map((value): Step => ({ recipe, spot, edge: { kind: "given", value } }));
  });
}
