import type { AskedValues } from "../../inputs.ts";
import type { ValueEdge } from "../../values.ts";

/** Keys that are read only where they are there: `data.get("size")`, `"size" in data`. */
const OPTIONAL_KEY = [
  /\.(?:get|pop|setdefault)\(\s*[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1/gu,
  /(?<![\w"'])[rRuU]?(["'])((?:(?!\1)[^\\\n]){1,40})\1\s+(?:not\s+)?in\b/gu,
];

/**
 * What the text of a definition asks for; `variadic` is the name of the parameter that takes all keywords that no other has. Where it hands these on, what it calls
 * asks for them: `calleeTexts`.
 */
export function askedValuesIn(
  text: string,
  variadic?: string,
  calleeTexts: readonly string[] = [],
): AskedValues {
  const name = RegExp.escape(variadic ?? "");
  const keywords =
    variadic === undefined ? [] : [...keywordsIn(text, name), ...keywordsHandedOn(text, name, calleeTexts)];
  return {
    keywords: [...new Set(keywords)],
    optionalKeys: new Set(
      OPTIONAL_KEY.flatMap((form) => [...text.matchAll(form)].map(([, , key = ""]) => key)),
    ),
    taken: takenIn(text),
  };
}

/** By each name of a text what it takes for the way that the text uses it. */
function takenIn(text: string): ReadonlyMap<string, readonly ValueEdge[]> {
  const taken: (readonly [form: RegExp, edges: readonly ValueEdge[]])[] = [
    [ASKED_CLASS, [ANY_CLASS]],
    [ORDERING_KEY, ORDERINGS],
    [ASKED_PREDICATE, ANSWERS_OF_ALL],
    [FILTERED_BY, ANSWERS_OF_ALL],
  ];
  return new Map(
    taken.flatMap(([form, edges]) =>
      Array.from(text.matchAll(form), ([, name = ""]) => [name, edges] as const),
    ),
  );
}

/** A name that values are asked for as their class, or as one they come from: what is an instance of it may be one of a class below. */
const ASKED_CLASS =
  /(?<![\w.])is(?:instance|subclass)\(\s*[^(),]*(?:\((?:[^()]|\([^()]*\))*\)[^(),]*)?,\s*([A-Za-z_]\w*)\s*\)/gu;
const ANY_CLASS = { kind: "any class", value: { named: "builtins:object" } } as const;

/** A name that something is put in order by. With equal keys for all, and for many, it shows what becomes of items that are alike. */
const ORDERING_KEY = /\bkey\s*=\s*([A-Za-z_]\w*)\s*[,)]/gu;
const ORDERINGS: readonly ValueEdge[] = [
  { kind: "all keys alike", value: { function: { text: "lambda value: 0" } } },
  { kind: "many keys alike", value: { function: { text: "lambda value: len(str(value)) % 2" } } },
  { kind: "ordered as texts", value: { named: "builtins:str" } },
];

/** A name that is asked yes or no of one value. */
const ASKED_PREDICATE =
  /(?:\b(?:if|while|and|or|not)\s+|\b(?:any|all)\(\s*)([A-Za-z_]\w*)\(\s*[^\s(),*][^(),*]*\)/gu;
const FILTERED_BY = /\b(?:filter|filterfalse|takewhile|dropwhile)\(\s*([A-Za-z_]\w*)\s*,/gu;
const ANSWERS_OF_ALL: readonly ValueEdge[] = [
  { kind: "yes to all", value: { function: { text: "lambda value: True" } } },
  { kind: "no to all", value: { function: { text: "lambda value: False" } } },
  { kind: "yes to many", value: { function: { text: "lambda value: len(str(value)) % 2 == 0" } } },
];

function keywordsIn(text: string, variadic: string): readonly string[] {
  const quoted = `(["'])(?<key>[A-Za-z_]\\w*)\\1`;
  const forms = [
    `(?<![\\w.])${variadic}(?:\\[|\\.(?:get|pop|setdefault)\\()\\s*${quoted}`,
    `${quoted}\\s+(?:not\\s+)?in\\s+${variadic}(?![\\w.])`,
  ];
  const found = forms.flatMap((form) => [...text.matchAll(new RegExp(form, "gu"))]);
  return [...new Set(found.flatMap(({ groups }) => groups?.["key"] ?? []))];
}

/** Functions that are called whose keywords are looked at, and keywords of them that are tried. */
const MOST_CALLEES = 6;
const MOST_HANDED_ON = 16;

/** `def name(…)`, so far as no bracket stands in its defaults, and a parameter that can be left out. */
const SIGNATURE = /^\s*(?:@.*\n\s*)*(?:async\s+)?def\s+\w+\s*\(((?:[^()]|\([^()]*\))*)\)/u;
const OPTIONAL_PARAMETER = /(?:^|,)\s*([A-Za-z]\w*)\s*(?::[^=,]*)?=/gu;

function keywordsHandedOn(text: string, variadic: string, calleeTexts: readonly string[]): readonly string[] {
  const given = text.matchAll(new RegExp(`\\*\\*\\s*${variadic}(?!\\w)`, "gu"));
  if ([...given].length < 2) return [];
  const own = SIGNATURE.exec(text)?.[1] ?? "";
  const declared = new Set(own.match(/[A-Za-z_]\w*/gu));
  return calleeTexts
    .slice(0, MOST_CALLEES)
    .flatMap((callee) =>
      Array.from((SIGNATURE.exec(callee)?.[1] ?? "").matchAll(OPTIONAL_PARAMETER), ([, name = ""]) => name),
    )
    .filter((name) => !declared.has(name))
    .slice(0, MOST_HANDED_ON);
}
