import type { TextSpan } from "./declarations.ts";

/** The comments of a text, found by what stands right below them. */
export interface CommentsAbove {
  /** Call for each comment in the order of the text. */
  add(comment: TextSpan): void;
  /** The comment that ends, but for white space, where something starts; lines that each are a comment count as one. Undefined where none does. */
  find(start: number): TextSpan | undefined;
}

/** Collects the comments that document what follows them: those for which `documents` is true. */
export function createCommentsAbove(text: string, documents: (comment: string) => boolean): CommentsAbove {
  const byEnd = new Map<number, TextSpan>();
  const endingAt = (start: number): TextSpan | undefined => {
    let end = start;
    while (end > 0 && /\s/u.test(text[end - 1] ?? "")) end--;
    return byEnd.get(end);
  };
  return {
    add: (comment) => {
      if (!documents(text.slice(comment.start, comment.end))) return;
      const above = text.startsWith("//", comment.start) ? endingAt(comment.start) : undefined;
      const isBlock =
        above !== undefined &&
        text.startsWith("//", above.start) &&
        text.slice(above.end, comment.start).split("\n").length === 2;
      byEnd.set(comment.end, isBlock ? { start: above.start, end: comment.end } : comment);
    },
    find: endingAt,
  };
}

/** Comments that begin with two stars, the form of Javadoc, JSDoc and Doxygen. */
export function isDocComment(comment: string): boolean {
  return /^\/\*\*(?!\/)/u.test(comment);
}
