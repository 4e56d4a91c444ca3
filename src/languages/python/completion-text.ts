import { leadingSpace } from "./source-text.ts";

/** Fenced blocks that are looked at, from the last: nobody answers with more. */
const MOST_BLOCKS = 24;

/**
 * The texts that a completion can mean, likeliest first: all of it; what stands between its first and its
 * last fence (documentation in the code can hold fences too); the last fenced blocks from the last on.
 */
export function codeTexts(given: string): string[] {
  const completion = given.includes("\n") ? given : given.replaceAll("\r", "\n");
  const lines = completion.split(/(?<=\n)/);
  const fences = lines.flatMap((line, index) => (/^[ \t]*(```|~~~)/.test(line) ? [index] : []));
  const [first] = fences;
  if (first === undefined) return [completion];
  const between = (from: number, to: number | undefined): string => lines.slice(from + 1, to).join("");
  const blocks: string[] = [];
  const lastPair = fences.length - 2 + (fences.length % 2);
  for (let pair = lastPair; pair >= 0 && blocks.length < MOST_BLOCKS; pair -= 2)
    blocks.push(between(fences[pair] ?? 0, fences[pair + 1]));
  const last = fences.length > 1 ? fences.at(-1) : undefined;
  return [...new Set([completion, between(first, last), ...blocks])];
}

/**
 * The same code with its first line indented in the ways it can have been before somebody stripped the text: as in the
 * file, as it is, like the line of the rest that is indented least.
 */
export function indentedTexts(text: string, indentation: string): string[] {
  const code = text.replace(/^(?:[ \t\f]*\r?\n)+/, "");
  if (leadingSpace(code) !== "") return [code];
  const spaces = code
    .split("\n")
    .slice(1)
    .filter((line) => line.trim() !== "")
    .map((line) => leadingSpace(line));
  const least = spaces.reduce((a, b) => (b.length < a.length ? b : a), spaces[0] ?? "");
  return [...new Set([indentation + code, code, least + code])];
}
