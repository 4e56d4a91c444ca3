import type { Edit } from "../../base/index.ts";
import type { Declaration, Rewriting, StructuredFile } from "../../languages/index.ts";

/**
 * The edits that hide what declarations do or hold, and leave headers and documentation; those without a body are passed over, and so are those that
 * stand in another one that is hidden. `invertEdits` tells how to put the bodies back.
 */
export function hideBodies(
  { cutting }: Pick<Rewriting, "cutting">,
  file: StructuredFile,
  declarations: readonly Declaration[],
): readonly Edit[] {
  const edits = declarations.flatMap((declaration) => cutting.hide(file, declaration) ?? []);
  return outermost(edits);
}

function outermost(edits: readonly Edit[]): readonly Edit[] {
  const kept: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  }
  return kept;
}
