import { evenChoice, formOf, inTurns } from "../../../base/index.ts";
import type { Literals } from "../../inputs.ts";
import { unescapePythonBytes, unescapePythonText } from "../literals/escapes.ts";

/** The constants of a definition's text, distinct, in the order they stand. */
export function literalsOf(source: string): Literals {
  const text = source.replaceAll(COMMENT, "");
  const texts = [
    ...text.matchAll(
      /(?<![\w"'])([rRbBuUfF]{0,2})(?:"((?:[^"\\\n]|\\.){1,40})"|'((?:[^'\\\n]|\\.){1,40})')/g,
    ),
  ].flatMap(([, prefix = "", double, single]) => {
    const written = double ?? single ?? "";
    const read = (piece: string): string => {
      if (/r/i.test(prefix)) return piece;
      return /b/i.test(prefix) ? unescapePythonBytes(piece) : unescapePythonText(piece, (escape) => escape);
    };
    const between = (filled: RegExp): string[] =>
      written
        .split(filled)
        .filter((piece) => piece !== "")
        .map(read);
    return /f/i.test(prefix) ? between(FILLED) : [read(written), ...between(FILLED_LATER)];
  });
  const integers = [...text.matchAll(WHOLE_NUMBER)]
    .map(([written]) => Number(written.replaceAll("_", "")))
    .filter((value) => value < LARGEST_WRITTEN);
  const computed = [...text.matchAll(COMPUTED)].flatMap(([, left, operator, right]) => {
    const [a, b] = [Number(left), Number(right)];
    const value = operator === "**" ? a ** b : operator === "<<" ? a * 2 ** b : a * b;
    return value <= LARGEST_COMPUTED ? [value] : [];
  });
  const powers = [...text.matchAll(POWER)].flatMap(([, base]) =>
    [2, 3, 4].map((exponent) => Number(base) ** exponent).filter((value) => value <= LARGEST_COMPUTED),
  );
  const floats = [...text.matchAll(FLOAT)].map(([written]) => Number(written.replaceAll("_", "")));
  return {
    texts: [...new Set(texts)].filter((each) => each.isWellFormed()),
    integers: [...new Set([...integers, ...computed, ...powers])],
    floats: [...new Set(floats)],
  };
}

/** What stands in a text for a value that is written there: of an f-string, and of one that `%` or `format` fills. */
const FILLED = /\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}/u;
const FILLED_LATER = /%[-+ #0]*\d*(?:\.\d+)?[sdrifxXgeo]|\{[\w.]*(?::[^{}]*)?\}/u;

/** A comment, so far as it has no quotes: one that stands in a text has some behind it. */
const COMMENT = /(?<!\S)#[^"'\n]*$/gm;

/** A whole number as sources write them: decimal, hexadecimal, octal or binary, digits in groups or not. */
const WHOLE_NUMBER = /(?<![\w.])(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*)(?![\w.])/g;
const LARGEST_WRITTEN = 1e9;

/** A number with a point or an exponent: `0.5`, `1.`, `.5`, `1e-6`. */
const FLOAT =
  /(?<![\w.])(?:\d[\d_]*\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d[\d_]*[eE][-+]?\d+)(?![\w.])/g;

/** A power, product or shift of two plain numbers: `10 ** 6`, `24 * 60`, `1 << 10`. */
const COMPUTED = /(?<![\w.*])(\d{1,9})\s*(\*\*?|<<)\s*(\d{1,9})(?![\w.]|\s*\*\*)/g;
const LARGEST_COMPUTED = 1e12;
/** A power of a plain number whose exponent is a name. */
const POWER = /(?<![\w.*])(\d{1,9})\s*\*\*\s*[A-Za-z_]/g;

/** Constants of named values that are taken: tables of words can be long. */
const MOST_NAMED = 96;

/** The top-level statements of a file that a definition names: the tables, patterns and helpers it works with. */
export function namedStatements(fileText: string, definitionText: string): readonly string[] {
  const others = topLevelStatements(fileText).filter(({ text }) => !text.includes(definitionText));
  const namedIn = (text: string): ReadonlySet<Statement> => {
    const names = new Set(text.match(/\b[A-Za-z_]\w*/g));
    return new Set(others.filter(({ name }) => name !== undefined && names.has(name)));
  };
  const own = namedIn(definitionText);
  const members = membersBeside(fileText, definitionText);
  // A table is often made of another one.
  const tables = [...members, ...[...own].filter(isTable).map(({ text }) => text)];
  const behind = tables.flatMap((text) => [...namedIn(text)].filter(isTable));
  return [...members, ...[...own.union(new Set(behind))].map(({ text }) => text)];
}

/** What the class of a method assigns to names that the method reads of itself or of a class. */
function membersBeside(fileText: string, definitionText: string): readonly string[] {
  const own = topLevelStatements(fileText).find(({ text }) => text.includes(definitionText))?.text;
  const before = own?.slice(0, own.indexOf(definitionText)) ?? "";
  const indentation = /[ \t]+$/.exec(before)?.[0];
  if (own === undefined || indentation === undefined) return [];
  const read = new Set(Array.from(definitionText.matchAll(/\.([A-Za-z_]\w*)/g), ([, name]) => name));
  return own
    .split(new RegExp(`\n${indentation}(?=[A-Za-z_@])`))
    .filter((text) => isTable({ name: undefined, text }) && read.has(/^\w+/.exec(text)?.[0]));
}

/** The constants of what a definition names. Of texts that are patterns the words they are made of too. */
export function literalsOfNamed(statements: readonly string[]): Literals {
  const found = statements.map(literalsOf);
  const texts = new Set(found.flatMap((one) => one.texts.flatMap(wordsOfPattern)));
  const integers = new Set(found.flatMap((one) => one.integers));
  const floats = new Set(found.flatMap((one) => one.floats ?? []));
  return {
    texts: ofAllForms([...texts], MOST_NAMED),
    integers: evenChoice([...integers], MOST_NAMED),
    floats: evenChoice([...floats], MOST_NAMED),
  };
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

/** A statement at the margin of a file. */
interface Statement {
  readonly name: string | undefined;
  readonly text: string;
}

/** True for an assignment. */
function isTable({ text }: Statement): boolean {
  return /^[A-Za-z_]\w*(?:\s*:[^=\n]+)?\s*=(?!=)/u.test(text);
}

/** Statements that begin at the margin, with the name that a definition or an assignment gives. */
function topLevelStatements(fileText: string): readonly Statement[] {
  return fileText
    .split(/\n(?=[A-Za-z_@])/)
    .map((text) => ({ name: /^(?:(?:async )?def |class )?([A-Za-z_]\w*)/.exec(text)?.[1], text }));
}

/** What a file assigns to a name at the margin, as it is written; undefined where it does not, or more than once. */
export function assignedText(fileText: string, name: string): string | undefined {
  const found = topLevelStatements(fileText).filter((one) => one.name === name && isTable(one));
  const [, text] = /^[^=]+=([\s\S]*)$/u.exec(found[0]?.text ?? "") ?? [];
  return found.length === 1 ? text?.replaceAll(COMMENT, "").trim() : undefined;
}

/** A length compared with a number, and a cut at one, from either end. */
const LENGTHS = [
  /\blen\([^()]*(?:\([^()]*\))?\)\s*(?:[=!<>]=|[<>%])\s*(\d{1,3})(?![\w.])/g,
  /(?<![\w.])(\d{1,3})\s*(?:[=!<>]=|[<>])\s*len\(/g,
  /\[\s*-?(\d{1,3})\s*:/g,
  /:\s*-?(\d{1,3})\s*\]/g,
];
/** A length that has a name. */
const NAMED_LENGTH = /\b(\w+)\s*=\s*len\([^()]*(?:\([^()]*\))?\)\s*\n/g;
const MOST_LENGTHS = 6;

/** Lengths that a text of code tests or cuts at, distinct. */
export function lengthsIn(code: string): readonly number[] {
  const names = [...code.matchAll(NAMED_LENGTH)].map(
    ([, name = ""]) => new RegExp(`(?<![\\w.])${name}\\s*(?:[=!<>]=|[<>%])\\s*(\\d{1,3})(?![\\w.])`, "gu"),
  );
  const found = [...LENGTHS, ...names].flatMap((form) =>
    [...code.matchAll(form)].map(([, length]) => Number(length)),
  );
  return [...new Set(found)].slice(0, MOST_LENGTHS);
}

/** What code that quotes or escapes texts may be given: what is so already. */
const ESCAPED: readonly (readonly [asks: RegExp, texts: readonly string[]])[] = [
  [/(?<!\w)(?:un)?quote(?:_plus|_from_bytes|_to_bytes)?\(|(?<!\w)urlencode\(/u, ["%", "%41", "%2F"]],
  [/(?<!\w)(?:html\.|saxutils\.|markupsafe\.)(?:un)?escape\(/u, ["&amp;", "&lt;"]],
];

/** Texts that are quoted or escaped already, of code that does so. */
export function escapedTexts(code: string): readonly string[] {
  return ESCAPED.flatMap(([asks, texts]) => (asks.test(code) ? texts : []));
}

/** Of the constants of a definition's own code so many are tried before others. */
const MOST_OWN = 12;

/** Constants of a definition's own code, of every form evenly; of signs that stand one after the other there, or with one between, both together as well. */
export function mainTexts(texts: readonly string[]): readonly string[] {
  const signs = texts.filter((text) => /^[^\p{L}\p{N}\s]$/u.test(text));
  const together = signs.flatMap((sign, at) => signs.slice(at + 1, at + 3).map((next) => sign + next));
  return [...ofAllForms(texts, MOST_OWN), ...together.slice(0, MOST_OWN)];
}

/** Numbers of signs that are taken, and the largest that one has. */
const MOST_SIGNS = 8;
const LAST_SIGN = 0x10_ffff;

/** Of code that asks signs for their numbers the signs that its numbers stand for, and the next ones. */
export function signsByNumber(code: string, integers: readonly number[]): readonly string[] {
  if (!/\bord\(/u.test(code)) return [];
  return integers
    .filter((number) => number >= 32 && number < LAST_SIGN)
    .slice(0, MOST_SIGNS)
    .flatMap((number) => [String.fromCodePoint(number), String.fromCodePoint(number + 1)])
    .filter((sign) => sign.isWellFormed());
}
