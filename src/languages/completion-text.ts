import { leadingSpace } from "./source-text.ts";

/** Fenced blocks that are looked at, from the last: nobody answers with more. */
const MOST_BLOCKS = 24;

/** How texts and comments stand in a language's code. */
export interface LexicalForm {
  /** What begins a comment that ends with its line. */
  readonly lineComment: string;
  /** True where dots alone are code. */
  readonly hasDots?: boolean;
  /** What begins a text literal, one character each. */
  readonly quotes: string;
  /** Where the text literal that begins at `start` ends. */
  endOfText(code: string, start: number): number;
}

/** A line that begins or ends a block of code in Markdown. `info` is the word that names a language; a line with one ends no block. */
interface Fence {
  readonly start: number;
  readonly end: number;
  readonly hasInfo: boolean;
}

/**
 * The texts that a completion can mean, likeliest first. Without a fence it is all of it. With fences it is what stands in the blocks between
 * them, from the last; a fence inside a text literal of the code is none. A block that does not close goes on to the end. Where the number of
 * fences is odd, the first may close a block that began before the completion.
 */
export function codeTexts(given: string, form: LexicalForm): string[] {
  const completion = withoutMark(given.includes("\n") ? given : given.replaceAll("\r", "\n"));
  const fences = findFences(completion);
  const [first] = fences;
  if (first === undefined) return [completion];
  const pairs = pairsOf(fences);
  const texts = [
    ...(fenceOutsideLiterals(completion, 0, form) === undefined ? [completion] : []),
    ...blocksAroundLiterals(completion, first, form).toReversed().slice(0, MOST_BLOCKS),
    ...pairs
      .slice(-MOST_BLOCKS)
      .toReversed()
      .map(([from, to]) => completion.slice(from.end, to?.start)),
    ...(fences.length % 2 === 1 ? [completion.slice(0, first.start)] : []),
  ];
  return [...new Set(texts.map(withoutMark))];
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF+/, "");
}

const FENCE = String.raw`[ \t]*(?:\x60{3,}([^\x60\r\n]*)|~{3,}([^\r\n]*))(?:\r\n|\n|\r|$)`;

function findFences(text: string): Fence[] {
  return Array.from(text.matchAll(new RegExp(`^${FENCE}`, "gm")), readFence);
}

function readFence(match: RegExpExecArray): Fence {
  const [line, info = match[2] ?? ""] = match;
  return { start: match.index, end: match.index + line.length, hasInfo: info.trim() !== "" };
}

/** The first fence from `start` on that does not stand in a text literal of the code that begins there. */
function fenceOutsideLiterals(text: string, start: number, form: LexicalForm): Fence | undefined {
  const fence = new RegExp(FENCE, "y");
  const lineEnd = /[\r\n]/g;
  for (let at = start; at < text.length; ) {
    const character = text[at] ?? "";
    if (at === start || character === "\n" || character === "\r") {
      fence.lastIndex = at === start ? at : at + 1;
      const match = fence.exec(text);
      if (match !== null) return readFence(match);
    }
    if (text.startsWith(form.lineComment, at)) {
      lineEnd.lastIndex = at;
      at = lineEnd.exec(text)?.index ?? text.length;
    } else at = form.quotes.includes(character) ? form.endOfText(text, at) : at + 1;
  }
  return undefined;
}

function blocksAroundLiterals(text: string, first: Fence, form: LexicalForm): string[] {
  const blocks: string[] = [];
  for (let open: Fence | undefined = first; open !== undefined; ) {
    const close = fenceOutsideLiterals(text, open.end, form);
    blocks.push(text.slice(open.end, close?.start));
    open = close === undefined || close.hasInfo ? close : nextFence(text, close.end);
  }
  return blocks;
}

function nextFence(text: string, start: number): Fence | undefined {
  const fence = new RegExp(`^${FENCE}`, "gm");
  fence.lastIndex = start;
  const match = fence.exec(text);
  return match === null ? undefined : readFence(match);
}

/** Fences by twos, wherever they stand; one with an info ends the block before it and begins another. */
function pairsOf(fences: readonly Fence[]): (readonly [Fence, Fence | undefined])[] {
  const pairs: [Fence, Fence | undefined][] = [];
  let open: Fence | undefined;
  for (const fence of fences) {
    if (open !== undefined) pairs.push([open, fence]);
    open = open === undefined || fence.hasInfo ? fence : undefined;
  }
  if (open !== undefined) pairs.push([open, undefined]);
  return pairs;
}

/**
 * The same code with its first line indented in the ways it can have been before somebody stripped the text: as in the
 * file, as it is (first, where another line is not indented either), like the line of the rest that is indented least.
 */
export function indentedTexts(text: string, indentation: string): string[] {
  const first = Math.max(0, text.search(/[^ \t\f\r\n]/));
  const code = text.slice(Math.max(text.lastIndexOf("\n", first), text.lastIndexOf("\r", first)) + 1);
  if (leadingSpace(code) !== "") return [code];
  const spaces = code
    .split(/\r\n|\n|\r/)
    .slice(1)
    .filter((line) => line.trim() !== "")
    .map((line) => leadingSpace(line));
  const least = spaces.reduce((a, b) => (b.length < a.length ? b : a), spaces[0] ?? "");
  return [...new Set(least === "" ? [code, indentation + code] : [indentation + code, code, least + code])];
}
