import { evenChoice, formOf, inTurns } from "../../../base/index.ts";
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
  const computed = [...text.matchAll(COMPUTED)].flatMap(([, left, operator, right]) => {
    const [a, b] = [Number(left), Number(right)];
    const value = operator === "**" ? a ** b : operator === "<<" ? a * 2 ** b : a * b;
    return value <= LARGEST_COMPUTED ? [value] : [];
  });
  return { texts: [...new Set(texts)], integers: [...new Set([...integers, ...computed])] };
}

/** A power, product or shift of two plain numbers: `10 ** 6`, `24 * 60`, `1 << 10`. */
const COMPUTED = /(?<![\w.*])(\d{1,9})\s*(\*\*?|<<)\s*(\d{1,9})(?![\w.]|\s*\*\*)/g;
const LARGEST_COMPUTED = 1e12;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", 0: "\0" };

/** What a literal's escapes stand for; numbers of characters are left as they are written. */
function withoutEscapes(written: string): string {
  return written.replaceAll(/\\([^xuUN1-9])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}

/** Constants of named values that are taken: tables of words can be long. */
const MOST_NAMED = 96;

/** The top-level statements of a file that a definition names: the tables, patterns and helpers it works with. */
export function namedStatements(fileText: string, definitionText: string): readonly string[] {
  const names = new Set(definitionText.match(/\b[A-Za-z_]\w*/g));
  return topLevelStatements(fileText)
    .filter(({ name, text }) => name !== undefined && names.has(name) && !text.includes(definitionText))
    .map(({ text }) => text);
}

/** The constants of what a definition names. Of texts that are patterns the words they are made of too. */
export function literalsOfNamed(statements: readonly string[]): Literals {
  const found = statements.map(literalsOf);
  const texts = new Set(found.flatMap((one) => one.texts.flatMap(wordsOfPattern)));
  const integers = new Set(found.flatMap((one) => one.integers));
  return { texts: ofAllForms([...texts], MOST_NAMED), integers: evenChoice([...integers], MOST_NAMED) };
}

/** So many texts, of every form evenly: of a table of words and a few signs the signs too. */
function ofAllForms(texts: readonly string[], most: number): readonly string[] {
  const forms = [...Map.groupBy(texts, formOf).values()];
  return inTurns(forms.map((alike) => evenChoice(alike, most))).slice(0, most);
}

/** A text, and where it has signs of patterns the words in it. */
export function wordsOfPattern(text: string): readonly string[] {
  if (!/[\\^$*+?()[\]{}|]/.test(text)) return [text];
  const words = text
    .replaceAll(/\\[A-Za-z0-9]|\(\?(?:[aiLmsux]+|P?<\w+>|[:=!]|<[=!])/g, " ")
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words)];
}

/** Statements that begin at the margin, with the name that a definition or an assignment gives. */
function topLevelStatements(
  fileText: string,
): readonly { readonly name: string | undefined; readonly text: string }[] {
  return fileText
    .split(/\n(?=[A-Za-z_@])/)
    .map((text) => ({ name: /^(?:(?:async )?def |class )?([A-Za-z_]\w*)/.exec(text)?.[1], text }));
}
