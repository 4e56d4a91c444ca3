/** Moves values between cases: references are renumbered so that several values can stand in one case. */
import type { CasePatch, CaseRecipe, ValueRecipe } from "../spec/index.ts";
import type { PooledValue } from "./target-context.ts";
import { shapeOf } from "./value-shape.ts";

/** Puts values with their own shared lists into one list. Values that came from the same list keep their aliases. */
export function joinShared(pooled: readonly PooledValue[]): { shared: ValueRecipe[]; values: ValueRecipe[] } {
  const offsets = new Map<readonly ValueRecipe[], number>();
  const shared: ValueRecipe[] = [];
  const values = pooled.map((entry) => {
    const known = offsets.get(entry.shared);
    const offset = known ?? shared.length;
    if (known === undefined) {
      offsets.set(entry.shared, offset);
      shared.push(...entry.shared.map((value) => shiftReferences(value, offset)));
    }
    return shiftReferences(entry.value, offset);
  });
  return { shared, values };
}

/** The receiver and arguments of a case as values that can be moved elsewhere. */
export function pooledValuesOf(recipe: CaseRecipe): {
  receiver: PooledValue | undefined;
  positional: PooledValue[];
  keywords: [string, PooledValue][];
} {
  const pool = (value: ValueRecipe): PooledValue => ({ value, shared: recipe.shared });
  return {
    receiver: recipe.receiver === undefined ? undefined : pool(recipe.receiver),
    positional: recipe.positional.map(pool),
    keywords: Object.entries(recipe.keywords).map(([name, value]) => [name, pool(value)]),
  };
}

/** The values of a case's patches as values that can be moved elsewhere, with what they belong to. */
export function pooledPatchesOf({
  patches = [],
  shared,
}: CaseRecipe): [CasePatch, PooledValue | undefined][] {
  return patches.map((patch) => [
    patch,
    patch.value === undefined ? undefined : { value: patch.value, shared },
  ]);
}

/** Places of the shared values that no object holds by its state: what such an object holds is its own. */
export function ownShared({ shared, receiver, positional, keywords }: CaseRecipe): ReadonlySet<number> {
  const held = new Set<number>();
  const visit = (value: unknown, isHeld: boolean): void => {
    if (value === null || typeof value !== "object") return;
    const index = referenceIn(value as ValueRecipe);
    if (index === undefined) {
      const holds = isHeld || shapeOf(value as ValueRecipe).tag === "object";
      for (const item of Object.values(value)) visit(item, holds);
    } else if (isHeld && !held.has(index)) {
      held.add(index);
      visit(shared[index], true);
    }
  };
  for (const value of [...shared, receiver ?? null, ...positional, ...Object.values(keywords)])
    visit(value, false);
  return new Set(shared.keys().filter((index) => !held.has(index)));
}

/** A case with the shared values that nothing refers to left out. */
export function withoutUnusedShared(recipe: CaseRecipe): CaseRecipe {
  const used = new Set<number>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const index = referenceIn(value as ValueRecipe);
    if (index === undefined) Object.values(value).forEach(visit);
    else if (!used.has(index)) {
      used.add(index);
      visit(recipe.shared[index]);
    }
  };
  visit([recipe.receiver ?? null, recipe.positional, recipe.keywords, recipe.patches ?? null]);
  if (used.size === recipe.shared.length) return recipe;
  const kept = [...used].toSorted((a, b) => a - b);
  const renumbered = new Map(kept.map((index, position) => [index, position]));
  const move = (value: ValueRecipe): ValueRecipe =>
    mapReferences(value, (index) => renumbered.get(index) ?? index);
  const movePatch = (patch: CasePatch): CasePatch =>
    patch.value === undefined ? patch : { ...patch, value: move(patch.value) };
  const keywords = Object.fromEntries(
    Object.entries(recipe.keywords).map(([name, value]) => [name, move(value)]),
  );
  return {
    ...recipe,
    shared: kept.map((index) => move(recipe.shared[index] ?? null)),
    ...(recipe.receiver === undefined ? {} : { receiver: move(recipe.receiver) }),
    positional: recipe.positional.map(move),
    keywords,
    ...(recipe.patches === undefined ? {} : { patches: recipe.patches.map(movePatch) }),
  };
}

/** True for a value that refers to no shared one: it can stand in any call. */
export function isAlone(value: ValueRecipe): boolean {
  if (value === null || typeof value !== "object") return true;
  return (
    referenceIn(value) === undefined && Object.values(value).every((item) => isAlone(item as ValueRecipe))
  );
}

function shiftReferences(value: ValueRecipe, offset: number): ValueRecipe {
  return offset === 0 ? value : mapReferences(value, (index) => index + offset);
}

function mapReferences(value: ValueRecipe, move: (index: number) => number): ValueRecipe {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: ValueRecipe) => mapReferences(item, move));
  const index = referenceIn(value);
  if (index !== undefined) return { ref: move(index) };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapReferences(item as ValueRecipe, move)]),
  );
}

/** The place among what is shared that a value refers to; undefined for one that is no reference. */
export function referenceIn(value: ValueRecipe): number | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const { tag, content } = shapeOf(value);
  return tag === "ref" && typeof content === "number" && Object.keys(value).length === 1
    ? content
    : undefined;
}
