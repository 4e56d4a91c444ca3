/** What calls give for the declared parameters of a target. */
import { ownMember } from "../base/index.ts";
import type { Parameter } from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import type { ObservedCall, TargetContext } from "./target-context.ts";

/** The parameters an argument list is matched against: without the receiver, without variadic ones and without those that no caller gives. */
export function declaredParameters({
  definition,
  handedOn,
}: Pick<TargetContext, "definition" | "handedOn">): readonly Parameter[] {
  const own = definition.parameters.filter(
    ({ kind, name }) => kind !== "variadic" && kind !== "variadic_keyword" && handedOn?.has(name) !== true,
  );
  const hasReceiver = definition.kind !== "function" && definition.kind !== "static_method";
  return hasReceiver ? own.slice(1) : own;
}

/** A value that a call was given, and what its references stand for. */
export interface Seen {
  readonly value: ValueRecipe;
  readonly shared: readonly ValueRecipe[];
}

/** What stands behind a variadic parameter is given by its name alone. */
export function positionOf({ kind }: Parameter, index: number): number {
  return kind === "keyword_only" ? Infinity : index;
}

/** What calls were given for a declared parameter, by its place among positional arguments or its name. */
export function argumentsOf(
  calls: readonly Pick<ObservedCall, "recipe">[],
  parameter: Pick<Parameter, "name">,
  position: number,
): readonly Seen[] {
  return calls.flatMap(({ recipe }) => {
    const value = argumentOf(recipe, parameter.name, position);
    return value === undefined ? [] : [{ value, shared: recipe.shared }];
  });
}

/** What a call is given for a parameter; undefined where that is left to its default. */
export function argumentOf(
  { positional, keywords }: CaseRecipe,
  name: string,
  position: number,
): ValueRecipe | undefined {
  return position < positional.length ? positional[position] : ownMember(keywords, name);
}
