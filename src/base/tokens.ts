/** Characters that count as one token: near the mean of code in the tokenisers in use, and the same for all of them. */
export const CHARACTERS_PER_TOKEN = 4;

/** How tokens are counted, for reports. */
export const TOKENIZER = `characters/${CHARACTERS_PER_TOKEN}`;

/** Tokens of a text, estimated as a quarter of its UTF-16 code units, rounded up: the one rule of all budgets. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
