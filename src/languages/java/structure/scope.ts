import type { DeclarationScope, StructureDraft, TextSpan } from "../../declarations.ts";
import type { CommentsAbove } from "../../doc-comments.ts";

/** What a node stands in. */
export interface Scope extends DeclarationScope {
  /** True in the body of an anonymous class, where members are not declared. */
  readonly isAnonymous: boolean;
}

/** What reading a file finds. */
export interface JavaDraft extends StructureDraft {
  readonly comments: CommentsAbove;
}

/** The text of a part. */
export function textOf({ text }: StructureDraft, part: TextSpan): string {
  return text.slice(part.start, part.end);
}
