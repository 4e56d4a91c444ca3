/** A literal of Python with this value, in ASCII and on one line. */
export function pythonText(text: string): string {
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\n") return "\\n";
    if (character === "\\" || character === '"') return `\\${character}`;
    return code >= 0x20 && code < 0x7f ? character : `\\U${code.toString(16).padStart(8, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
