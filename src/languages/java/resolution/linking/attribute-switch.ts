import type { Expression, Pattern, SwitchExpression } from "../summary.ts";
import { declarePattern, type PatternPlace } from "./attribute-patterns.ts";
import type { ResultTarget, Site } from "./attributor.ts";
import { findField, upperBound } from "./hierarchy.ts";
import type { Completion } from "./infer-call.ts";
import type { Type } from "./model.ts";
import { chosenType } from "./operators.ts";
import { within } from "./scope.ts";

export function completeSwitch(
  { of, cases }: SwitchExpression,
  site: Site,
  { attributor, expected }: Completion,
): Type {
  const selector = upperBound(attributor.complete(of, site));
  const yields: ResultTarget = { expected, given: [] };
  const shared = within(site.scope);
  for (const each of cases) {
    const scope = each.isRule ? within(site.scope) : shared;
    const inside: Site = { ...site, scope, yields };
    for (const label of each.labels) completeLabel(label, selector, { site: inside, attributor });
    if (each.guard !== undefined) attributor.complete(each.guard, inside);
    const [only] = each.body;
    if (each.isRule && only?.kind === "expression")
      yields.given.push(attributor.complete(only.value, inside, expected));
    else attributor.statements(each.body, inside);
  }
  return chosenType(yields.given);
}

function completeLabel(
  label: Expression | Pattern,
  selector: Type,
  { site, attributor }: PatternPlace,
): void {
  if (label.kind === "type-pattern" || label.kind === "record-pattern") {
    declarePattern(label, selector, { site, attributor });
    return;
  }
  const constant =
    label.kind === "name" && selector.kind === "class" && selector.symbol.kind === "enum"
      ? findField(selector.symbol, label.name)
      : undefined;
  if (constant !== undefined && label.kind === "name") attributor.useField(label, constant.member);
  else if (label.kind !== "name" || label.name !== "default") attributor.complete(label, site);
}
