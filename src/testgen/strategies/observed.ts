import type { TargetContext } from "../target-context.ts";
import type { ProposedCase, TestStrategy } from "../test-strategy.ts";

/** The calls themselves, as the repository's own tests and documented examples made them. */
export const observed: TestStrategy = {
  role: "evidence",
  *propose({ calls }: TargetContext): Iterable<ProposedCase> {
    for (const { recipe, as_made, origin } of calls)
      yield as_made === undefined ? { origin, recipe } : { origin, recipe, as_made };
  },
};
