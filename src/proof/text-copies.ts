import { readFileSync } from "node:fs";

import { hash32, joinPath, type HostPath } from "../base/index.ts";

/** Tokens in a row that are compared as one. */
const GRAM = 4;

/** The token four-grams of a code in their order, as hashes: formatting and comments do not show in them. */
export function fourGrams(text: string): readonly number[] {
  const tokens = text.replaceAll(/#.*$/gm, "").match(/\w+|[^\s\w]/gu) ?? [];
  return tokens.slice(GRAM - 1).map((_, at) => hash32(tokens.slice(at, at + GRAM).join(" ")));
}

/** Share of some grams that another text has, in `[0, 1]`. */
export function containment(part: ReadonlySet<number>, whole: ReadonlySet<number>): number {
  return part.intersection(whole).size / part.size;
}

/** A text that is no source file, as documentation, notebooks, patches and templates are. */
export interface IndexedText {
  readonly path: string;
  readonly grams: readonly number[];
  readonly distinct: ReadonlySet<number>;
}

/** What a text with Python's code has. */
const CODE = /\b(?:def|return|yield|raise)\b/;
/** What code in a text has before its lines: of an interactive session, a quotation, a patch. */
const MARKS = /^[ \t]*(?:>>>|\.\.\.|[>|+-])[ \t]?/gm;

/** Reads a text; undefined where there is no code in it. */
export function indexText(directory: HostPath, path: string): IndexedText | undefined {
  const bytes = readFileSync(joinPath(directory, path));
  const text = bytes.toString();
  if (bytes.includes(0) || !CODE.test(text)) return undefined;
  const grams = fourGrams((path.endsWith(".ipynb") ? withoutQuotes(text) : text).replaceAll(MARKS, ""));
  return { path, grams, distinct: new Set(grams) };
}

/** The lines of a notebook's cells: each is a text of JSON. */
function withoutQuotes(notebook: string): string {
  return notebook.replaceAll(/\\n"[ \t]*,?$|^[ \t]*"/gm, "").replaceAll(/\\(["\\])/g, "$1");
}

/** The largest share of some grams that stands together in a text: within twice as many tokens as they have. */
export function largestShare(wanted: ReadonlySet<number>, { grams, distinct }: IndexedText): number {
  const most = containment(wanted, distinct);
  const width = 2 * wanted.size;
  if (most === 0 || grams.length <= width) return most;
  const inside = new Map<number, number>();
  let largest = 0;
  for (const [at, gram] of grams.entries()) {
    if (wanted.has(gram)) inside.set(gram, (inside.get(gram) ?? 0) + 1);
    const left = grams[at - width];
    if (left !== undefined && wanted.has(left)) {
      const others = (inside.get(left) ?? 0) - 1;
      if (others === 0) inside.delete(left);
      else inside.set(left, others);
    }
    largest = Math.max(largest, inside.size);
  }
  return largest / wanted.size;
}
