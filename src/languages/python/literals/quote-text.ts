const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** As `repr` quotes: by `'` unless only that would need escaping. Of bytes `text` has a character for each. */
export function quotePythonText(text: string, isBytes: boolean): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const characters = Array.from(text, (character) => {
    if (character === mark) return `\\${mark}`;
    const known = ESCAPES[character];
    if (known !== undefined) return known;
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x20 || point === 0x7f || (isBytes && point > 0x7f)) return `\\x${hexadecimal(point, 2)}`;
    if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
    if (point <= 0xff) return `\\x${hexadecimal(point, 2)}`;
    return point <= 0xffff ? `\\u${hexadecimal(point, 4)}` : `\\U${hexadecimal(point, 8)}`;
  });
  return mark + characters.join("") + mark;
}

function hexadecimal(point: number, digits: number): string {
  return point.toString(16).padStart(digits, "0");
}
