import type { AskedValues } from "../../inputs.ts";

/** Keys that are read only where they are there: `data.get("size")`, `"size" in data`. */
const OPTIONAL_KEY = [
  /\.(?:get|pop|setdefault)\(\s*[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1/gu,
  /(?<![\w"'])[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1\s+(?:not\s+)?in\b/gu,
];

/** What the text of a definition asks for. */
export function askedValuesIn(text: string): AskedValues {
  return {
    optionalKeys: new Set(
      OPTIONAL_KEY.flatMap((form) => [...text.matchAll(form)].map(([, , key = ""]) => key)),
    ),
  };
}
