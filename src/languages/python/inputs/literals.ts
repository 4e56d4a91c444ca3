import type { Literals } from "../../inputs.ts";

/** The constants of a definition's text, distinct, in the order they stand. */
export function literalsOf(text: string): Literals {
  const texts = [
    ...text.matchAll(
      /(?<![\w"'])([rRbBuUfF]{0,2})(?:"((?:[^"\\\n]|\\.){1,40})"|'((?:[^'\\\n]|\\.){1,40})')/g,
    ),
  ].map(([, prefix = "", double, single]) => {
    const written = double ?? single ?? "";
    return /r/i.test(prefix) ? written : withoutEscapes(written);
  });
  const integers = [...text.matchAll(/(?<![\w.])(\d{1,9})(?![\w.])/g)].map((match) => Number(match[1]));
  return { texts: [...new Set(texts)], integers: [...new Set(integers)] };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", 0: "\0" };

/** What a literal's escapes stand for; numbers of characters are left as they are written. */
function withoutEscapes(written: string): string {
  return written.replaceAll(/\\([^xuUN1-9])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}
