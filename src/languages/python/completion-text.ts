import { leadingSpace } from "./source-text.ts";

/**
 * The texts that a completion can mean, likeliest first: all of it; what stands between its first and its
 * last fence (documentation in the code can hold fences too); each fenced block from the last to the first.
 */
export function codeTexts(completion: string): string[] {
  const lines = completion.split(/(?<=\n)/);
  const fences = lines.flatMap((line, index) => (/^[ \t]*(```|~~~)/.test(line) ? [index] : []));
  const [first] = fences;
  if (first === undefined) return [completion];
  const between = (from: number, to: number | undefined): string => lines.slice(from + 1, to).join("");
  const blocks: string[] = [];
  for (let pair = 0; pair < fences.length; pair += 2)
    blocks.unshift(between(fences[pair] ?? 0, fences[pair + 1]));
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
