import { isRecord } from "../base/index.ts";
import type { CaseRecipe } from "./recipe.ts";

/** Values nested deeper, and cases of more values, are taken for malformed. */
const DEEPEST = 100;
const MOST_VALUES = 20_000;

/** What stands under each tag of `recipe/1`. */
const CONTENTS: Readonly<Record<string, (content: unknown) => boolean>> = {
  int: (content) => typeof content === "string" && /^-?\d+$/.test(content),
  float: isText,
  complex: (content) => Array.isArray(content) && content.length === 2,
  text: (content) => Array.isArray(content) && content.every(Number.isInteger),
  bytes: isText,
  bytearray: isText,
  tuple: Array.isArray,
  set: Array.isArray,
  frozenset: Array.isArray,
  deque: Array.isArray,
  dict: (content) =>
    Array.isArray(content) && content.every((pair) => Array.isArray(pair) && pair.length === 2),
  iterator: Array.isArray,
  named: isText,
  module: isText,
  special: isText,
  value: (content) => Array.isArray(content) && isText(content[0]),
  object: (content) => isRecord(content) && isText(content["class"]),
  made: (content) =>
    isRecord(content) && (isText(content["call"]) || ("of" in content && Array.isArray(content["take"]))),
  file: (content) => isRecord(content) && isText(content["mode"]),
  path: isText,
  function: (content) => isRecord(content) && isText(content["text"]),
  local_class: (content) => isRecord(content) && isText(content["text"]),
  callback: (content) => isRecord(content) && Array.isArray(content["calls"]),
  ref: Number.isSafeInteger,
};

/** Under these stand members that are no values themselves, but hold some. */
const WITH_MEMBERS = new Set(["object", "made", "file", "function", "local_class", "callback"]);

/**
 * True where a case that came from elsewhere has the form of `recipe/1`: known tags, each with what belongs under it, references to shared values
 * that are there, and neither depth nor size that nothing here would make. What it builds, only a sandbox finds out.
 */
export function isWellFormedRecipe(recipe: CaseRecipe): boolean {
  let left = MOST_VALUES;
  const isFine = (value: unknown, depth: number, isMember: boolean): boolean => {
    if (--left < 0 || depth > DEEPEST || value === undefined) return false;
    if (typeof value === "number") return Number.isSafeInteger(value);
    if (Array.isArray(value)) return value.every((item) => isFine(item, depth + 1, isMember));
    if (!isRecord(value)) return true;
    if (isTagged(value) && isFine(Object.values(value)[0], depth + 1, WITH_MEMBERS.has(tagOf(value))))
      return true;
    return isMember && Object.values(value).every((item) => isFine(item, depth + 1, true));
  };
  const isTagged = (value: Readonly<Record<string, unknown>>): boolean => {
    const [[tag, content] = ["", undefined], ...others] = Object.entries(value);
    if (others.length > 0 || !Object.hasOwn(CONTENTS, tag) || CONTENTS[tag]?.(content) !== true) return false;
    return tag !== "ref" || (Number(content) >= 0 && Number(content) < recipe.shared.length);
  };
  const { shared, receiver = null, positional, keywords, patches = [] } = recipe;
  const replaced = patches.map(({ value = null }) => value);
  const values = [...shared, receiver, ...positional, ...Object.values(keywords), ...replaced];
  return values.every((value) => isFine(value, 0, false));
}

function tagOf(value: Readonly<Record<string, unknown>>): string {
  return Object.keys(value)[0] ?? "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
