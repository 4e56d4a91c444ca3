import type { ValueRecipe } from "../../../spec/index.ts";

/** Functions by their imported names. */
function byName(...names: readonly string[]): readonly ValueRecipe[] {
  return names.map((named) => ({ named }));
}

/** A method of a value. */
function ofValue(value: ValueRecipe, method: string): ValueRecipe {
  return { value: ["getattr", value, method] };
}

/** Functions of one and of two arguments that say yes or no of any values, or of many. */
const PREDICATES: Readonly<Record<number, readonly ValueRecipe[]>> = {
  1: byName("builtins:bool", "_operator:not_", "builtins:callable"),
  2: byName("_operator:eq", "_operator:ne", "_operator:lt", "_operator:gt", "_operator:is_"),
};
/** The same that make another value of them: first those that make one of any. */
const OTHERS: Readonly<Record<number, readonly ValueRecipe[]>> = {
  1: [...byName("builtins:str"), ofValue("<{}>", "format"), ...byName("_operator:neg", "builtins:len")],
  2: byName("_operator:add", "_operator:mul", "builtins:max", "builtins:min"),
};
/** Of two arguments those that tell them apart; the second takes any, and shows in which order and how grouped they came: `<<a|b>|c>`. */
const ORDERED = [...byName("_operator:sub"), ofValue("<{}|{}>", "format")];

/** Functions of the standard library of so many arguments, simple ones first; none where none are known. */
export function callablesOf(argumentCount: number, isPredicate: boolean): readonly ValueRecipe[] {
  return (isPredicate ? PREDICATES : OTHERS)[argumentCount] ?? [];
}

/** Built-in types, as what checks and converts values is given them. */
const TYPES = byName(
  ...["int", "str", "float", "bool", "list", "dict", "tuple", "set", "bytes", "object"].map(
    (name) => `builtins:${name}`,
  ),
);

/** The other functions of the list that one stands in, of two arguments those that tell them apart, and beside a built-in type the others; none for one that stands in none. */
export function callablesBeside(name: string): readonly ValueRecipe[] {
  const holds = (list: readonly ValueRecipe[]): boolean => list.some((one) => nameOf(one) === name);
  const alike = [PREDICATES, OTHERS].flatMap(Object.values<readonly ValueRecipe[]>).find(holds);
  const others = [...(alike === OTHERS[2] ? ORDERED : []), ...(alike ?? []), ...(holds(TYPES) ? TYPES : [])];
  return [...new Map(others.map((one) => [nameOf(one) ?? one, one])).values()].filter(
    (one) => nameOf(one) !== name,
  );
}

function nameOf(callable: ValueRecipe): unknown {
  return typeof callable === "object" && callable !== null && "named" in callable
    ? callable.named
    : undefined;
}

/** What a table answers: nothing, what counts as nothing, and the same of several, each of them soon. */
const ANSWERS: readonly ValueRecipe[] = ["a", null, "a", null, 0, 1, false, ""];

/** A function of one argument that answers with few things, None and falsy ones among them, for `items` that can be keys: a dictionary's `get`. */
export function tableOf(items: readonly ValueRecipe[]): ValueRecipe {
  const pairs = items.map((item, at): ValueRecipe => [item, ANSWERS[at % ANSWERS.length] ?? null]);
  return ofValue({ dict: pairs }, "get");
}
