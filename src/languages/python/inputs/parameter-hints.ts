import { ownMember } from "../../../base/index.ts";
import type { ParameterHints } from "../../inputs.ts";
import type { Parameter } from "../../language.ts";
import { documentedTypes } from "./documented-types.ts";
import { choicesByName } from "./named-choices.ts";
import { refusedTypesOf } from "./type-guards.ts";

/** What the text of a definition, header included, says of one of its parameters, and the predicates among `calleeTexts` that it asks about it. */
export function readParameter(
  text: string,
  { name, defaultValue = "" }: Parameter,
  calleeTexts: readonly string[] = [],
): ParameterHints {
  const predicates = calleeTexts.flatMap(readPredicate);
  const typesAsked = (each: string): readonly string[] => [
    ...typesTestedIn(text, each),
    ...predicates.flatMap(({ called, types }) => (isAsked(text, called, each) ? types : [])),
  ];
  return {
    defaultTypes: typesOfLiteral(defaultValue),
    defaultText: /^(["'])([^"'\\]*)\1$/.exec(defaultValue)?.[2],
    testedTypes: [...typesAsked(name), ...(isSentinel(text, name, defaultValue) ? ["null"] : [])],
    testedItemTypes: itemNamesIn(text, name).flatMap(typesAsked),
    documentedTypes: documentedTypes(text, name),
    comparedTexts: textsComparedIn(text, name),
    ownSigns: [...text.matchAll(/(["'])((?!\1)[^\w\s\\])\1/gu)].map(([, , sign = ""]) => sign),
    namedTexts: choicesByName(name),
    refusedTypes: refusedTypesOf(text, name),
    asksForItems: asksForItems(text, name),
    isGoneThrough: isGoneThrough(text, name),
    isPiece: [name, ...itemNamesIn(text, name)].some((each) => isPiece(text, each)),
    isNeverZero: isNeverZero(text, name),
    isBisected: isBisected(text, name),
    isRead: isReadIn(text, name),
  };
}

/** A function of one parameter that only answers a question about it, and the types that it asks for. */
interface Predicate {
  readonly called: string;
  readonly types: readonly string[];
}

const PREDICATE =
  /^\s*def (\w+)\(\s*(\w+)[^(),]*\)[^:\n]*:\s*(?:(?:"""[\s\S]*?"""|'''[\s\S]*?''')\s*)?return\b[^\n]*\bisinstance\([^\n]*\s*$/u;

function readPredicate(text: string): readonly Predicate[] {
  const [, called, parameter] = PREDICATE.exec(text) ?? [];
  if (called === undefined || parameter === undefined) return [];
  return [{ called, types: typesTestedIn(text, parameter) }];
}

function isAsked(text: string, predicate: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${predicate}\\(\\s*${RegExp.escape(name)}\\s*\\)`, "u").test(text);
}

/** Types that a definition itself asks a parameter for (`x is None`, `isinstance(x, (list, dict))`, `x.decode(…)`, `str(x, "utf-8")`): it is made for them. */
function typesTestedIn(text: string, name: string): readonly string[] {
  const own = `(?<![\\w.])${RegExp.escape(name)}`;
  const types = new RegExp(`${own} is (?:not )?None\\b`, "u").test(text) ? ["null"] : [];
  for (const [, tested = ""] of text.matchAll(
    new RegExp(`isinstance\\(\\s*${RegExp.escape(name)}\\s*,\\s*(\\([^)]*\\)|[\\w.]+)`, "gu"),
  )) {
    for (const [type] of tested.matchAll(/\b(?:str|int|float|bool|bytes|list|tuple|dict|set|frozenset)\b/g))
      types.push(type);
    if (/\b(?:basestring|string_types|unicode|text_type)\b/.test(tested)) types.push("str");
    for (const [name] of tested.matchAll(/(?<=^|[\s(,.])[A-Z]\w+/g))
      types.push(...(ownMember(KINDS, name) ?? []));
  }
  if (new RegExp(`${own}\\.decode\\(|\\bstr\\(\\s*${RegExp.escape(name)}\\s*,`, "u").test(text))
    types.push("bytes");
  if (asksForMapping(text, name)) types.push("dict", `value:${OTHER_MAPPING}`);
  for (const [, member = ""] of text.matchAll(
    new RegExp(`\\bhasattr\\(\\s*${RegExp.escape(name)}\\s*,\\s*["'](\\w+)["']\\s*\\)`, "gu"),
  ))
    types.push(...(ownMember(KINDS, ownMember(KIND_OF_MEMBER, member) ?? "") ?? []));
  return types;
}

/** The kind that has a member, as `collections.abc` names it: who looks for the member asks for the kind. */
const KIND_OF_MEMBER: Readonly<Record<string, string>> = { __iter__: "Iterable", __len__: "Sized" };

/** Built-in types that are of the kinds that `collections.abc` and `numbers` name: who asks for a kind is asked about each. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  Sized: ["str", "bytes", "list", "tuple", "dict", "set", "frozenset", "deque"],
  Collection: ["str", "bytes", "list", "tuple", "dict", "set", "frozenset", "deque"],
  Container: ["str", "bytes", "list", "tuple", "dict", "set", "frozenset", "deque"],
  Iterable: ["str", "bytes", "list", "tuple", "dict", "set", "iterator"],
  Sequence: ["str", "bytes", "list", "tuple"],
  MutableSequence: ["list", "deque"],
  Set: ["set", "frozenset"],
  MutableSet: ["set"],
  Number: ["int", "float", "bool", "complex"],
  Real: ["int", "float", "bool"],
  Integral: ["int", "bool"],
};

/** True where a parameter is left out by a value that stands for nothing else (`default=_missing`, told by `is`): so that None can be given. */
function isSentinel(text: string, name: string, defaultValue: string): boolean {
  if (!/^(?:\.\.\.|(?!(?:None|True|False)$)[A-Za-z_][\w.]*)$/u.test(defaultValue)) return false;
  const told = `(?<![\\w.])${RegExp.escape(name)} is (?:not )?${RegExp.escape(defaultValue)}(?![\\w.])`;
  return new RegExp(told, "u").test(text);
}

/** Functions that give the items of what they are given. */
const ITEM_FUNCTIONS = "enumerate|iter|list|tuple|sorted|reversed|set";

/** Names that a loop or a comprehension gives to the items of a parameter. */
function itemNamesIn(text: string, name: string): readonly string[] {
  const loop = new RegExp(
    `\\bfor\\s+([\\w\\s,()]+?)\\s+in\\s+(?:(?:${ITEM_FUNCTIONS})\\(\\s*)*${RegExp.escape(name)}(?:\\.(?:items|values|keys)\\(\\))?(?:\\s*[:,)\\]}\\n]|\\s+if\\b)`,
    "gu",
  );
  const targets = [...text.matchAll(loop)].flatMap(([, target = ""]) => target.match(/[A-Za-z_]\w*/gu) ?? []);
  return [...new Set(targets)].filter((target) => target !== name);
}

/** True where a text goes through the items of what has that name: in a loop, by a function that takes any number of them, as arguments; and never takes it apart (`a, b = pair`). */
function isGoneThrough(text: string, name: string): boolean {
  const own = `(?<![\\w.])${RegExp.escape(name)}(?!\\w)`;
  const wrapped = `(?:\\b(?:${ITEM_FUNCTIONS})\\(\\s*)*`;
  const taking = `\\b(?:${ITEM_FUNCTIONS}|sum|min|max|any|all|chain|from_iterable|cycle)\\(\\s*|\\b(?:map|filter|reduce)\\([^()]*,\\s*`;
  const through = `(?:\\bfor\\s[^:\\n]*?\\sin\\s+${wrapped}|[(,]\\s*\\*|${taking})${own}(?![.(\\[])`;
  const apart = `\\w\\s*,[\\w\\s,*]*=[^=\\n]*${own}|${own}\\[`;
  return new RegExp(through, "u").test(text) && !new RegExp(apart, "u").test(text);
}

/** A mapping that is no dictionary. */
const OTHER_MAPPING = "types.MappingProxyType";

/** Types of mappings beside dictionaries that a text asks for: any, where it asks for mappings, and a subclass, where it asks for dictionaries or for a type that it is given. */
export function otherMappingsIn(text: string): readonly string[] {
  const asksForDictionary =
    /\bisinstance\(\s*[^()]+,\s*(?:\([^()]*\bdict\b[^()]*\)|dict\s*\)|(?!(?:str|int|float|bool|bytes|list|tuple|set|frozenset)\b)[a-z_]\w*\s*\))/u.test(
      text,
    );
  return [
    ...(asksForMapping(text) ? [OTHER_MAPPING] : []),
    ...(asksForDictionary ? ["collections.OrderedDict"] : []),
  ];
}

/** True where a text asks of something, or of what has that name, whether it is any mapping. */
export function asksForMapping(text: string, name?: string): boolean {
  const asked = name === undefined ? "[^,()]+(?:\\(\\))?" : RegExp.escape(name);
  return new RegExp(`isinstance\\(\\s*${asked}\\s*,\\s*\\(?[^()]*?(?<!\\w)Mapping\\b`, "u").test(text);
}

/** Texts that a definition compares a parameter with (`x == "week"`, `x in ("day", "week")`): it is made for them. */
function textsComparedIn(text: string, name: string): readonly string[] {
  const compared = new RegExp(
    `(?<![\\w.])${RegExp.escape(name)} (?:[!=]=|(?:not )?in) (\\(.*?\\)|\\[.*?\\]|\\{.*?\\}|(["'])[^"'\\n]*\\2)`,
    "gsu",
  );
  return [...text.matchAll(compared)].flatMap(([, values = ""]) =>
    [...values.matchAll(/(["'])([^"'\\\n]*)\1/gu)].map(([, , value = ""]) => value),
  );
}

/** True for `x in NAME` and `x not in NAME` that belong to no `for`. */
function asksForItems(text: string, name: string): boolean {
  return new RegExp(`(?<!\\bfor\\b[^\\n:]*)\\bin\\s+${RegExp.escape(name)}(?![\\w.(\\[])`, "u").test(text);
}

function isPiece(text: string, name: string): boolean {
  const call = `\\.(?:replace|r?split|r?partition)\\(\\s*${RegExp.escape(name)}\\s*[,)]`;
  return new RegExp(call, "u").test(text);
}

/** Names of what counts in steps of, and of how many things there are: there is none of zero. */
const SIZE_NAME = /(?:^|_)(?:size|width|step|base|radix|modulus|page_length|per_page)$|^(?:num|nb)_/u;

function isNeverZero(text: string, name: string): boolean {
  const own = `(?<![\\w.])${RegExp.escape(name)}(?![\\w.(\\[])`;
  const given = "(?:[^()]|\\([^()]*\\))*";
  const divides = new RegExp(
    `(?<!["'])/\\s*${own}|\\brange\\(${given},${given},\\s*${own}\\s*(?:[-+] *\\d+\\s*)?\\)`,
    "u",
  );
  const asks = new RegExp(`${own} *(?:[=!<>]=|[<>])|(?:not|if|and|or) +${own}`, "u");
  return (divides.test(text) || SIZE_NAME.test(name)) && !asks.test(text);
}

/** True for what `bisect` looks in, if a text does not sort it itself. */
function isBisected(text: string, name: string): boolean {
  const own = RegExp.escape(name);
  const looksIn = new RegExp(`\\b(?:bisect|insort)(?:_left|_right)?\\(\\s*${own}\\s*,`, "u");
  const sorts = new RegExp(`(?<![\\w.])${own}(?:\\.sort\\(|\\s*=[^=])`, "u");
  return looksIn.test(text) && !sorts.test(text);
}

function isReadIn(text: string, name: string): boolean {
  return [...text.matchAll(new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?!\\w)`, "gu"))].length > 1;
}

function typesOfLiteral(literal: string): readonly string[] {
  if (literal === "None") return ["null"];
  if (literal === "True" || literal === "False") return ["bool"];
  if (/^-?\d[\d_]*$/.test(literal)) return ["int"];
  if (/^-?[\d_]*\.[\d_]*(?:e[-+]?\d+)?$/i.test(literal)) return ["float"];
  if (/^[uU]?["']/.test(literal)) return ["str"];
  if (/^[bB]["']/.test(literal)) return ["bytes"];
  if (literal.startsWith("[")) return ["list"];
  if (literal === "()" || /^\(.*,.*\)$/s.test(literal)) return ["tuple"];
  return literal.startsWith("{") ? ["dict"] : [];
}
