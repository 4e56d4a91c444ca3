import { isCallable } from "../code-index/declaration-table.ts";
import { SimilarCode } from "../code-index/similar-code.ts";
import type { ContextMaterial, PromptContext } from "./context.ts";
import { blockOf, withoutInner } from "./declared-blocks.ts";
import { fitBlocks } from "./file-blocks.ts";
import { samePlace } from "./same-place.ts";

/** As many are looked at. */
const MOST_SIMILAR = 20;

/** Functions that share most words with what is visible of the target: its name, header and documentation. */
export function similarContext({ repository, outline, budgetTokens }: ContextMaterial): PromptContext {
  const { queries, place } = repository();
  const own = queries.table.find(place);
  if (own === undefined) return fitBlocks([], budgetTokens, outline?.lineComment ?? "");
  using similar = new SimilarCode(queries.view);
  const found = similar
    .find({ text: blockOf(queries.view, own).text, most: MOST_SIMILAR })
    .filter((one) => isCallable(one.declaration) && !samePlace(one.place, place));
  const known = found.flatMap((one) => queries.table.find(one.place) ?? []);
  const blocks = withoutInner(known).map((one) => blockOf(queries.view, one));
  return fitBlocks(blocks, budgetTokens, outline?.lineComment ?? "");
}
