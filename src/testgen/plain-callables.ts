/** Functions among the arguments of a call that answer whatever they are asked: of those that tests wrote only a table is known, of what they were asked. */
import type { Random } from "../base/index.ts";
import type { Inputs } from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { shapeOf } from "./value-shape.ts";

interface Table {
  readonly calls: readonly {
    readonly positional: readonly ValueRecipe[];
    readonly keywords?: Readonly<Record<string, ValueRecipe>>;
    readonly returns?: ValueRecipe;
  }[];
}

/** Functions that may stand where one stands that is known by a table: of as many arguments, and predicates for predicates. */
export function callablesLike(
  node: ValueRecipe,
  inputs: Pick<Inputs, "callablesOf">,
): readonly ValueRecipe[] {
  const { tag, content } = shapeOf(node);
  if (tag !== "callback") return [];
  const { calls } = content as Table;
  const counts = new Set(calls.map(({ positional }) => positional.length));
  const [count] = counts;
  const takesKeywords = calls.some(({ keywords = {} }) => Object.keys(keywords).length > 0);
  if (count === undefined || counts.size > 1 || takesKeywords) return [];
  return inputs.callablesOf(
    count,
    calls.every(({ returns }) => typeof returns === "boolean"),
  );
}

/** The call with such a function for each argument that is known by a table; undefined where there is none, or nothing to put for it. */
export function withPlainCallables(
  recipe: CaseRecipe,
  inputs: Pick<Inputs, "callablesOf">,
  random: Random,
): CaseRecipe | undefined {
  let isChanged = false;
  const replaced = (value: ValueRecipe): ValueRecipe => {
    const others = callablesLike(value, inputs);
    if (others.length === 0) return value;
    isChanged = true;
    return random.pick(others);
  };
  const positional = recipe.positional.map(replaced);
  const keywords = Object.fromEntries(
    Object.entries(recipe.keywords).map(([name, value]) => [name, replaced(value)]),
  );
  return isChanged ? { ...recipe, positional, keywords } : undefined;
}
