import type { ValueRecipe } from "../spec/index.ts";

/** What a target asks of its inputs by name, and so takes with it and without it. */
export interface AskedValues {
  /** Keys that it reads only where they are there: `data.get("size")`, `"size" in data`. */
  readonly optionalKeys: ReadonlySet<string>;
  /** Attributes that it compares with None, or asks whether they are anything: `self.bank is not None`, `if not self.bank:`. */
  readonly optionalAttributes: ReadonlySet<string>;
}

const OPTIONAL_KEY = [
  /\.(?:get|pop|setdefault)\(\s*[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1/gu,
  /(?<![\w"'])[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1\s+(?:not\s+)?in\b/gu,
];

const OPTIONAL_ATTRIBUTE = [
  /\.([A-Za-z]\w*)\s+is\s+(?:not\s+)?None\b/gu,
  /\b(?:if|and|or|elif|while)\s+(?:not\s+)?(?:\w+\.)+([A-Za-z]\w*)\s*(?=:|\band\b|\bor\b)/gu,
];

/** What the text of a definition asks for. */
export function askedValuesIn(text: string): AskedValues {
  return {
    optionalKeys: new Set(
      OPTIONAL_KEY.flatMap((form) => [...text.matchAll(form)].map(([, , key = ""]) => key)),
    ),
    optionalAttributes: new Set(
      OPTIONAL_ATTRIBUTE.flatMap((form) => [...text.matchAll(form)].map(([, name = ""]) => name)),
    ),
  };
}

/** What may stand where a key is asked for: a value of another key, a simple one of a type that these have (of any where they are mixed), or None. */
export function valuesToAskFor(others: readonly ValueRecipe[]): readonly ValueRecipe[] {
  const types = new Set(others.map((value) => typeof value));
  const simple = ["", "a", 0, 7].filter((value) => types.size !== 1 || types.has(typeof value));
  return [...others, ...simple, null];
}
