import type { TargetContext } from "../target-context.ts";
import type { ProposedCase, TestStrategy } from "../test-strategy.ts";

/** The calls themselves, as the repository's own tests and documented examples made them. */
export const observed: TestStrategy = {
  role: "evidence",
  *propose({ calls }: TargetContext): Iterable<ProposedCase> {
    for (const { recipe, origin } of calls) yield { origin, recipe };
  },
};
