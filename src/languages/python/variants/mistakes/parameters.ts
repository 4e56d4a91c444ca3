import type { Parameter } from "../../../language.ts";
import { inParentheses } from "../mutants/calls.ts";
import { findField, walk } from "../syntax-node.ts";
import { atStart } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";
import { usesOf } from "./uses.ts";

/** A parameter ignored: it has its default, or is empty, whatever is given; everywhere, or where it is asked for once. */
export const parameterIgnored: MistakeOperator = {
  name: "parameter-ignored",
  *slip(node, reference) {
    const { body, definition } = reference;
    const value = (parameter: Parameter): string | undefined =>
      parameter.kind === "variadic"
        ? "()"
        : parameter.kind === "variadic_keyword"
          ? "{}"
          : parameter.defaultValue;
    if (node === body) {
      for (const parameter of definition.parameters) {
        const given = value(parameter);
        if (given !== undefined) yield* atStart(reference, `${parameter.name} = ${given}`);
      }
    }
    const parameter = definition.parameters.find(
      ({ name }) => node.type === "identifier" && name === node.text,
    );
    const given = parameter && value(parameter);
    if (given !== undefined && given !== "None" && usesOf(node.text, node.parent ?? node).includes(node))
      yield instead(node, `(${given})`, `${node.text} ${node.start}`);
  },
};

/** Another parameter passed on than the one that is meant, where both may be of one type. */
export const parameterConfused: MistakeOperator = {
  name: "parameter-confused",
  *slip(node, { definition }) {
    const isPassed = node.parent?.type === "argument_list" || node.parent?.type === "keyword_argument";
    if (node.type !== "identifier" || !isPassed) return;
    const own = definition.parameters.filter(
      ({ name, kind }) => !/^(?:self|cls)$/.test(name) && !kind.startsWith("variadic"),
    );
    const at = own.findIndex(({ name }) => name === node.text);
    const other = own[(at + 1) % own.length];
    if (at < 0 || other === undefined || other.name === node.text) return;
    const isAlike = (other.annotation ?? "") === (own[at]?.annotation ?? "");
    if (isAlike && usesOf(node.text, node.parent ?? node).includes(node)) yield instead(node, other.name);
  },
};

/** The value as it was for what was made of it: at one place, or wherever the made one is asked for. */
export const rawValue: MistakeOperator = {
  name: "raw-value",
  *slip(node, { body }) {
    const [name, value] =
      node.type === "assignment" ? [findField(node, "left"), findField(node, "right")] : [];
    if (name?.type !== "identifier" || value === undefined || !MADE.has(value.type)) return;
    const called = new Set(
      [...walk(value)].filter(({ field, parent }) => field === "function" && parent?.type === "call"),
    );
    const sources = [...walk(value)].filter(
      (one) =>
        one.type === "identifier" && usesOf(one.text, one.parent ?? one).includes(one) && !called.has(one),
    );
    const [source] = sources;
    if (source === undefined || sources.some(({ text }) => text !== source.text)) return;
    if (source.text === name.text || source.text === "self") return;
    for (const use of usesOf(name.text, body))
      if (use.start > node.end) yield instead(use, source.text, `${name.text} for ${source.text}`);
  },
};

const MADE = new Set(["call", "subscript", "binary_operator", "attribute"]);

/** `+` and the like with their sides in the other order: texts and lists joined the wrong way, a difference with the wrong sign. */
export const operandOrder: MistakeOperator = {
  name: "operand-order",
  *slip(node) {
    if (node.type !== "binary_operator") return;
    const [left, right] = [findField(node, "left"), findField(node, "right")];
    const operator = findField(node, "operator")?.text ?? "";
    if (left === undefined || right === undefined || left.text === right.text) return;
    const isOrdered =
      operator === "+" ? [left, right].every(({ type }) => !NUMBERS.has(type)) : operator === "-";
    if (isOrdered) yield instead(node, `${inParentheses(right)} ${operator} ${inParentheses(left)}`);
  },
};

const NUMBERS = new Set(["integer", "float", "unary_operator"]);
