/** Arguments that hold something of their receiver: a match has the pattern of the parser that it is given to. */
import { canonicalJson } from "../base/index.ts";
import { asMade, type CaseRecipe, type ValueRecipe } from "../spec/index.ts";
import type { ObservedCall } from "./target-context.ts";
import { shapeOf } from "./value-shape.ts";

/** Distinct parts before it is believed that they always come from the receiver. */
const ENOUGH_PARTS = 3;
/** Parts of one value that are looked at. */
const MOST_PARTS = 2_000;

/** What receivers hold of what a place of the arguments does. */
export interface HeldPart {
  /** Index among positional arguments, and what leads from there to the part. */
  readonly position: number;
  readonly path: readonly string[];
  /** Receivers that are known by how they are made, each with a part that it was given, as one text. */
  readonly pairs: ReadonlySet<string>;
}

/** The places of which in all calls that give something there the receiver holds the same library value or object. */
export function inferHeldParts(
  calls: readonly Pick<ObservedCall, "recipe" | "as_made">[],
): readonly HeldPart[] {
  const seen = calls.filter(({ recipe: { receiver } }) => shapeOf(receiver ?? null).tag === "object");
  const places = new Map<string, Omit<HeldPart, "pairs">>();
  for (const { recipe } of seen)
    for (const [position, value] of recipe.positional.entries())
      for (const path of partsOf(value, recipe.shared).keys()) {
        const place = { position, path: path === "" ? [] : path.split(" ") };
        places.set(`${position} ${path}`, place);
      }
  return [...places.values()].flatMap((place) => {
    const given = seen.flatMap((call) => {
      const part = partAt(call.recipe, place);
      return part === undefined ? [] : [{ call, part }];
    });
    const isHeld = ({ call, part }: (typeof given)[number]): boolean => holds(call.recipe, part);
    if (new Set(given.map(({ part }) => part)).size < ENOUGH_PARTS || !given.every(isHeld)) return [];
    const made = given.map(({ call, part }) => pairOf(asMade(call), part));
    return [{ ...place, pairs: new Set(made) }];
  });
}

/** True for a call whose arguments hold of its receiver what they always do. */
export function keepsHeldParts(held: readonly HeldPart[], recipe: CaseRecipe): boolean {
  return held.every(({ pairs, ...place }) => {
    const part = partAt(recipe, place);
    return part === undefined || holds(recipe, part) || pairs.has(pairOf(recipe, part));
  });
}

function pairOf({ receiver }: Pick<CaseRecipe, "receiver">, part: string): string {
  return `${canonicalJson(receiver ?? null)} ${part}`;
}

function partAt(
  { positional, shared }: CaseRecipe,
  { position, path }: Omit<HeldPart, "pairs">,
): string | undefined {
  const value = positional[position];
  return value === undefined ? undefined : partsOf(value, shared).get(path.join(" "));
}

function holds(recipe: CaseRecipe, part: string): boolean {
  const known = heldBy.get(recipe) ?? new Set(partsOf(recipe.receiver ?? null, recipe.shared).values());
  heldBy.set(recipe, known);
  return known.has(part);
}

/** Values of libraries, and objects by their state or as they were made. */
const KINDS = ["value", "object", "made"];

/** What receivers hold, as long as somebody has their calls. */
const heldBy = new WeakMap<CaseRecipe, ReadonlySet<string>>();

/** Library values and objects anywhere in a value, as texts, by what leads to them; of what is met again the first way. */
function partsOf(value: ValueRecipe, shared: readonly ValueRecipe[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const met = new Set<number>();
  const visit = (node: unknown, path: string): void => {
    if (node === null || typeof node !== "object" || found.size >= MOST_PARTS) return;
    if ("ref" in node && typeof node.ref === "number") {
      if (met.has(node.ref)) return;
      met.add(node.ref);
      visit(shared[node.ref], path);
      return;
    }
    if (KINDS.some((kind) => kind in node)) found.set(path, canonicalJson(node));
    for (const [name, part] of Object.entries(node)) visit(part, path === "" ? name : `${path} ${name}`);
  };
  visit(value, "");
  return found;
}
