import { samePlace } from "./same-place.ts";
import type { ContextMaterial, PromptContext } from "./context.ts";
import { blockOf, withoutInner } from "./declared-blocks.ts";
import { fitBlocks } from "./file-blocks.ts";

/** The functions that call the target, the surest calls first, those of its own file before others. */
export function callersContext({ repository, outline, budgetTokens }: ContextMaterial): PromptContext {
  const { queries, place } = repository();
  const edges = queries
    .callersOf(place)
    .toSorted(
      (one, other) =>
        other.confidence - one.confidence ||
        Number(other.caller.path === place.path) - Number(one.caller.path === place.path),
    );
  const callers = edges.flatMap(({ caller }) => queries.table.find(caller) ?? []);
  const others = [...new Set(callers)].filter((one) => !samePlace(one.place, place));
  const blocks = withoutInner(others).map((one) => blockOf(queries.view, one));
  return fitBlocks(blocks, budgetTokens, outline?.lineComment ?? "");
}
