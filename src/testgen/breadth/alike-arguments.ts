/** Calls in which two arguments are equal, or differ in one place: what compares, merges or orders two values tells these apart. */
import { evenChoice, inTurns } from "../../base/index.ts";
import type { ValueEdge } from "../../languages/index.ts";
import type { CaseRecipe } from "../../spec/index.ts";
import { argumentPlaces, type Place } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { isFunction, shapeOf, typeNameOf } from "../value-shape.ts";
import { argumentOfSpot, spotsOf, type Spot } from "./places.ts";
import { asSpecific } from "./text-edge.ts";

/** Values with one place changed that are tried. */
const MOST_CHANGED = 48;
/** Of the values beside that of a place the first ones, such as another order, and as many spread over all others. */
const MOST_AT_ONE = 4;

/** Of values of these types equality alone tells nothing that others do not. */
const PLAIN = new Set(["null", "bool", "str", "bytes", "int", "ref"]);

/**
 * For each two arguments of one type a place that takes for the second what the first one is, as it is and with one place in it changed.
 *
 * @param edgesAt The values beside that of a place.
 */
export function spotsOfAlike(
  recipe: CaseRecipe,
  contract: Contract,
  edgesAt: (spot: Spot) => readonly ValueEdge[],
): readonly Spot[] {
  const places = argumentPlaces(recipe, contract).filter(({ value }) => isCompared(value));
  const typeOf = ({ value }: Place): string => typeNameOf(value, recipe.shared, contract.values);
  return places.flatMap((model) =>
    places
      .filter((other) => other.name !== model.name && typeOf(other) === typeOf(model))
      .map(({ name, value, write }) => ({
        name: `${name} as ${model.name}`,
        value,
        write,
        edges: () => nearlyEqual(model, recipe, contract, edgesAt),
      })),
  );
}

function isCompared(value: Place["value"]): boolean {
  return !PLAIN.has(shapeOf(value).tag) && !isFunction(value);
}

function nearlyEqual(
  model: Place,
  recipe: CaseRecipe,
  contract: Contract,
  edgesAt: (spot: Spot) => readonly ValueEdge[],
): readonly ValueEdge[] {
  const spots = spotsOf(recipe, contract).filter(({ name }) => argumentOfSpot(name) === model.name);
  const changed = spots.map((spot) =>
    fewOf(edgesAt(spot)).flatMap((edge) => {
      const value = model.read(spot.write(recipe, edge.value));
      return value === undefined ? [] : { kind: `equal but for ${spot.name}`, value };
    }),
  );
  return [{ kind: "equal", value: model.value }, ...inTurns(changed).slice(0, MOST_CHANGED)].map(asSpecific);
}

function fewOf(edges: readonly ValueEdge[]): readonly ValueEdge[] {
  return [...edges.slice(0, MOST_AT_ONE), ...evenChoice(edges.slice(MOST_AT_ONE), MOST_AT_ONE)];
}
