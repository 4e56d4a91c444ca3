import { NO_CONTEXT, type ContextMaterial, type PromptContext } from "./context.ts";
import { blockOf, withoutInner } from "./declared-blocks.ts";
import { fitBlocks } from "./file-blocks.ts";

/** The tests that reach the target, those over the fewest calls first; nothing where a solver sees no tests. */
export function testsContext({ repository, outline, budgetTokens }: ContextMaterial): PromptContext {
  const { tested, place } = repository();
  if (tested === undefined) return NO_CONTEXT;
  const tests = tested.testsOf(place).filter(({ declaration }) => declaration.kind !== "class");
  const blocks = withoutInner(tests).map((one) => blockOf(tested.view, one));
  return fitBlocks(blocks, budgetTokens, outline?.lineComment ?? "");
}
