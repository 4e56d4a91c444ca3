/** Calls beside known ones: one place at an edge, two places at once, and chance. Deterministic, in the order in which they are worth trying. */
import { createRandom } from "../../base/index.ts";
import type { Contract } from "../contract.ts";
import type { InputHints } from "../../languages/index.ts";
import { withPlainCallables } from "../plain-callables.ts";
import type { TargetContext } from "../target-context.ts";
import { varyCase, type CaseSource } from "../vary-case.ts";
import { withAlias } from "./aliases.ts";
import { Changes } from "./changes.ts";
import { CrossedOptions } from "./crossed-options.ts";
import type { Discovered } from "./discovered.ts";
import { coveringCalls, isRefused, waysOf, type KnownCall } from "./known-call.ts";
import { keptLengths, withLengths } from "./kept-lengths.ts";
import type { LaterCalls } from "./later-calls.ts";
import type { MendedTexts } from "./mended-texts.ts";
import type { Proposal } from "./proposal.ts";
import type { SpotEffects } from "./spot-effects.ts";
import { inOrder, respectOf, StepDraw } from "./steps.ts";
import { EMPTY, isForRefusal } from "./text-edge.ts";

/** Calls that are changed, at most, unless fewer are asked for. */
const MOST_BASES = 24;
/** Of five calls proposed, where all ways have calls to propose: two with one place changed, two with two, one by chance. */
const TURNS = ["single", "double", "single", "double", "chance"] as const;

/** One turn of so many is for flags in every combination, and then for texts that are mended, while there are any; the second where such were taken. */
const SPECIAL_TURN = 6;
const MENDING_TURN = 3;
/** One turn of so many is for a second call on what a first one left, where there is any: it falls beside those. */
const LATER_TURN = 7;
/** Of the calls that are changed, those that are refused, where others are not. */
const REFUSED_SHARE = 0.25;

/** What calls are made from, beside those that are known. */
export interface NearbySource {
  readonly contract: Contract;
  readonly hints: InputHints;
  readonly seed: number;
  /** Of known calls so many are changed: each has its changes made beforehand. */
  readonly mostBases?: number;
  /** What became of what was proposed so far. */
  readonly effects: SpotEffects;
  /** Of these the ones that go a way of their own. Absent: none is changed further. */
  readonly discovered?: Discovered;
  /** Texts that were refused. Absent: none is mended. */
  readonly mended?: MendedTexts;
  /** Objects that calls left. Absent: none is gone on with. */
  readonly later?: LaterCalls;
}

/** Of proposals with equal objects in one argument, those in which these are one. */
const ALIASED_SHARE = 0.5;

/** Proposes calls beside `known` ones without end; the consumer stops. Those outside of the contract are among them. */
export function* nearbyCalls(
  known: readonly KnownCall[],
  context: TargetContext,
  source: NearbySource,
): Iterable<Proposal> {
  const random = createRandom(`aliases ${source.seed} ${context.module} ${context.definition.name}`);
  const kept = keptLengths(known.filter(({ isOwn }) => isOwn === true).map(({ recipe }) => recipe));
  for (const plain of plainCalls(known, context, source)) {
    const proposal =
      kept.length === 0 ? plain : { ...plain, recipe: withLengths(plain.recipe, plain.base.recipe, kept) };
    const recipe = withAlias(proposal.recipe);
    yield recipe !== undefined && random.next() < ALIASED_SHARE ? { ...proposal, recipe } : proposal;
  }
}

/** The same, with as many objects as places. */
function* plainCalls(
  known: readonly KnownCall[],
  context: TargetContext,
  { contract, hints, seed, effects, discovered, mended, later, mostBases = MOST_BASES }: NearbySource,
): Iterable<Proposal> {
  const random = createRandom(`breadth ${seed} ${context.module} ${context.definition.name}`);
  const ways = waysOf(known);
  const ofTaken = ways.filter(([call]) => call !== undefined && !isRefused(call));
  const taken = ofTaken.length === 0 ? ways : ofTaken;
  const covering = basesOf(known, mostBases);
  const options = new CrossedOptions(covering, known, contract, random);
  const bases = covering.flatMap((call, index): readonly KnownCall[] => {
    const { recipe, observation: _, ...known } = call;
    const plain = withPlainCallables(recipe, context.inputs, random);
    if (plain === undefined) return [call];
    const other = { ...known, recipe: plain };
    return index % 2 === 0 ? [other] : [call, other];
  });
  const changes = new Changes(known, context, contract, { hints, random, effects });
  const all = changes.of(bases);
  const steps = inOrder(all, random);
  const firsts = new StepDraw(
    all.filter(({ edge }) => !isForRefusal(edge.kind)),
    random,
  );
  const source: CaseSource = {
    random,
    contract,
    corpus: known.map(({ recipe }) => recipe),
    pools: context.pools,
    literals: hints.literals,
    asked: hints,
    values: context.values,
  };
  let single = 0;
  for (let turn = 0; ; turn++) {
    for (const found of mended?.drainTaken() ?? []) options.offer(found);
    const every = mended?.isOfUse === true ? MENDING_TURN : SPECIAL_TURN;
    const special = turn % every === 0 ? (options.next() ?? mended?.next()) : undefined;
    if (special !== undefined) {
      yield special;
      continue;
    }
    const second = turn % LATER_TURN === 1 ? later?.next() : undefined;
    if (second !== undefined) {
      yield second;
      continue;
    }
    const way = TURNS[turn % TURNS.length];
    const isSingle = way === "single";
    if (isSingle) while (single < steps.length && effects.passesBy(steps[single]?.spot.name ?? "")) single++;
    const step = steps[single];
    if (isSingle && step !== undefined) {
      single++;
      const { base, spot, edge } = step;
      const proposal = {
        recipe: spot.write(base.recipe, edge.value),
        base,
        spot: spot.name,
        respect: respectOf(step),
        isSpecific: edge.kind === EMPTY || edge.isSpecific === true,
        change: step,
      };
      yield isForRefusal(edge.kind) ? { ...proposal, unless: base } : proposal;
    } else if (!isSingle && discovered?.isNext() === true) {
      const base = discovered.draw(random);
      if (way === "double") yield { recipe: changes.once(base), base };
      else yield { recipe: varyCase(base.recipe, source), base };
    } else if (way === "double" && !firsts.isEmpty) {
      const first = effects.drawUnpassed(
        () => firsts.draw(),
        ({ spot }) => spot.name,
        (step) => effects.passesByRefused(respectOf(step)),
      );
      yield { recipe: changes.twice(first), base: first.base };
    } else {
      const base = random.pick(random.pick(effects.areMostRefused && turn % 2 === 0 ? taken : ways));
      yield { recipe: varyCase(base.recipe, source), base };
    }
  }
}

/** The calls that are changed: of those that are refused, where others are taken, no more than a share. */
function basesOf(known: readonly KnownCall[], most: number): readonly KnownCall[] {
  const refused = known.filter(isRefused);
  const taken = known.filter((call) => !isRefused(call));
  const mostRefused = taken.length === 0 ? most : Math.floor(REFUSED_SHARE * most);
  const covering = coveringCalls(taken, most - Math.min(mostRefused, refused.length));
  return [...covering, ...coveringCalls(refused, most - covering.length)];
}
