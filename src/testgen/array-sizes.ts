/** The sizes that the arrays given to a parameter have in common. Where a target works with arrays, lists of numbers are arrays to it too. */
import type { Values } from "../languages/index.ts";
import type { ValueRecipe } from "../spec/index.ts";

/** What is known of the sizes of a parameter's arrays. */
export interface ArraySizes {
  /** By how many dimensions there are the size of each; undefined for those that vary. */
  readonly byDimensions: ReadonlyMap<number, readonly (number | undefined)[]>;
  /** Whether lists of numbers count as arrays. */
  readonly countsLists: boolean;
  /** What the language knows of arrays. */
  readonly values: Values | undefined;
}

/** Nothing is known. */
export const ANY_SIZES: ArraySizes = { byDimensions: new Map(), countsLists: false, values: undefined };

/** Of arrays of which one alone was seen, sizes up to this one are what it is made of (a point, a matrix), larger ones how many there are. */
const LARGEST_KIND = 4;

/** What the values of a parameter of a target have in common that some call gives an array. */
export function inferSizes(nodes: readonly ValueRecipe[], values: Values): ArraySizes {
  const shapes = nodes.flatMap((node) => {
    const shape = shapeOf(node, values);
    return shape === undefined || shape === "ragged" ? [] : [shape];
  });
  const byDimensions = Map.groupBy(shapes, ({ length }) => length);
  const known = [...byDimensions].map(([count, alike]) => {
    const sizes = Array.from({ length: count }, (_, axis) => {
      const [first, ...others] = alike.map((shape) => shape[axis]);
      if (others.length === 0) return first !== undefined && first <= LARGEST_KIND ? first : undefined;
      return others.every((size) => size === first) ? first : undefined;
    });
    return [count, sizes] as const;
  });
  const isRagged = nodes.some((node) => shapeOf(node, values) === "ragged");
  return { byDimensions: new Map(known), countsLists: !isRagged, values };
}

/** True for a value that has these sizes, or none. */
export function keepsSizes({ byDimensions, countsLists, values }: ArraySizes, value: ValueRecipe): boolean {
  if (values === undefined || (Array.isArray(value) && !countsLists)) return true;
  const shape = shapeOf(value, values);
  if (shape === "ragged") return false;
  const known = byDimensions.get(shape?.length ?? 0) ?? [];
  return (
    shape === undefined || shape.every((size, axis) => known[axis] === undefined || known[axis] === size)
  );
}

/** The sizes of an array, or of a list of numbers, or of such lists; undefined for anything else. */
function shapeOf(node: ValueRecipe, values: Values): readonly number[] | "ragged" | undefined {
  const array = values.describe(node)?.array;
  if (array !== undefined) return array.shape;
  if (!Array.isArray(node)) return undefined;
  const items = node as readonly ValueRecipe[];
  if (items.every((item) => isNumber(item, values))) return [items.length];
  const inner = items.map((item) => shapeOf(item, values));
  const [first] = inner;
  if (first === undefined) return inner.some((shape) => shape !== undefined) ? "ragged" : undefined;
  const isEven = inner.every((shape) => shape !== undefined && String(shape) === String(first));
  return isEven && first !== "ragged" ? [items.length, ...first] : "ragged";
}

function isNumber(node: ValueRecipe, values: Values): boolean {
  if (typeof node === "number" || typeof node === "boolean") return true;
  if (node === null || typeof node !== "object") return false;
  if ("float" in node || "complex" in node) return true;
  const plain = values.plainOf(node)?.value;
  const isWritten = (tag: string): boolean => plain !== null && typeof plain === "object" && tag in plain;
  return typeof plain === "number" || ["int", "float", "complex"].some(isWritten);
}
