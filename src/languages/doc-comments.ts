import type { TextSpan } from "./declarations.ts";

/** The comments of a text, found by what stands right below them. */
export interface CommentsAbove {
  /** Call for each comment in the order of the text. */
  add(comment: TextSpan): void;
  /** The comment that ends, but for white space, where something starts; lines that each are a comment count as one. Undefined where none does. */
  find(start: number): TextSpan | undefined;
}

/**
 * Collects the comments that document what follows them: those for which `documents` is true. One that is not in the form of a doc comment must stand
 * on lines of its own, right above.
 */
export function createCommentsAbove(text: string, documents: (comment: string) => boolean): CommentsAbove {
  const byEnd = new Map<number, TextSpan>();
  const endingAt = (start: number): TextSpan | undefined => {
    let end = start;
    while (end > 0 && /\s/u.test(text[end - 1] ?? "")) end--;
    return byEnd.get(end);
  };
  const isRightAbove = (comment: TextSpan, start: number): boolean =>
    text.slice(comment.end, start).split("\n").length <= 2 &&
    /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, comment.start - 200), comment.start));
  return {
    add: (comment) => {
      if (!documents(text.slice(comment.start, comment.end))) return;
      const above = text.startsWith("//", comment.start) ? endingAt(comment.start) : undefined;
      const isBlock =
        above !== undefined && text.startsWith("//", above.start) && isRightAbove(above, comment.start);
      byEnd.set(comment.end, isBlock ? { start: above.start, end: comment.end } : comment);
    },
    find: (start) => {
      const found = endingAt(start);
      if (found === undefined || isDocComment(text.slice(found.start, found.start + 4))) return found;
      return isRightAbove(found, start) ? found : undefined;
    },
  };
}

/** Comments in the form of Javadoc, JSDoc and Doxygen. */
export function isDocComment(comment: string): boolean {
  return /^(?:\/\*[*!](?!\/)|\/\/[/!])/u.test(comment);
}

/** Comments that begin with two stars, as JSDoc and Javadoc have them and nothing else. */
export function isStarredComment(comment: string): boolean {
  return /^\/\*\*(?!\/)/u.test(comment);
}
