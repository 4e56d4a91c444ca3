const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/gu;
const SIMPLE: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/**
 * What the content of a text literal stands for, by Python's table of escapes. `unknown` says what becomes of a character named by its name,
 * for which a table would be needed, or by a number beyond Unicode: `written` is the escape, of a name its beginning.
 */
export function unescapePythonText(content: string, unknown: (written: string) => string): string {
  return content.replace(
    ESCAPE,
    (written, octal?: string, short?: string, four?: string, eight?: string, simple?: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      if (simple === "N") return unknown(written);
      if (simple !== undefined) return SIMPLE[simple] ?? written;
      const point = Number.parseInt(short ?? four ?? eight ?? "", 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : unknown(written);
    },
  );
}

/** The same of a bytes literal, one character for each byte: they know no characters by name or wide number. */
export function unescapePythonBytes(content: string): string {
  return content.replace(
    ESCAPE,
    (written, octal?: string, short?: string, _four?: string, _eight?: string, simple?: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) & 0xff);
      if (short !== undefined) return String.fromCodePoint(Number.parseInt(short, 16));
      return SIMPLE[simple ?? ""] ?? written;
    },
  );
}
