/** Types that documentation names for a parameter, in the forms that Sphinx, Google and NumPy read, and in plain English at the places where people put them. */

const PLAIN = ["null", "bool", "int", "float", "str", "list", "tuple", "dict"];

/** What words for types stand for. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  str: ["str"],
  string: ["str"],
  text: ["str"],
  bytes: ["bytes"],
  int: ["int"],
  integer: ["int"],
  float: ["float", "int"],
  number: ["int", "float"],
  bool: ["bool"],
  boolean: ["bool"],
  list: ["list"],
  tuple: ["tuple"],
  set: ["set"],
  sequence: ["list", "tuple"],
  iterable: ["list", "tuple", "iterator"],
  iterator: ["iterator"],
  generator: ["iterator"],
  dict: ["dict"],
  dictionary: ["dict"],
  mapping: ["dict"],
  none: ["null"],
};

const WORD = `(?:an? )?(?::\\w+:\`)?(?:${Object.keys(TYPES).join("|")})\\b(?!-)\`?`;
const LIST = `(${WORD}(?:(?:,? or |, | \\| )${WORD})*)`;

/** Types, as contracts name them, that a docstring says a parameter takes; none where it says so in no known form. */
export function documentedTypes(docstring: string, name: string): readonly string[] {
  const own = RegExp.escape(name);
  const declared = [
    new RegExp(`:type ${own}:\\s*${LIST}`, "iu"),
    new RegExp(`:param ${LIST} ${own}:`, "iu"),
    new RegExp(`^\\s*${own} \\(${LIST}(?:, optional)?\\)\\s*:`, "imu"),
    new RegExp(`^\\s*${own} ?: ${LIST}(?:, optional)?\\s*$`, "imu"),
  ].flatMap((form) => form.exec(docstring)?.[1] ?? []);
  const [, told = ""] = new RegExp(`:param ${own}:\\s*([^.:]*(?::\\w+:[^.:]*)*)`, "u").exec(docstring) ?? [];
  if (/^any (?:python )?(?:value|object)\b/iu.test(told)) return PLAIN;
  // "Number of words" is a count.
  const head = /^(?:the )?number of\b/iu.test(told)
    ? "integer"
    : new RegExp(`^(?:an? |the |optional )?${LIST}(?! of (?:the|a)\\b)`, "iu").exec(told)?.[1];
  const aside = new RegExp(`\\(${LIST}(?:, [^)]*)?\\)`, "iu").exec(told)?.[1];
  const words =
    [...declared, head ?? "", aside ?? ""]
      .join(" ")
      .toLowerCase()
      .match(/[a-z]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => (Object.hasOwn(TYPES, word) ? (TYPES[word] ?? []) : [])))];
}
