import { argumentOf, argumentsOf, declaredParameters, positionOf } from "./given-arguments.ts";
import type { ObservedCall, TargetContext } from "./target-context.ts";

/**
 * The last parameters of a target, each with a default, that it gives when it calls itself and that nobody else gives: what a recursion hands on. How it does that
 * is up to who writes it.
 */
export function handedOn(
  target: Pick<TargetContext, "definition">,
  calls: readonly ObservedCall[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const outer = calls.filter(({ isInner }) => isInner !== true);
  if (outer.length === 0 || outer.length === calls.length) return found;
  const declared = declaredParameters(target);
  for (const [index, parameter] of [...declared.entries()].reverse()) {
    const isGivenIn = (some: readonly ObservedCall[]): boolean =>
      argumentsOf(some, parameter, positionOf(parameter, index)).length > 0;
    const isHandedOn = parameter.defaultValue !== undefined && isGivenIn(calls) && !isGivenIn(outer);
    if (isHandedOn) found.add(parameter.name);
    else if (parameter.kind !== "keyword_only") break;
  }
  return found;
}

/** The calls that give none of these parameters. */
export function withoutHandedOn(
  target: Pick<TargetContext, "definition">,
  names: ReadonlySet<string> | undefined,
  calls: readonly ObservedCall[],
): readonly ObservedCall[] {
  if (names === undefined || names.size === 0) return calls;
  const places = [...declaredParameters(target).entries()].filter(([, { name }]) => names.has(name));
  return calls.filter(({ recipe }) =>
    places.every(
      ([index, parameter]) => argumentOf(recipe, parameter.name, positionOf(parameter, index)) === undefined,
    ),
  );
}
