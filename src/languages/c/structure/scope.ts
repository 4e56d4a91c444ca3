import type { DeclarationScope, StructureDraft, TextSpan } from "../../declarations.ts";
import type { CommentsAbove } from "../../doc-comments.ts";

/** What a node stands in. */
export interface Scope extends DeclarationScope {
  /** True in the body of a function, where only functions and macros are declared. */
  readonly isInside: boolean;
}

/** The top of a file; what stands in functions is named as if it stood there. */
export const TOP: Scope = { parent: undefined, prefix: "", isInside: false };

/** What reading a file finds. */
export interface CDraft extends StructureDraft {
  readonly comments: CommentsAbove;
  readonly isTestFile: boolean;
}

/** The text of a part. */
export function textOf({ text }: StructureDraft, part: TextSpan): string {
  return text.slice(part.start, part.end);
}
