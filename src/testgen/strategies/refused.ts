/** Observed calls, or calls made up, with one argument of a type that the target's own guard refuses. */
import { declaredParameters, typesSeen } from "../contract.ts";
import type { ProposedCase, TargetContext, TestStrategy } from "../test-strategy.ts";
import { refusedTypeOf } from "../type-guards.ts";
import { synthesised } from "./synthesised.ts";

export const refused: TestStrategy = {
  *propose(context: TargetContext): Iterable<ProposedCase> {
    const guarded = declaredParameters(context).flatMap((parameter, index) => {
      const values = refusedTypeOf(
        context.text,
        parameter.name,
        typesSeen(parameter, index, context),
      )?.values;
      return values === undefined ? [] : [{ name: parameter.name, index, values }];
    });
    if (guarded.length === 0) return;
    const base = context.calls[0]?.recipe ?? firstOf(synthesised.propose(context))?.recipe;
    if (base === undefined) return;
    for (const { name, index, values } of guarded)
      for (const value of values) {
        const isPositional = index < base.positional.length;
        yield {
          origin: "synthesised",
          recipe: isPositional
            ? { ...base, positional: base.positional.with(index, value) }
            : { ...base, keywords: { ...base.keywords, [name]: value } },
        };
      }
  },
};

function firstOf<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}
