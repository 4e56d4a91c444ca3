/** What holds between two arguments of all observed calls, and so of grown ones. */
import type { Values } from "../languages/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import { argumentOf } from "./given-arguments.ts";
import type { ObservedCall } from "./target-context.ts";
import { itemsOf, numberOf, openedShape, SEQUENCE_TAGS } from "./value-shape.ts";

/** A parameter by its name and its place among positional arguments. */
interface Placed {
  readonly name: string;
  readonly position: number;
}

/** The second is never given less than the first; more, where `isStrict`. */
interface NumberOrder {
  readonly less: Placed;
  readonly more: Placed;
  readonly isStrict: boolean;
}

/** Relations between the arguments of one call. */
export interface Relations {
  readonly orders: readonly NumberOrder[];
  /** Pairs of parameters that take texts and other sequences, and in one call the same of both: what one holds is looked for in the other. */
  readonly alike: readonly (readonly [Placed, Placed])[];
  /** Pairs of a number and of a text or sequence in which it is a position: from zero to behind the last item. */
  readonly positions: readonly (readonly [Placed, Placed])[];
}

/** Infers them from observed calls. */
export function inferRelations(
  parameters: readonly Placed[],
  calls: readonly Pick<ObservedCall, "recipe">[],
  values: Values | undefined,
): Relations {
  const recipes = calls.map(({ recipe }) => recipe);
  const pairs = parameters.flatMap((first) =>
    parameters.flatMap((second) => (first === second ? [] : [[first, second] as const])),
  );
  return {
    orders: pairs.flatMap((pair) => inferOrder(pair, recipes, values)),
    alike: pairs.filter((pair) => areAlike(pair, recipes)),
    positions: pairs.filter((pair) => isPosition(pair, recipes)),
  };
}

/** True for a call of which all relations hold. */
export function keepsRelations(
  { orders, alike, positions }: Relations,
  recipe: CaseRecipe,
  values: Values | undefined,
): boolean {
  return (
    orders.every(({ less, more, isStrict }) => {
      const [left, right] = [numberAt(recipe, less, values), numberAt(recipe, more, values)];
      return left === undefined || right === undefined || (isStrict ? left < right : left <= right);
    }) &&
    alike.every(([first, second]) => {
      const [left, right] = [kindAt(recipe, first), kindAt(recipe, second)];
      return left === undefined || right === undefined || left === right;
    }) &&
    positions.every((pair) => isWithin(pair, recipe) !== false)
  );
}

/** What places in a text or a sequence are named as. */
const POSITION = /^(?:loc|pos(?:ition)?|offset|start|begin|end|cursor|idx|index)$/u;
/** Those that only scanners have: others may count from the end, as slices do. */
const SCANNED = /^(?:loc|pos(?:ition)?|cursor)$/u;
/** Calls in which it was one before it is believed to be always. */
const ENOUGH_POSITIONS = 8;
const ENOUGH_SCANNED = 2;

/** True where a parameter that is named as a place was, in each of several calls, one in what another was given. */
function isPosition(pair: readonly [Placed, Placed], recipes: readonly CaseRecipe[]): boolean {
  const [{ name }] = pair;
  if (!POSITION.test(name)) return false;
  const enough = SCANNED.test(name) ? ENOUGH_SCANNED : ENOUGH_POSITIONS;
  const given = recipes.flatMap((recipe) => isWithin(pair, recipe) ?? []);
  return given.length >= enough && given.every(Boolean);
}

/** Whether a number is a position in what another argument holds; undefined where it is no number or the other has no items. */
function isWithin([number, held]: readonly [Placed, Placed], recipe: CaseRecipe): boolean | undefined {
  const at = argumentOf(recipe, number.name, number.position);
  const value = argumentOf(recipe, held.name, held.position);
  if (typeof at !== "number" || value === undefined) return undefined;
  const { tag, content } = openedShape(value, recipe.shared);
  if (tag !== "str" && !SEQUENCE_TAGS.has(tag)) return undefined;
  const length = tag === "str" ? String(content).length : itemsOf(content).length;
  return at >= 0 && at <= length;
}

/** What names of lower and upper bounds end or begin with. */
const BOUNDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^lo(?:w(?:er)?)?(?:_|$)|_lo(?:w(?:er)?)?$/u,
    /^(?:hi(?:gh(?:er)?)?|upper)(?:_|$)|_(?:hi(?:gh(?:er)?)?|upper)$/u,
  ],
  [/^min(?:imum)?(?:_|$)|_min(?:imum)?$/u, /^max(?:imum)?(?:_|$)|_max(?:imum)?$/u],
  [
    /^(?:start|begin|first|from)(?:_|$)|_(?:start|begin)$/u,
    /^(?:stop|end|last|until)(?:_|$)|_(?:stop|end)$/u,
  ],
];

/** Bounds come in order: what holds of all calls that give numbers to two parameters that are named as bounds. */
function inferOrder(
  [less, more]: readonly [Placed, Placed],
  recipes: readonly CaseRecipe[],
  values: Values | undefined,
): readonly NumberOrder[] {
  if (!BOUNDS.some(([lower, upper]) => lower.test(less.name) && upper.test(more.name))) return [];
  const given = recipes.flatMap((recipe) => {
    const [left, right] = [numberAt(recipe, less, values), numberAt(recipe, more, values)];
    return left === undefined || right === undefined ? [] : [{ left, right }];
  });
  const isOrdered = given.length > 0 && given.every(({ left, right }) => left <= right);
  return isOrdered ? [{ less, more, isStrict: given.every(({ left, right }) => left < right) }] : [];
}

/** True where both were given texts in one call and both other sequences in another, and never one of each. */
function areAlike([first, second]: readonly [Placed, Placed], recipes: readonly CaseRecipe[]): boolean {
  const given = recipes.flatMap((recipe) => {
    const [left, right] = [kindAt(recipe, first), kindAt(recipe, second)];
    return left === undefined || right === undefined ? [] : [{ left, right }];
  });
  return new Set(given.map(({ left }) => left)).size > 1 && given.every(({ left, right }) => left === right);
}

function numberAt(
  recipe: CaseRecipe,
  { name, position }: Placed,
  values: Values | undefined,
): number | undefined {
  return numberOf(argumentOf(recipe, name, position), values);
}

/** A text, or something else that has items (ranges and arrays among it); undefined for anything else. */
function kindAt(recipe: CaseRecipe, { name, position }: Placed): "text" | "sequence" | undefined {
  const value = argumentOf(recipe, name, position);
  if (value === undefined) return undefined;
  const { tag } = openedShape(value, recipe.shared);
  if (tag === "str") return "text";
  return SEQUENCE_TAGS.has(tag) || tag === "value" ? "sequence" : undefined;
}
