import { findChild, findField, partsOf } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** Only the first letter in upper case is asked for, and the others become lower case too; or the other way round. */
export const capitalisedWhole: MistakeOperator = {
  name: "capitalised-whole",
  *slip(node) {
    const [, text, rest] =
      node.type === "binary_operator"
        ? (/^([\w.]+)\[(?:0|:1)\]\.(?:upper|title)\(\)\s*\+\s*([\w.]+)\[1:\]$/.exec(node.text) ?? [])
        : [];
    if (text !== undefined && text === rest)
      yield* [instead(node, `${text}.capitalize()`), instead(node, `${text}.title()`)];
  },
};

const CODES: Readonly<Record<string, string>> = {
  H: "I",
  I: "H",
  Y: "y",
  y: "Y",
  m: "M",
  M: "m",
  d: "j",
  B: "b",
  b: "B",
};

/** Codes of dates and times mixed up. */
export const dateFormat: MistakeOperator = {
  name: "date-format",
  *slip(node) {
    const call = readCall(node);
    if (call === undefined || !/^str[fp]time$/.test(call.name)) return;
    for (const format of call.positional.filter(({ type }) => type === "string"))
      for (const { index, 1: code = "" } of format.text.matchAll(/%([a-zA-Z])/g)) {
        const start = format.start + index + 1;
        const other = CODES[code];
        if (other !== undefined) yield { start, end: start + 1, replacement: other };
      }
  },
};

const SPECIFICATIONS: readonly (readonly [RegExp, string])[] = [
  [/^0(\d)/, "$1"],
  [/\.(\d+)f$/, ".$1g"],
  [/^([<>^])/, ""],
  [/x$/, "X"],
];

/** What is formatted with another width, side or kind; a value written as Python would for one written for people. */
export const formattedOtherwise: MistakeOperator = {
  name: "formatted-otherwise",
  *slip(node) {
    if (node.type === "format_specifier")
      for (const [pattern, other] of SPECIFICATIONS) {
        const text = node.text.slice(1);
        if (pattern.test(text)) yield instead(node, `:${text.replace(pattern, other)}`);
      }
    if (
      node.type === "interpolation" &&
      findChild(node, "type_conversion") === undefined &&
      partsOf(node).length === 1
    )
      yield { start: node.end - 1, end: node.end - 1, replacement: "!r" };
    const isTemplate = node.type === "binary_operator" && findField(node, "operator")?.text === "%";
    const template = isTemplate ? findField(node, "left") : undefined;
    if (template?.type === "string" && template.text.includes("%s"))
      yield instead(template, template.text.replace("%s", "%r"));
  },
};
