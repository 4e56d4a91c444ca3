/** Arguments that are an item of a sequence which the call holds elsewhere, a token of its receiver's: others of the same sequence in their place. */
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import type { Place } from "../argument-places.ts";
import { referenceIn } from "../shared-values.ts";
import { typeNameOf } from "../value-shape.ts";
import type { Spot } from "./places.ts";
import { asSpecific } from "./text-edge.ts";

/** Values of a call that are gone through. */
const MOST_VALUES = 20_000;

type Path = readonly (string | number)[];

/** A sequence of a call. */
interface Sequence {
  readonly path: Path;
  readonly items: readonly ValueRecipe[];
}

/** For each argument that is an item of a sequence, the first, the last and those beside it, so far as they are of its type: the very same values that stand in the sequence. */
export function spotsOfOtherItems(recipe: CaseRecipe, places: readonly Place[]): readonly Spot[] {
  const given = places.flatMap((place) => {
    const index = referenceIn(place.value);
    return index === undefined ? [] : [{ place, index }];
  });
  if (given.length === 0) return [];
  const sequences = sequencesOf(recipe);
  return given.flatMap(({ place, index }) =>
    sequences.flatMap((sequence): readonly Spot[] => {
      const at = sequence.items.findIndex((item) => referenceIn(item) === index);
      if (at === -1) return [];
      const type = typeNameOf(place.value, recipe.shared);
      const others = [0, at - 1, at + 1, sequence.items.length - 1].filter((other) => {
        const item = sequence.items[other];
        return item !== undefined && other !== at && typeNameOf(item, recipe.shared) === type;
      });
      return [...new Set(others)].map((other) => {
        const value = sequence.items[other] ?? null;
        return {
          name: place.name,
          value: place.value,
          turn: `${place.name} as another item`,
          write: (changed) => withItem(changed, place, { path: [...sequence.path, other], value }),
          edges: () => [asSpecific({ kind: `item ${other}`, value })],
        };
      });
    }),
  );
}

/** The call with what stands somewhere in it, which is `value`, as an argument too. */
function withItem(
  recipe: CaseRecipe,
  place: Place,
  { path, value }: { readonly path: Path; readonly value: ValueRecipe },
): CaseRecipe {
  const index = referenceIn(value);
  if (index !== undefined) return place.write(recipe, value);
  const reference = { ref: recipe.shared.length };
  const shared = { ...recipe, shared: [...recipe.shared, value] };
  return place.write(writtenAt(shared, path, reference) as CaseRecipe, reference);
}

/** The lists and tuples of values anywhere in a call. */
function sequencesOf({ receiver = null, positional, keywords, shared }: CaseRecipe): readonly Sequence[] {
  const found: Sequence[] = [];
  let left = MOST_VALUES;
  const visit = (node: unknown, path: Path, isSequence: boolean): void => {
    left--;
    if (node === null || typeof node !== "object" || left < 0) return;
    if (Array.isArray(node)) {
      if (isSequence) found.push({ path, items: node as ValueRecipe[] });
      const arePairs = path.at(-1) === "dict";
      for (const [at, part] of node.entries()) visit(part, [...path, at], !arePairs);
    } else
      for (const [name, part] of Object.entries(node)) visit(part, [...path, name], !NO_SEQUENCES.has(name));
  };
  visit(receiver, ["receiver"], true);
  visit(shared, ["shared"], false);
  visit(positional, ["positional"], false);
  visit(keywords, ["keywords"], false);
  return found;
}

/** Members of recipes that are lists of something else: pairs, arguments, the name of a library value with its parts. */
const NO_SEQUENCES: ReadonlySet<string> = new Set([
  "dict",
  "positional",
  "take",
  "value",
  "set",
  "frozenset",
]);

/** The value with another one at a place. */
function writtenAt(node: unknown, [name, ...others]: Path, value: ValueRecipe): unknown {
  if (name === undefined) return value;
  const held = node as Readonly<Record<string | number, unknown>>;
  const written = writtenAt(held[name], others, value);
  return Array.isArray(node) ? node.with(Number(name), written) : { ...held, [name]: written };
}
