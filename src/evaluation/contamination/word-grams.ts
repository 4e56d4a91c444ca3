import { hash32 } from "../../base/index.ts";

/** Words of code and prose alike: names, numbers, and each other sign by itself; case, spaces and indentation do not count. */
const WORD = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** The distinct runs of `length` words of a text, each as a 53-bit hash; none of a shorter text. */
export function wordGrams(text: string, length: number): ReadonlySet<number> {
  const words = text.toLowerCase().match(WORD) ?? [];
  const grams = new Set<number>();
  for (let at = 0; at + length <= words.length; at++)
    grams.add(hashGram(words.slice(at, at + length).join(" ")));
  return grams;
}

const LOW_BITS = 21;

/** Two 32-bit hashes in one number that is exact: among millions of grams one of them alone would meet by chance. */
function hashGram(gram: string): number {
  const low = hash32(`${gram}\n`) >>> (32 - LOW_BITS);
  return hash32(gram) * 2 ** LOW_BITS + low;
}
