/** Calls in which two arguments are equal, or differ in one place: what compares, merges or orders two values tells these apart. */
import { evenChoice, inTurns } from "../../base/index.ts";
import type { ValueEdge } from "../../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces, type Place } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { isFunction, pairsOf, sequenceOf, shapeOf, typeNameOf } from "../value-shape.ts";
import { argumentOfSpot, type Spot } from "./places.ts";
import { asSpecific } from "./text-edge.ts";

/** What the call's values are changed by. */
interface AlikeSource {
  /** The places of the call, as `spotsOf` has them. */
  readonly spots: readonly Spot[];
  /** The values beside that of a place. */
  readonly edgesAt: (spot: Spot) => readonly ValueEdge[];
}

/** Values with one place changed that are tried. */
const MOST_CHANGED = 48;
/** Of the values beside that of a place the first ones, such as another order, and as many spread over all others. */
const MOST_AT_ONE = 4;

/** Of values of these types equality alone tells nothing that others do not. */
const PLAIN = new Set(["null", "bool", "str", "bytes", "int", "ref"]);

/**
 * For each two arguments of one type a place that takes for the second what the first one is, as it is and with one place in it changed, and one where both stand
 * in a container like themselves; where there are more of that type also one where all others are equal to the first.
 */
export function spotsOfAlike(recipe: CaseRecipe, contract: Contract, source: AlikeSource): readonly Spot[] {
  const places = argumentPlaces(recipe, contract).filter(({ value }) => isCompared(value));
  const typeOf = ({ value }: Place): string => typeNameOf(value, recipe.shared, contract.values);
  return places.flatMap((model) => {
    const alike = places.filter((other) => other.name !== model.name && typeOf(other) === typeOf(model));
    return alike.flatMap(({ name, value, write }): readonly Spot[] => {
      const spot = {
        name: `${name} as ${model.name}`,
        value,
        write,
        edges: () => nearlyEqual(model, recipe, source),
      };
      const others = alike.filter((other) => other.name !== name);
      const held = around(model.value);
      const deeper = {
        ...spot,
        name: `${spot.name} one deeper`,
        write: (call: CaseRecipe, given: ValueRecipe) => write(model.write(call, held), given),
        edges: () => spot.edges().map((edge) => ({ ...edge, value: around(edge.value) })),
      };
      const alone = held === model.value ? [spot] : [spot, deeper];
      if (others.length === 0) return alone;
      const withEqual = (call: CaseRecipe): CaseRecipe =>
        others.reduce((changed, other) => other.write(changed, model.value), call);
      const together = {
        ...spot,
        name: `${spot.name} and others`,
        write: (call: CaseRecipe, given: ValueRecipe) => write(withEqual(call), given),
      };
      return [...alone, together];
    });
  });
}

function isCompared(value: Place["value"]): boolean {
  return !PLAIN.has(shapeOf(value).tag) && !isFunction(value);
}

function nearlyEqual(
  model: Place,
  recipe: CaseRecipe,
  { spots, edgesAt }: AlikeSource,
): readonly ValueEdge[] {
  const own = spots.filter(({ name }) => argumentOfSpot(name) === model.name);
  const changed = own.map((spot) =>
    [...equalInOtherType(spot.value), ...fewOf(edgesAt(spot)).map((edge) => edge.value)].flatMap((other) => {
      const value = model.read(spot.write(recipe, other));
      return value === undefined ? [] : { kind: `equal but for ${spot.name}`, value };
    }),
  );
  return [{ kind: "equal", value: model.value }, ...inTurns(changed).slice(0, MOST_CHANGED)].map(asSpecific);
}

/** A dictionary that holds the value at its own first key, a list or tuple that holds it alone; anything else as it is. */
function around(value: ValueRecipe): ValueRecipe {
  const { tag, content } = shapeOf(value);
  if (tag === "dict") return { dict: [[pairsOf(content)[0]?.[0] ?? "a", value]] };
  return tag === "list" || tag === "tuple" ? sequenceOf(tag, [value]) : value;
}

/** Values that compare equal to one and are of another type. */
function equalInOtherType(value: ValueRecipe): readonly ValueRecipe[] {
  const { tag, content } = shapeOf(value);
  if (tag === "bool") return value === true ? [1, { float: "1.0" }] : [0, { float: "0.0" }];
  if (value === 0 || value === 1) return [value === 1, { float: `${value}.0` }];
  const number = tag === "float" ? Number(content) : Number.NaN;
  return Number.isSafeInteger(number) ? [number] : [];
}

function fewOf(edges: readonly ValueEdge[]): readonly ValueEdge[] {
  return [...edges.slice(0, MOST_AT_ONE), ...evenChoice(edges.slice(MOST_AT_ONE), MOST_AT_ONE)];
}
