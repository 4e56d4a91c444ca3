/** Texts that the regular expressions of a definition match, and texts beside these. No pattern is ever run: some take forever. */
import { sample, stringMatching, type Arbitrary } from "fast-check";

import { createRandom, evenChoice, hash32, inTurns, type Random } from "../../../base/index.ts";
import type { CompiledPattern, PatternTexts } from "../../inputs.ts";
import { LiteralCursor, NoLiteral } from "../literals/literal-cursor.ts";
import { readText } from "../literals/literal-text.ts";
import { readPatternTokens } from "../pattern-tokens.ts";

/** Patterns of one definition that texts are made for. */
const MOST_PATTERNS = 12;
/** Longer patterns are tables of words. */
const LONGEST_PATTERN = 2_000;
/** Texts that are made for a pattern. */
const MADE = 40;
/** Repetitions of a pattern for each of which there is a text where it is as short as it may be. */
const MOST_REPETITIONS = 16;
/** Signs of one text. */
const LONGEST = 60;

/** A call that takes a pattern, up to the pattern. */
const CALL = /\b(?:re|regex)\.(?:compile|match|search|fullmatch|sub|subn|split|findall|finditer)\(\s*/g;

/** A regular expression as it stands in a source. */
interface Pattern {
  readonly source: string;
  readonly isVerbose: boolean;
  readonly ignoresCase: boolean;
}

/** Python's flags of patterns: `re.IGNORECASE`, `re.MULTILINE`, `re.DOTALL`, `re.VERBOSE`. */
const [IGNORECASE, MULTILINE, DOTALL, VERBOSE] = [2, 8, 16, 64];

/** The end of a text at the end of a pattern; a comment may follow. */
const AT_END = /(?<!\\)(?:\$|\\Z)[)\s]*(?:#[^\n]*\s*)?$/u;
const KNOWS_LINES = /\\n|\bsplitlines\(/u;

/** True where a pattern goes up to the end of a text and knows of no lines, as little as the definition: what it makes of several is an accident. */
export function readsOneLine(text: string, compiled: readonly CompiledPattern[]): boolean {
  const isOfLines = ({ source, flags }: CompiledPattern): boolean =>
    (flags & (MULTILINE | DOTALL)) !== 0 || KNOWS_LINES.test(source);
  return (
    !KNOWS_LINES.test(text) && compiled.some(({ source }) => AT_END.test(source)) && !compiled.some(isOfLines)
  );
}

/**
 * Texts for each of the patterns that stand in `code`, and of the `compiled` ones, which may be put together from pieces; none for those that the generator
 * does not know. Deterministic.
 */
export function patternTextsIn(
  code: string,
  compiled: readonly CompiledPattern[] = [],
): readonly PatternTexts[] {
  const written = [...code.matchAll(CALL)].flatMap(
    ({ 0: call, index }) => readPattern(code.slice(index + call.length)) ?? [],
  );
  const known = compiled.map(({ source, flags }): Pattern => {
    return { source, isVerbose: (flags & VERBOSE) !== 0, ignoresCase: (flags & IGNORECASE) !== 0 };
  });
  const distinct = new Map([...written, ...known].map((pattern) => [pattern.source, pattern]));
  return [...distinct.values()].slice(0, MOST_PATTERNS).flatMap((pattern) => textsFor(pattern) ?? []);
}

/** The name or the member of something, and no constant, that is a whole argument. */
const OWN_VALUE = /^(?!r?["'])[a-z_][\w.]*(?:\[[^\]\n]*\])?\s*[,)]/u;

/** True where a definition matches against a pattern that is a value of its own. */
export function takesPatterns(text: string): boolean {
  return [...text.matchAll(CALL)].some(({ 0: call, index }) =>
    OWN_VALUE.test(text.slice(index + call.length)),
  );
}

/** Texts for a pattern that is data, as `PatternTexts` has them. Deterministic. */
export function textsOfPattern(source: string): PatternTexts | undefined {
  if (source === "" || source.length > LONGEST_PATTERN) return undefined;
  return textsFor({ source, isVerbose: false, ignoresCase: source.startsWith("(?i)") });
}

/** A raw text: patterns are written so, in tables too. */
const RAW_TEXT = /(?<![\w"'])[rR](?:"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)')/gu;
/** Patterns that are looked at, evenly spread. */
const MOST_OF_NOTATION = 60;
/** Longer texts are no words of a notation. */
const LONGEST_OF_NOTATION = 24;

/** Of some patterns of files the shortest and the longest of the short texts that were made for each. Deterministic. */
export function notationTextsIn(fileTexts: readonly string[]): readonly string[] {
  const sources = new Set(
    fileTexts.flatMap((text) =>
      [...text.matchAll(RAW_TEXT)].map(([, double, single]) => double ?? single ?? ""),
    ),
  );
  const texts = evenChoice([...sources], MOST_OF_NOTATION).flatMap((source) => {
    const short = (textsOfPattern(source)?.matching ?? []).filter(
      (text) => text.trim() !== "" && text.length <= LONGEST_OF_NOTATION,
    );
    const byLength = short.toSorted((one, other) => one.length - other.length);
    return [...byLength.slice(0, 1), ...byLength.slice(1).slice(-1)];
  });
  return [...new Set(texts)];
}

/** The pattern at the beginning of the rest of a call. */
function readPattern(rest: string): Pattern | undefined {
  const written = textAt(rest);
  if (written === undefined || written.length > LONGEST_PATTERN) return undefined;
  const [statement = ""] = rest.split(/\n(?=\S)/u, 1);
  const own = /^\s*\(\?([aiLmsux]+)\)/u.exec(written)?.[1] ?? "";
  const has = (flag: string, name: string): boolean =>
    own.includes(flag) || new RegExp(`\\bre\\.(?:${name}|${flag.toUpperCase()})\\b`, "u").test(statement);
  return { source: written, isVerbose: has("x", "VERBOSE"), ignoresCase: has("i", "IGNORECASE") };
}

function textAt(rest: string): string | undefined {
  try {
    const text = readText(new LiteralCursor(rest));
    return typeof text === "string" ? text : undefined;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

/**
 * Without what looks ahead or behind and what only says where it stands: the texts are whole ones. Of the repetitions the one at `fewestAt` is as short as it
 * may be and all others are there; without it each is as it comes. Undefined where a text would be long, there is none in ASCII, or no such repetition.
 */
function asJavaScript(pattern: string, isVerbose: boolean, fewestAt?: number): string | undefined {
  let source = "";
  let repetitions = 0;
  let lookedFrom: number | undefined;
  let isComment = false;
  let least = 1;
  for (const { text, depth } of readPatternTokens(pattern)) {
    isComment = isVerbose && (isComment ? text !== "\n" : text === "#");
    const isLook = lookedFrom !== undefined;
    if (isLook && text === ")" && depth === lookedFrom) lookedFrom = undefined;
    if (isLook || isComment || (isVerbose && /^\s$/u.test(text)) || NO_SIGN.test(text)) continue;
    if (/^\(\?<?[=!]$/u.test(text)) lookedFrom = depth;
    else if (/^(?:[*+?]|\{\d*,?\d*\})[?+]?$/u.test(text)) {
      const count = quantified(text);
      least *= Math.max(1, count.least);
      const [from, to] = boundsOf(count, fewestAt === undefined ? undefined : repetitions++ === fewestAt);
      source += `{${from},${to}}`;
    } else if (/^\[\^?\]?./u.test(text) && text.length > 2) {
      const signs = asClass(text);
      if (signs === undefined) return undefined;
      source += signs;
    } else source += text === "\\s" ? " " : text.replace(/^\(\?P</u, "(?<").replace("(?>", "(?:");
  }
  if (fewestAt !== undefined && fewestAt >= repetitions) return undefined;
  return least > LONGEST_REPEATED ? undefined : source.replaceAll(CONTROL, escapeControl);
}

/** Signs that a pattern may hold as they are, which the generator reads only where they are escaped. */
// oxlint-disable-next-line no-control-regex -- these are the signs that are meant
const CONTROL = /[\u0000-\u001f\u007f]/gu;

function escapeControl(sign: string): string {
  return `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** Anchors, boundaries of words and flags. */
const NO_SIGN = /^(?:\^|\$|\\[AbBZ]|\(\?[aiLmsux]+\))$/u;
/** What all numbers of repetitions of a pattern may be, multiplied: those in one another are. */
const LONGEST_REPEATED = 20_000;
/** Repetitions beyond the fewest that a pattern asks for. */
const MOST_MORE = 3;

function quantified(text: string): { readonly least: number; readonly most: number } {
  if (text.startsWith("?")) return { least: 0, most: 1 };
  if (text.startsWith("*")) return { least: 0, most: MOST_MORE };
  if (text.startsWith("+")) return { least: 1, most: 1 + MOST_MORE };
  const [, least = "", comma = "", most = ""] = /^\{(\d*)(,?)(\d*)\}/u.exec(text) ?? [];
  const from = Number(least);
  if (comma === "") return { least: from, most: from };
  return { least: from, most: most === "" ? from + MOST_MORE : Number(most) };
}

/** How often something comes; `isFewest` is undefined where it comes as often as it may. */
function boundsOf(
  { least, most }: ReturnType<typeof quantified>,
  isFewest: boolean | undefined,
): readonly [from: number, to: number] {
  if (isFewest === undefined) return [least, most];
  return isFewest ? [least, least] : [Math.min(Math.max(1, least), most), most];
}

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

/** A class of signs with nothing but spaces for white space; undefined where it takes no sign that is ASCII, for those are what the generator chooses from. */
function asClass(text: string): string | undefined {
  const signs = text
    .replace(/^(\[\^?)\]/u, "$1\\]")
    .replaceAll(/\\([\s\S])/gu, (all, sign: string) => (sign === "s" ? " " : all));
  const isOne = new RegExp(`^${signs}$`);
  return !signs.startsWith("[^") || ASCII.some((sign) => isOne.test(sign)) ? signs : undefined;
}

function textsFor(pattern: Pattern): PatternTexts | undefined {
  const { source, ignoresCase } = pattern;
  const arbitrary = generatorOf(pattern);
  if (arbitrary === undefined) return undefined;
  const random = createRandom(`pattern ${source}`);
  const inCase = (text: string): string =>
    ignoresCase
      ? Array.from(text, (sign) => (random.next() < 0.5 ? sign.toUpperCase() : sign)).join("")
      : text;
  const edges = Array.from({ length: MOST_REPETITIONS }, (_, at) => generatorOf(pattern, at)).flatMap(
    (fewest) => (fewest === undefined ? [] : sample(fewest, { seed: hash32(source), numRuns: 1 })),
  );
  const chosen = sample(arbitrary, { seed: hash32(source), numRuns: MADE });
  const made = [...inTurns([chosen, edges])].map(inCase);
  const matching = [...new Set(made)].filter((text) => text.length <= LONGEST && text.isWellFormed());
  return { matching, near: [...new Set(matching.map((text) => changedOnce(text, random)))] };
}

/** Undefined for what is no pattern in JavaScript, and what the generator does not know. */
function generatorOf({ source, isVerbose }: Pattern, fewestAt?: number): Arbitrary<string> | undefined {
  try {
    const written = asJavaScript(source, isVerbose, fewestAt);
    return written === undefined ? undefined : stringMatching(new RegExp(`^(?:${written})$`));
  } catch {
    return undefined;
  }
}

const INSTEAD = Array.from("019aZ-_. ,:/");

/** A text with one sign less, more or another: most patterns do not match it. */
function changedOnce(text: string, random: Random): string {
  const at = random.integer(text.length + 1);
  const variants = [
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + random.pick(INSTEAD) + text.slice(at),
    () => text.slice(0, at) + random.pick(INSTEAD) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at - 1),
    () => text.slice(0, -1),
    () => text.slice(1),
  ];
  return random.pick(variants)();
}
