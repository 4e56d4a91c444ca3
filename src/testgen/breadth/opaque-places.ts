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
interface Trial {
  readonly base: KnownCall;
  readonly spot: Spot;
  readonly recipe: CaseRecipe;
}

/** What is known of a target, and how calls of it are observed: in their order, undefined for one that cannot be. */
export interface OpacitySource {
  readonly known: readonly KnownCall[];
  readonly contract: Contract;
  /** Tells of the name of a parameter whether its type is declared. */
  readonly declares: (parameter: string) => boolean;
  readonly observe: (recipes: readonly CaseRecipe[]) => Promise<readonly (ObservedCase | undefined)[]>;
}

/** Other values at the places that pass the thing on, and at those of their names where no trial did otherwise. Places whose types are declared are left alone. */
export async function proposeAtOpaque({
  known,
  contract,
  declares,
  observe,
}: OpacitySource): Promise<readonly Proposal[]> {
  const places = basesOf(known, contract).flatMap((base) =>
    placesOf(base, contract, declares).map((spot) => ({ base, spot })),
  );
  const trials = [...Map.groupBy(places, ({ spot }) => spot.name).values()]
    .flatMap((alike) => alike.slice(0, MOST_TRIALS))
    .map(({ base, spot }): Trial => ({ base, spot, recipe: spot.write(base.recipe, THING) }));
  const shown = await observe(trials.map(({ recipe }) => recipe));
  const fates = new Map(trials.map((trial, at) => [trial, fateOf(trial, shown[at])]));
  const passing = trials.filter((trial) => fates.get(trial) === "passed on");
  const names = new Set(passing.map(({ spot }) => spot.name));
  for (const [{ spot }, fate] of fates) if (fate === "looked at") names.delete(spot.name);
  const alike = places.filter(({ spot }) => names.has(spot.name));
  const proposals = [...passing, ...alike].flatMap((at) => proposeOthers(at, contract));
  return inTurns([...Map.groupBy(proposals, ({ respect }) => respect).values()]).slice(0, MOST_PROPOSALS);
}

/** What may be put at a place: what counts as missing, what equals a number of the call and is of another type, and its other containers. */
function proposeOthers(
  { base, spot }: Pick<Trial, "base" | "spot">,
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
  { base, spot, recipe }: Trial,
  shown: ObservedCase | undefined,
): "passed on" | "not needed" | "looked at" {
  const [before, after] = [base.observation, shown?.observation];
  if (shown === undefined || before?.status !== "returned" || after?.status !== "returned")
    return "looked at";
  if (fineWayOf(shown) !== fineWayOf(base)) return "looked at";
  const text = withThing(after, recipe);
  if (text.replaceAll(THING_TEXT, canonicalJson(spot.value)) !== canonicalJson(before)) return "looked at";
  const kept = withThing([after.value, after.receiver ?? null], recipe);
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
