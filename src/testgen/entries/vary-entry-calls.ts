/** Calls beside those that tests make of a function, inside its contract: not to grade it, but to see what it makes of them further in. */
import { canonicalJson, createRandom, type Random } from "../../base/index.ts";
import type { Literals } from "../../languages/index.ts";
import type { CaseRecipe } from "../../spec/index.ts";
import { chooseBroad, type BroadCase } from "../breadth/choose-broad.ts";
import { featuresOfCall } from "../breadth/features.ts";
import { nearbyCalls } from "../breadth/nearby-calls.ts";
import { argumentOfSpot, spotsOf, type Spot } from "../breadth/places.ts";
import { SpotEffects } from "../breadth/spot-effects.ts";
import { hintsOf, isInside, type Contract } from "../contract.ts";
import { inferContract } from "../infer-contract.ts";
import type { NamedByTarget, TargetContext } from "../target-context.ts";
import { partsOfMade, settingsNamed } from "../made-parts.ts";
import { featuresOfText } from "./notation-features.ts";
import { recombinedText } from "./recombined-texts.ts";

/** Of the calls of a function that is given texts those that are given recombined ones; the others are varied as any call is. */
const TEXT_SHARE = 0.75;
/** The same where it is asked what a target further in makes of them: what it compares with stands at the places of any call. */
const TEXT_SHARE_FOR_TARGET = 0.5;
/** Of calls for a target those in which a setting that it names is another one, where objects have such. */
const SETTING_SHARE = 0.3;
/** Proposals for each call that is wanted, at most: others are outside of the contract, or known. */
const PROPOSALS = 4;
/** Calls that are varied otherwise, for each so many of those that are wanted one. */
const CALLS_OF_BASE = 8;
const FEWEST_BASES = 4;
const SEEDS = 2 ** 30;
/** Texts of more characters are no donors, and are not recombined; of those that are not short a part is (`windowOf`). */
const LONGEST_TEXT = 4_000;

/** How the calls of one function are varied. */
export interface EntryVariation {
  readonly seed: string;
  readonly most: number;
  /** Calls to start from; those of its context alone say what its contract is. */
  readonly bases: readonly CaseRecipe[];
  /** Texts that functions were given, by the name of the argument (`textsGiven`). */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** As `Notation` has them. */
  readonly constants: readonly string[];
  /** What the target further in names that they are for. Absent: they are for many. */
  readonly target?: NamedByTarget | undefined;
}

/** Up to `most` calls that differ from one another and from those that they are made of. */
export function varyEntryCalls(
  context: TargetContext,
  { seed, most, bases, target, ...notation }: EntryVariation,
): readonly CaseRecipe[] {
  const own = hintsOf(context);
  const hints = target === undefined ? own : { ...own, literals: joined(own.literals, target.literals) };
  const textShare = target === undefined ? TEXT_SHARE : TEXT_SHARE_FOR_TARGET;
  const words = target?.words ?? NO_WORDS;
  const hasSettings = settingsNamed(context.pools.makings, words).size > 0;
  const contract = inferContract(context, hints);
  const random = createRandom(`entries ${seed} ${context.module} ${context.definition.name}`);
  const known = bases.map((recipe) => ({ recipe, arcs: [] }));
  const isText = bases.some((recipe) => textSpotsOf(recipe, contract).length > 0);
  const mostOthers = isText ? (1 - textShare) * most : most;
  const others = nearbyCalls(known, context, {
    contract,
    hints,
    seed: random.integer(SEEDS),
    mostBases: Math.max(FEWEST_BASES, Math.ceil(mostOthers / CALLS_OF_BASE)),
    effects: new SpotEffects(),
  })[Symbol.iterator]();
  const seen = new Set(bases.map(canonicalJson));
  const varied: CaseRecipe[] = [];
  for (let attempt = 0; attempt < PROPOSALS * most && varied.length < most; attempt++) {
    const plain =
      isText && random.next() < textShare
        ? withRecombinedText(pickLight(bases, random), { contract, random, ...notation })
        : others.next().value.recipe;
    const isSet = hasSettings && random.next() < SETTING_SHARE;
    const recipe = isSet ? withOtherSetting(plain, { words, contract, random }) : plain;
    const name = canonicalJson(recipe);
    if (seen.has(name) || !isInside(contract, recipe)) continue;
    seen.add(name);
    varied.push(recipe);
  }
  return varied;
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** A call in which one object has another of the settings that words name; the call itself where none has any. */
function withOtherSetting(
  recipe: CaseRecipe,
  {
    words,
    contract,
    random,
  }: { readonly words: ReadonlySet<string>; readonly contract: Contract; readonly random: Random },
): CaseRecipe {
  const spots = spotsOf(recipe, contract).filter(({ setting = "" }) => words.has(setting));
  if (spots.length === 0) return recipe;
  const { edges, write } = random.pick(spots);
  const others = edges?.() ?? [];
  return others.length === 0 ? recipe : write(recipe, random.pick(others).value);
}

/** Those of the target first: there are more of the other function than are tried. */
function joined(own: Literals, ofTarget: Literals): Literals {
  const both = (read: (literals: Literals) => readonly number[] | undefined): readonly number[] => [
    ...new Set([...(read(ofTarget) ?? []), ...(read(own) ?? [])]),
  ];
  return {
    texts: [...new Set([...ofTarget.texts, ...own.texts])],
    integers: both(({ integers }) => integers),
    floats: both(({ floats }) => floats),
    lengths: both(({ lengths }) => lengths),
  };
}

/** Of calls those that differ most from known ones and are short, the first of them first; then any others. */
export function mostNovel(
  varied: readonly CaseRecipe[],
  known: readonly CaseRecipe[],
  most: number,
): readonly CaseRecipe[] {
  const read = (recipe: CaseRecipe): BroadCase<CaseRecipe> => ({
    item: recipe,
    characters: canonicalJson(recipe).length,
    path: "",
    features: new Set(featuresOfEntry(recipe)),
  });
  const first = chooseBroad(varied.map(read), known.map(read), { characters: Infinity });
  const rest = new Set(varied).difference(new Set(first));
  return [...first, ...rest].slice(0, most);
}

/** In what an entry call differs from others, as names: as calls do, and by what stands beside what in texts that are arguments. */
export function featuresOfEntry(recipe: CaseRecipe): readonly string[] {
  const { receiver = null, positional, keywords } = recipe;
  const given = [receiver, ...positional, ...Object.values(keywords)];
  const texts = [...given, ...given.flatMap((value) => partsOfMade(value).map((part) => part.value))];
  const notation = texts.flatMap((text) => (typeof text === "string" ? featuresOfText(text) : []));
  return [...featuresOfCall(recipe, { literals: NO_LITERALS, values: undefined }).union(new Set(notation))];
}

const NO_LITERALS = { texts: [], integers: [] };

/** By the name of the argument, and by none, the texts that stand anywhere in it in the calls of functions: what one of them reads others often read too. */
export function textsGiven(
  given: Iterable<{ readonly contract: Contract; readonly recipes: readonly CaseRecipe[] }>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { contract, recipes } of given) {
    for (const recipe of recipes)
      for (const { name, text } of textSpotsOf(recipe, contract)) {
        const argument = argumentOfSpot(name);
        found.set(argument, (found.get(argument) ?? new Set()).add(text));
      }
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts]]));
}

/** Now and then the lighter one of two: what is short is near to what readers tell apart, and more of it is read to the end. */
function pickLight(recipes: readonly CaseRecipe[], random: Random): CaseRecipe {
  const [one, other] = [random.pick(recipes), random.pick(recipes)];
  if (random.next() < 0.5) return one;
  return canonicalJson(one).length <= canonicalJson(other).length ? one : other;
}

function withRecombinedText(
  recipe: CaseRecipe,
  {
    contract,
    texts,
    constants,
    random,
  }: Pick<EntryVariation, "texts" | "constants"> & { readonly contract: Contract; readonly random: Random },
): CaseRecipe {
  const spots = textSpotsOf(recipe, contract);
  if (spots.length === 0) return recipe;
  const { name, text, write } = random.pick(spots);
  const donors = texts.get(argumentOfSpot(name)) ?? [text];
  return write(recipe, recombinedText(text, { donors, constants }, random));
}

function textSpotsOf(recipe: CaseRecipe, contract: Contract): readonly (Spot & { readonly text: string })[] {
  return spotsOf(recipe, contract).flatMap((spot) =>
    typeof spot.value === "string" && spot.value.length <= LONGEST_TEXT
      ? [{ ...spot, text: spot.value }]
      : [],
  );
}
