import { isInside, type Contract } from "../contract.ts";
import type { TargetContext } from "../target-context.ts";
import type { ProposedCase, TestStrategy } from "../test-strategy.ts";

/** Inputs that somebody thought of, as a model of what careless engineers miss: those inside the contract, which they do not widen. */
export const suggested: TestStrategy = {
  role: "required",
  *propose({ suggestions }: TargetContext, contract: Contract): Iterable<ProposedCase> {
    if (suggestions === undefined) return;
    const inside = suggestions.calls.filter(({ recipe }) => isInside(contract, recipe));
    suggestions.tell(inside.length);
    for (const { recipe, as_made } of inside)
      yield { origin: "suggested", recipe, ...(as_made === undefined ? {} : { as_made }) };
  },
};
