import type { DeclarationScope, StructureDraft, TextSpan } from "../../declarations.ts";
import type { CommentsAbove } from "../../doc-comments.ts";

/** What a node stands in. */
export interface Scope extends DeclarationScope {
  readonly place: "module" | "namespace" | "class" | "function";
  /** What `this` belongs to. */
  readonly owner: string | undefined;
  /** Titles of the tests around, from the outside in. */
  readonly titles: readonly string[];
}

/** What reading a file of scripts finds. */
export interface ScriptDraft extends StructureDraft {
  readonly comments: CommentsAbove;
  readonly isTestFile: boolean;
}

/** The text of a part. */
export function textOf({ text }: StructureDraft, part: TextSpan): string {
  return text.slice(part.start, part.end);
}
