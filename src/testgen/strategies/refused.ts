import type { Contract } from "../contract.ts";
import { asMade } from "../../spec/index.ts";
import type { TargetContext } from "../target-context.ts";
import type { ProposedCase, TestStrategy } from "../test-strategy.ts";
import { synthesised } from "./synthesised.ts";

/** An observed call, or one made up where there is none, with one argument of a type that the target's own guard refuses. */
export const refused: TestStrategy = {
  role: "required",
  *propose(context: TargetContext, { parameters }: Contract): Iterable<ProposedCase> {
    if (parameters.every(({ refused }) => refused === undefined)) return;
    const [made] = context.calls.length > 0 ? context.calls : synthesised.propose(context);
    if (made === undefined) return;
    const recipe = asMade(made);
    for (const { name, position, refused } of parameters)
      for (const value of refused?.values ?? [])
        yield {
          origin: "synthesised",
          recipe:
            position < recipe.positional.length
              ? { ...recipe, positional: recipe.positional.with(position, value) }
              : { ...recipe, keywords: { ...recipe.keywords, [name]: value } },
        };
  },
};
