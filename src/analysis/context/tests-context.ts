import type { CodePlace } from "../../languages/index.ts";
import type { CodeQueries } from "../code-index/code-queries.ts";
import type { ContextMaterial, FileBlock, PromptContext } from "./context.ts";
import { blockOf, withoutInner } from "./declared-blocks.ts";
import { fitBlocks } from "./file-blocks.ts";

/** The tests that reach the target. */
export function testsContext({ repository, outline, budgetTokens }: ContextMaterial): PromptContext {
  return fitBlocks(repository().tests(), budgetTokens, outline?.lineComment ?? "");
}

/** Test functions that reach a declaration, those over the fewest calls first. */
export function reachingTests(queries: CodeQueries, place: CodePlace): readonly FileBlock[] {
  const tests = queries.testsOf(place).filter(({ declaration }) => declaration.kind !== "class");
  return withoutInner(tests).map((one) => blockOf(queries.view, one));
}
