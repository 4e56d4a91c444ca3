/**
 * Places whose values a reference only passes on: a thing without any property stands there, and all goes the same way and comes out the same, but for the thing in the place of the value.
 * Such a place holds anything, whatever it held when tests ran (what is parametric knows nothing of its parameter: Wadler, Theorems for free!, 1989).
 */
import { canonicalJson, inTurns } from "../../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import { isInside, type Contract } from "../contract.ts";
import type { ObservedCase } from "../corpus.ts";
import { SEQUENCE_TAGS, shapeOf } from "../value-shape.ts";
import { coveringCalls, fineWayOf, type KnownCall } from "./known-call.ts";
import { argumentOfSpot, spotsOf, type Spot } from "./places.ts";
import type { Proposal } from "./proposal.ts";

/** Calls whose places are looked at. */
const MOST_BASES = 12;
/** Trials of places of one name. */
const MOST_TRIALS = 4;
const MOST_PROPOSALS = 128;
/** A thing that can be compared and hashed, and nothing else. */
const THING: ValueRecipe = { special: "Ellipsis" };
const THING_TEXT = canonicalJson(THING);
/** What programs take for something missing, and what is of another type than most. */
const OTHERS: readonly ValueRecipe[] = [null, 0, "", false, "ab", []];
const PLAIN = new Set(["int", "str", "float", "bool", "null"]);
/** What is gone through once is no container: who passes it on shares it. */
const CONTAINERS = new Set(["dict", "made", ...SEQUENCE_TAGS].filter((tag) => tag !== "iterator"));

/** A call with the thing in one place. */
export interface OpacityTrial {
  readonly base: KnownCall;
  readonly spot: Spot;
  readonly proposal: Proposal;
}

/** Trials of the places whose types nothing declares. `declares` tells of the name of a parameter whether something does. */
export function opacityTrials(
  known: readonly KnownCall[],
  contract: Contract,
  declares: (parameter: string) => boolean,
): readonly OpacityTrial[] {
  const times = new Map<string, number>();
  return basesOf(known, contract).flatMap((base) =>
    placesOf(base, contract, declares).flatMap((spot): OpacityTrial[] => {
      const count = times.get(spot.name) ?? 0;
      times.set(spot.name, count + 1);
      if (count >= MOST_TRIALS) return [];
      return [{ base, spot, proposal: { recipe: spot.write(base.recipe, THING), base } }];
    }),
  );
}

/** Other values at the places that passed the thing on, and at those of their names where none did otherwise; `shown` is what the trials showed. */
export function proposeAtOpaque(
  trials: readonly OpacityTrial[],
  shown: ReadonlyMap<OpacityTrial, ObservedCase>,
  known: readonly KnownCall[],
  contract: Contract,
): readonly Proposal[] {
  const tried = Map.groupBy(trials, (trial) => fateOf(trial, shown.get(trial)));
  const passing = tried.get("passed on") ?? [];
  const names = new Set(passing.map(({ spot }) => spot.name));
  for (const { spot } of tried.get("looked at") ?? []) names.delete(spot.name);
  const alike = basesOf(known, contract).flatMap((base) =>
    placesOf(base, contract, () => false)
      .filter(({ name }) => names.has(name))
      .map((spot) => ({ base, spot })),
  );
  const proposals = [...passing, ...alike].flatMap((at) => proposeOthers(at, contract));
  return inTurns([...Map.groupBy(proposals, ({ respect }) => respect).values()]).slice(0, MOST_PROPOSALS);
}

/** What may be put at a place: what counts as missing, what equals a number of the call and is of another type, and its other containers. */
function proposeOthers(
  { base, spot }: Pick<OpacityTrial, "base" | "spot">,
  contract: Contract,
): readonly Proposal[] {
  const { recipe } = base;
  const values = new Set(spotsOf(recipe, contract).map(({ value }) => value));
  const twins = [true, false].filter((flag) => values.has(Number(flag)));
  const containers = argumentPlaces(recipe, contract)
    .map(({ value }) => value)
    .filter((value) => CONTAINERS.has(shapeOf(value).tag));
  const plain = [...OTHERS, ...twins].map((value) => ({ value, text: canonicalJson(value) }));
  const others = spot.isKey === true ? plain.filter(({ value }) => !Array.isArray(value)) : plain;
  return [
    ...others.filter(({ text }) => text !== canonicalJson(spot.value)),
    ...(spot.isKey === true ? [] : containers.map((value) => ({ value, text: "a container of the call" }))),
  ].map(
    ({ value, text }): Proposal => ({
      recipe: spot.write(recipe, value),
      base,
      spot: spot.name,
      respect: `${spot.name} holds ${text}`,
      isSpecific: true,
      isAnywhere: true,
    }),
  );
}

/** Calls that return, and that are inside the contract but for the place that is looked at. */
function basesOf(known: readonly KnownCall[], contract: Contract): readonly KnownCall[] {
  return coveringCalls(
    known.filter(
      ({ recipe, observation }) => observation?.status === "returned" && isInside(contract, recipe),
    ),
    MOST_BASES,
  );
}

function placesOf(
  { recipe }: KnownCall,
  contract: Contract,
  declares: (parameter: string) => boolean,
): readonly Spot[] {
  return spotsOf(recipe, contract).filter(
    ({ name, value, part, isOmitted, setting }) =>
      PLAIN.has(shapeOf(value).tag) &&
      isOmitted !== true &&
      setting === undefined &&
      !declares(argumentOfSpot(name)) &&
      (part === undefined || !contract.making.declared.has(part)),
  );
}

/** What a reference does with the thing: gives it back or keeps it, while all else is as with the value itself; does not need it; looks at it. */
function fateOf(
  { base, spot, proposal }: OpacityTrial,
  shown: ObservedCase | undefined,
): "passed on" | "not needed" | "looked at" {
  const [before, after] = [base.observation, shown?.observation];
  if (shown === undefined || before?.status !== "returned" || after?.status !== "returned")
    return "looked at";
  if (fineWayOf(shown) !== fineWayOf(base)) return "looked at";
  const text = withThing(after, proposal.recipe);
  if (text.replaceAll(THING_TEXT, canonicalJson(spot.value)) !== canonicalJson(before)) return "looked at";
  const kept = withThing([after.value, after.receiver ?? null], proposal.recipe);
  return kept.includes(THING_TEXT) ? "passed on" : "not needed";
}

/** What was observed, as text, with the thing itself where it stands for an argument: numbers and texts have no identity that is told. */
function withThing(observed: unknown, { positional, keywords }: CaseRecipe): string {
  const places = [...positional.entries(), ...Object.entries(keywords)];
  const own = places.filter(([, value]) => canonicalJson(value) === THING_TEXT);
  return own.reduce(
    (text, [argument]) => text.replaceAll(canonicalJson({ argument }), THING_TEXT),
    canonicalJson(observed),
  );
}
