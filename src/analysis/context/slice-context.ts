import { estimateTokens } from "../../base/index.ts";
import { sliceDefinition, type Slice } from "../slices/slice.ts";
import type { ContextMaterial, PromptContext } from "./context.ts";
import { pathLine } from "./file-blocks.ts";

/** What the target needs as far as header, documentation, types and neighbours tell. */
export function visibleSliceContext(material: ContextMaterial): PromptContext {
  const { sliced, place } = material.repository();
  return fitSliced(material, (budgetTokens) =>
    sliceDefinition(sliced, place, { budgetTokens, body: "hidden" }),
  );
}

/** What the hidden body needs. */
export function oracleSliceContext(material: ContextMaterial): PromptContext {
  return fitSliced(material, (budgetTokens) => material.repository().sliceOfAnswer(budgetTokens));
}

/** The paths of the files count, too: a slice is made smaller until both fit. */
function fitSliced(
  { budgetTokens, outline }: ContextMaterial,
  slice: (budgetTokens: number) => Slice,
): PromptContext {
  const comment = outline?.lineComment ?? "";
  for (let room = budgetTokens; ; ) {
    const made = slice(Math.max(0, room));
    const shown = made.files.filter(({ text }) => text.trim() !== "");
    const text = shown.map((file) => `${pathLine(file.path, comment)}\n${file.text.trimEnd()}`).join("\n\n");
    const tokens = estimateTokens(text);
    if (tokens <= budgetTokens || room <= 0)
      return {
        text: tokens <= budgetTokens ? text : "",
        tokens: tokens <= budgetTokens ? tokens : 0,
        leftOut: leftOut(made),
      };
    room -= tokens - budgetTokens;
  }
}

function leftOut({ leftOut: pieces }: Slice): PromptContext["leftOut"] {
  const characters = pieces.reduce(
    (sum, { piece, shown }) =>
      sum + piece.length - (shown === "signature" ? (piece.signatureLength ?? 0) : 0),
    0,
  );
  const lines = pieces.reduce(
    (sum, { piece, shown }) =>
      sum + (shown === "signature" ? piece.lines - piece.signatureLines : piece.lines),
    0,
  );
  return { lines, tokens: estimateTokens(" ".repeat(Math.max(0, characters))) };
}
