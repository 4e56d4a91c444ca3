import type { ValueRecipe } from "../../../spec/index.ts";

/** Functions of one and of two arguments that say yes or no of any values, or of many. */
const PREDICATES: Readonly<Record<number, readonly string[]>> = {
  1: ["builtins:bool", "_operator:not_", "builtins:callable"],
  2: ["_operator:eq", "_operator:ne", "_operator:lt", "_operator:gt", "_operator:is_"],
};
/** The same that make another value of them. */
const OTHERS: Readonly<Record<number, readonly string[]>> = {
  1: ["builtins:str", "builtins:type", "_operator:neg", "builtins:len"],
  2: ["_operator:add", "_operator:mul", "builtins:max", "builtins:min"],
};

/** Functions of the standard library of so many arguments, simple ones first; none where none are known. */
export function callablesOf(argumentCount: number, isPredicate: boolean): readonly ValueRecipe[] {
  return ((isPredicate ? PREDICATES : OTHERS)[argumentCount] ?? []).map((named) => ({ named }));
}

/** Of two arguments one that tells them apart, in the place of those that do not. */
const ORDERED = "_operator:sub";

/** The other functions of the list that one stands in, and of two arguments one that tells them apart; none for one that stands in none. */
export function callablesBeside(name: string): readonly ValueRecipe[] {
  const alike = [PREDICATES, OTHERS]
    .flatMap(Object.values<readonly string[]>)
    .find((list) => list.includes(name));
  const others = [...(alike === OTHERS[2] ? [ORDERED] : []), ...(alike ?? [])];
  return others.flatMap((named) => (named === name ? [] : [{ named }]));
}
