/**
 * The text with line ends and comments inside brackets blanked, position for position. To Python both say the same. The
 * grammar needs it where a line inside brackets is indented less than the statement it belongs to:
 * it takes such a line for the end of the block. Line ends in strings stay.
 */
export function joinBracketedLines(text: string): string {
  const tokens =
    /("""|''')(?:\\[^]|(?!\1)[^])*\1|(["'])(?:\\[^]|(?!\2)[^\\\r\n])*\2|#[^\r\n]*|[([{]|[)\]}]|[\r\n]/g;
  let depth = 0;
  return text.replace(tokens, (token) => {
    if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) depth = Math.max(0, depth - 1);
    else if (depth > 0 && /^[#\r\n]/.test(token)) return " ".repeat(token.length);
    return token;
  });
}
