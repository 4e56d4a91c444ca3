/**
 * In what texts of some notation differ, as names: what stands beside what, and inside which brackets. A word is a word there and a number a number; of what is quoted
 * it counts what begins and ends it, and where it is escaped.
 */
import { tokensOf } from "./recombined-texts.ts";
import { indentOf } from "./relined-texts.ts";

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gsu;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** Stands for a quoted piece; no sign of any text. */
const QUOTE = "\u{10FFFF}";

export function featuresOfText(text: string): readonly string[] {
  const quoted = text.match(QUOTED) ?? [];
  const tokens = ["^", ...tokensOf(text.replaceAll(QUOTED, QUOTE)).map(classOf), "$"];
  const dense = tokens.filter((token) => token !== " ");
  return [
    ...runs(tokens, 2),
    ...runs(dense, 2),
    ...runs(dense, 3),
    ...nestings(dense),
    ...featuresOfLines(text),
    ...quoted.flatMap((piece) => runs(tokensOf(piece).map(classInside), 2).map((run) => `quoted ${run}`)),
  ];
}

/** Of what sort of line each is, how far in beside the one before it, and which heads come again. */
function featuresOfLines(text: string): readonly string[] {
  if (!text.includes("\n")) return [];
  const lines = text.split("\n");
  const indents = lines.map(indentOf);
  const sorts = lines.map((line, at) => {
    if (line === "") return "empty";
    if (line.trim() === "") return "blank";
    const head = classOf(/[\p{L}\p{N}_]+|\S/u.exec(line)?.[0] ?? "");
    const [own = "", before = ""] = [indents[at], indents[at - 1]];
    const depth = own === before ? "as far" : own.length > before.length ? "further" : "less far";
    return `${head} ${depth}${/\s$/u.test(line) ? " blank at its end" : ""}`;
  });
  const heads = lines
    .map((line) => /^\s*([^\s:=]+)[:=\s]/u.exec(line)?.[1])
    .filter((head) => head !== undefined);
  const isRepeated = new Set(heads).size < heads.length;
  return [...runs(sorts, 2).map((run) => `lines ${run}`), ...(isRepeated ? ["a head again"] : [])];
}

function runs(tokens: readonly string[], length: number): readonly string[] {
  return tokens.slice(length - 1).map((_, at) => tokens.slice(at, at + length).join("\u0000"));
}

/** Of each sign the bracket in which it stands. */
function nestings(tokens: readonly string[]): readonly string[] {
  const open: string[] = [];
  return tokens.map((token) => {
    if (CLOSING[open.at(-1) ?? ""] === token) open.pop();
    const nesting = `${token} in ${open.at(-1) ?? "none"}`;
    if (CLOSING[token] !== undefined) open.push(token);
    return nesting;
  });
}

function classOf(token: string): string {
  if (/^\p{N}+$/u.test(token)) return /^\d+$/.test(token) ? "0" : "other digits";
  if (/^[\p{L}\p{N}_]/u.test(token)) return "w";
  if (/^ +$/u.test(token)) return " ";
  return /^\s/u.test(token) ? (/^[\t-\r ]/.test(token) ? "\t" : "other white space") : token;
}

function classInside(token: string): string {
  const known = classOf(token);
  return /^[w0 \t\\"'`]$/u.test(known) ? known : "sign";
}
