import { canonicalJson } from "../base/index.ts";
import type { CasePatch, CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { itemsOf, pairsOf, shapeOf } from "./value-shape.ts";
import { varyValue, type VariationSource } from "./vary-value.ts";

/** What varying patches draws on; siblings are answers to the same question in the corpus. */
export interface PatchSource extends Omit<VariationSource, "siblings"> {
  readonly corpus: readonly CaseRecipe[];
}

/** A case that finds another value in the place of one patch, or another answer of its function; what a function is asked stays. */
export function varyPatch(recipe: CaseRecipe, source: PatchSource): CaseRecipe {
  const patches = recipe.patches ?? [];
  if (patches.length === 0) return recipe;
  const chosen = source.random.integer(patches.length);
  return {
    ...recipe,
    patches: patches.map((patch, index) => (index === chosen ? withOtherAnswer(patch, source) : patch)),
  };
}

function withOtherAnswer(patch: CasePatch, { corpus, ...source }: PatchSource): CasePatch {
  const answers = answersOf(patch.value);
  if (answers.length === 0) return patch;
  const { asked, value, replace } = source.random.pick(answers);
  const siblings = corpus
    .filter(({ shared }) => shared.length === 0)
    .flatMap(({ patches = [] }) => patches)
    .filter(({ owner, name }) => owner === patch.owner && name === patch.name)
    .flatMap((other) => answersOf(other.value))
    .filter((other) => other.asked === asked)
    .map((other) => other.value);
  return { ...patch, value: replace(varyValue(value, { ...source, siblings })) };
}

/** One thing that a patch shows: a value that stands for itself, what a function gives for some arguments, an entry of a dictionary. */
interface Answer {
  readonly asked: string;
  readonly value: ValueRecipe;
  /** The patch's value with another one in the place of this. */
  readonly replace: (value: ValueRecipe) => ValueRecipe;
}

function answersOf(patched: ValueRecipe | undefined): readonly Answer[] {
  if (patched === undefined) return [];
  const { tag, content } = shapeOf(patched);
  if (tag === "callback") return answersOfCalls((content ?? {}) as { readonly calls?: unknown });
  const [name, owner, method] = tag === "value" ? itemsOf(content) : [];
  const held = name === "getattr" && owner !== undefined ? shapeOf(owner) : undefined;
  if (held?.tag === "dict") return answersOfEntries(pairsOf(held.content), method ?? null);
  return [{ asked: "", value: patched, replace: (value) => value }];
}

function answersOfCalls(callback: { readonly calls?: unknown }): readonly Answer[] {
  const calls = itemsOf(callback.calls) as readonly Readonly<Record<string, ValueRecipe>>[];
  return calls.flatMap((call, index): Answer[] => {
    const { returns, ...question } = call;
    if (returns === undefined || "raises" in question) return [];
    const replace = (value: ValueRecipe): ValueRecipe => ({
      callback: { ...callback, calls: calls.with(index, { ...question, returns: value }) },
    });
    return [{ asked: canonicalJson(question), value: returns, replace }];
  });
}

/** A bound method of a dictionary (`{…}.__getitem__`) answers from its entries. */
function answersOfEntries(pairs: ReturnType<typeof pairsOf>, method: ValueRecipe): readonly Answer[] {
  return pairs.map(([key, item], index) => ({
    asked: canonicalJson(key),
    value: item,
    replace: (value) => ({ value: ["getattr", { dict: pairs.with(index, [key, value]) }, method] }),
  }));
}
