/** A piece of a regular expression. */
export interface PatternToken {
  readonly text: string;
  /** In the pattern. */
  readonly start: number;
  /** How many groups it stands in; a bracket counts as standing in the group that it opens or closes. */
  readonly depth: number;
}

const TOKEN =
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[\s\S])|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?[aiLmsux]+\)|\(\?(?:P<\w+>|<[=!]|[:=!>])|(?:[*+?]|\{\d*,?\d*\})[?+]?|[\s\S]/g;

/** The pieces of a Python pattern, in order: escapes, classes of signs, brackets, quantifiers, single signs. */
export function readPatternTokens(pattern: string): readonly PatternToken[] {
  let depth = 0;
  return [...pattern.matchAll(TOKEN)].map(({ 0: text, index }) => {
    const isOpening = /^\((?!\?[aiLmsux]+\))/.test(text);
    if (isOpening) depth++;
    const token = { text, start: index, depth };
    if (text === ")") depth--;
    return token;
  });
}
