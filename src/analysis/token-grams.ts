import { hash32 } from "../base/index.ts";
import type { Token } from "../languages/index.ts";

/** Tokens in a row that are compared as one. */
const LENGTH = 4;

/** How names are read: as written, or numbered in each gram by their first appearance there, so that no renaming shows. */
export type NameReading = "written" | "renamed";

/**
 * The four-grams of a token stream in their order, each as a 32-bit hash that is the same on every machine. One gram of all
 * tokens where there are fewer than four; none where there is no token.
 */
export function gramSequence(tokens: readonly Token[], names: NameReading): Uint32Array {
  const length = Math.min(tokens.length, Math.max(1, tokens.length - LENGTH + 1));
  return Uint32Array.from({ length }, (_, at) => hash32(spell(tokens.slice(at, at + LENGTH), names)));
}

/** The distinct four-grams of a token stream. */
export function gramsOf(tokens: readonly Token[], names: NameReading): ReadonlySet<number> {
  return new Set(gramSequence(tokens, names));
}

function spell(gram: readonly Token[], names: NameReading): string {
  const numbers = new Map<string, number>();
  const spelled = gram.map(({ kind, text }) => {
    if (names === "written" || kind !== "name") return text;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return `$${number}`;
  });
  return spelled.join("\n");
}
