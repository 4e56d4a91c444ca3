import { taggedValue, type CaseRecipe, type ValueRecipe } from "../spec/index.ts";

/** A case in which each object that changed since it was made is a shared value of its own, so that it can have a name and its calls a line each. What receives the call stays. */
export function shareMakings(recipe: CaseRecipe): CaseRecipe {
  const shared = [...recipe.shared];
  const share = (value: ValueRecipe, isPlace: boolean): ValueRecipe => {
    if (value === null || typeof value !== "object") return value;
    if (isList(value)) return value.map((item) => share(item, true));
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, share(item as ValueRecipe, true)]),
    );
    const tagged = taggedValue(inner);
    const hasChanged = tagged?.tag === "made" && "since" in (tagged.content as object);
    return isPlace && hasChanged ? { ref: shared.push(inner) - 1 } : inner;
  };
  recipe.shared.forEach((value, index) => {
    shared[index] = share(value, false);
  });
  const { receiver } = recipe;
  return {
    ...recipe,
    ...(receiver === undefined ? {} : { receiver: share(receiver, false) }),
    positional: recipe.positional.map((value) => share(value, true)),
    keywords: Object.fromEntries(
      Object.entries(recipe.keywords).map(([name, value]) => [name, share(value, true)]),
    ),
    shared,
  };
}

function isList(value: ValueRecipe): value is readonly ValueRecipe[] {
  return Array.isArray(value);
}
