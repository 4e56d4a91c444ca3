import type { Present } from "../languages/index.ts";
import type { CaseRecipe } from "../spec/index.ts";

/** A call as a session of the language makes it, by lines; values that are long are cut. */
export function callLines(
  present: Present,
  target: Parameters<Present["call"]>[0],
  recipe: CaseRecipe,
): readonly string[] {
  return present.call(target, recipe, (value) => present.show(value, { shared: recipe.shared }));
}
