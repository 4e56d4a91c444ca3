import type { CasePatch, CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { itemsOf, pairsOf, shapeOf } from "./value-shape.ts";
import { varyValue, type VariationSource } from "./vary-value.ts";

/** What varying patches draws on: the siblings are found among the patches of the corpus. */
export interface PatchSource extends Omit<VariationSource, "siblings"> {
  readonly corpus: readonly CaseRecipe[];
}

/** Another value, or another answer of a function, in the place of one patch; what a function is asked stays. */
export function varyPatch(recipe: CaseRecipe, source: PatchSource): CaseRecipe {
  const patches = recipe.patches ?? [];
  if (patches.length === 0) return recipe;
  const chosen = source.random.integer(patches.length);
  return {
    ...recipe,
    patches: patches.map((patch, index) => (index === chosen ? withOtherValue(patch, source) : patch)),
  };
}

function withOtherValue(patch: CasePatch, source: PatchSource): CasePatch {
  if (patch.value === undefined) return patch;
  const siblings = source.corpus.flatMap(({ shared, patches = [] }) =>
    shared.length > 0
      ? []
      : patches.flatMap((other) =>
          other.owner === patch.owner && other.name === patch.name && other.value !== undefined
            ? answersOf(other.value)
            : [],
        ),
  );
  return { ...patch, value: varyAnswer(patch.value, { ...source, siblings }) };
}

/** The values that a patch can show: itself, what a function gives, what a dictionary holds that is asked by a bound method. */
function answersOf(value: ValueRecipe): readonly ValueRecipe[] {
  const calls = callsOf(value);
  if (calls !== undefined) return calls.flatMap(({ returns }) => (returns === undefined ? [] : [returns]));
  return boundDictionary(value)?.pairs.map(([, item]) => item) ?? [value];
}

function varyAnswer(value: ValueRecipe, source: VariationSource): ValueRecipe {
  const calls = callsOf(value);
  if (calls !== undefined) {
    if (calls.length === 0) return value;
    const chosen = source.random.integer(calls.length);
    return withCalls(
      value,
      calls.map((call, index) =>
        index === chosen && call.returns !== undefined
          ? { ...call, returns: varyValue(call.returns, source) }
          : call,
      ),
    );
  }
  const bound = boundDictionary(value);
  if (bound === undefined) return varyValue(value, source);
  if (bound.pairs.length === 0) return value;
  const chosen = source.random.integer(bound.pairs.length);
  const dict = bound.pairs.map(([key, item], index) => [
    key,
    index === chosen ? varyValue(item, source) : item,
  ]);
  return { value: ["getattr", { dict }, bound.method] };
}

interface RecordedCall {
  readonly returns?: ValueRecipe;
}

function callsOf(value: ValueRecipe): readonly RecordedCall[] | undefined {
  const { tag, content } = shapeOf(value);
  if (tag !== "callback" || content === null || typeof content !== "object" || !("calls" in content))
    return undefined;
  return itemsOf(content.calls) as readonly RecordedCall[];
}

function withCalls(value: ValueRecipe, calls: readonly RecordedCall[]): ValueRecipe {
  const { content } = shapeOf(value);
  return { callback: { ...(content as object), calls } };
}

/** A dictionary whose method stands in the place of a function (`{…}.__getitem__`). */
function boundDictionary(
  value: ValueRecipe,
): { readonly pairs: ReturnType<typeof pairsOf>; readonly method: ValueRecipe } | undefined {
  const { tag, content } = shapeOf(value);
  const [name, owner, method] = tag === "value" ? itemsOf(content) : [];
  if (name !== "getattr" || owner === undefined || method === undefined) return undefined;
  const held = shapeOf(owner);
  return held.tag === "dict" ? { pairs: pairsOf(held.content), method } : undefined;
}
