import type { AskedValues } from "../../inputs.ts";

/** Keys that are read only where they are there: `data.get("size")`, `"size" in data`. */
const OPTIONAL_KEY = [
  /\.(?:get|pop|setdefault)\(\s*[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1/gu,
  /(?<![\w"'])[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1\s+(?:not\s+)?in\b/gu,
];

/** What the text of a definition asks for; `variadic` is the name of the parameter that takes all keywords that no other has. */
export function askedValuesIn(text: string, variadic?: string): AskedValues {
  return {
    keywords: variadic === undefined ? [] : keywordsIn(text, RegExp.escape(variadic)),
    optionalKeys: new Set(
      OPTIONAL_KEY.flatMap((form) => [...text.matchAll(form)].map(([, , key = ""]) => key)),
    ),
  };
}

function keywordsIn(text: string, variadic: string): readonly string[] {
  const quoted = `(["'])(?<key>[A-Za-z_]\\w*)\\1`;
  const forms = [
    `(?<![\\w.])${variadic}(?:\\[|\\.(?:get|pop|setdefault)\\()\\s*${quoted}`,
    `${quoted}\\s+(?:not\\s+)?in\\s+${variadic}(?![\\w.])`,
  ];
  const found = forms.flatMap((form) => [...text.matchAll(new RegExp(form, "gu"))]);
  return [...new Set(found.flatMap(({ groups }) => groups?.["key"] ?? []))];
}
