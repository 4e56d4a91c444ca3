import type { DeclarationScope, StructureDraft, TextSpan } from "../../declarations.ts";
import type { CommentsAbove } from "../../doc-comments.ts";

/** What a node stands in. */
export type Scope = DeclarationScope;

/** What reading a file finds. */
export interface CDraft extends StructureDraft {
  readonly comments: CommentsAbove;
  readonly isTestFile: boolean;
}

/** The text of a part. */
export function textOf({ text }: StructureDraft, part: TextSpan): string {
  return text.slice(part.start, part.end);
}
