import { inParentheses } from "../mutants/calls.ts";
import { findField, partsOf } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

const BINDING = new Set(["binary_operator", "boolean_operator", "not_operator", "unary_operator"]);

/** Parentheses forgotten where something binds closer than what is in them. */
export const parenthesesLost: MistakeOperator = {
  name: "parentheses-lost",
  *slip(node) {
    const inner = node.type === "parenthesized_expression" ? partsOf(node)[0] : undefined;
    if (inner === undefined || node.text.includes("\n")) return;
    if (BINDING.has(node.parent?.type ?? "") && BINDING.has(inner.type)) yield instead(node, inner.text);
  },
};

/** Division, and what is left of it, that goes towards zero where it should go down, and the other way round; whole numbers for fractions. */
export const dividedOtherwise: MistakeOperator = {
  name: "divided-otherwise",
  *slip(node) {
    const call = readCall(node);
    const [quotient] =
      call?.called.text === "int" || call?.called.text === "math.floor" ? call.positional : [];
    if (quotient?.type === "binary_operator" && findField(quotient, "operator")?.text === "/")
      yield instead(node, `(${quotient.text.replace(/\/(?=[^/]*$)/, "//")})`);
    if (node.type !== "binary_operator") return;
    const [left, right] = [findField(node, "left"), findField(node, "right")];
    if (left === undefined || right === undefined || /string/.test(left.type)) return;
    const [a, b] = [inParentheses(left), inParentheses(right)];
    const operator = findField(node, "operator")?.text ?? "";
    for (const form of DIVIDED[operator] ?? [])
      yield instead(node, form.replaceAll("$1", a).replaceAll("$2", b), `${operator} ${form}`);
  },
};

const DIVIDED: Readonly<Record<string, readonly string[]>> = {
  "//": ["int($1 / $2)", "round($1 / $2)", "(-(-$1 // $2))", "($1 / $2)"],
  "/": ["($1 // $2)"],
  "%": ["($1 - int($1 / $2) * $2)", "(abs($1) % $2)"],
};

/** A slice that reaches one further out. */
export const sliceOutward: MistakeOperator = {
  name: "slice-outward",
  *slip(node) {
    const colon = node.type === "slice" ? node.children.find(({ type }) => type === ":") : undefined;
    for (const bound of colon === undefined ? [] : partsOf(node).slice(0, 2)) {
      const sign = colon !== undefined && bound.end <= colon.start ? "-" : "+";
      yield instead(bound, `${inParentheses(bound)} ${sign} 1`);
    }
  },
};
