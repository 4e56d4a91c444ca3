import { inParentheses } from "../mutants/calls.ts";
import { findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** The caller's own list or dictionary for a copy of it: `x[:]`, `[*x]`, `{**x}`, `x = x + y`. */
export const copyLost: MistakeOperator = {
  name: "copy-lost",
  *slip(node) {
    const [first, second] = partsOf(node);
    const isWholeSlice = node.type === "subscript" && /\[\s*:\s*\]$/.test(node.text);
    if (isWholeSlice && first !== undefined) yield instead(node, inParentheses(first));
    if (
      /^(?:list|dictionary|set)$/.test(node.type) &&
      second === undefined &&
      first?.type.endsWith("_splat") === true
    )
      yield instead(node, first?.text.replace(/^\*+/, "") ?? "");
    if (node.type !== "assignment") return;
    const [name, sum] = [findField(node, "left"), findField(node, "right")];
    const [left, right] = sum?.type === "binary_operator" ? partsOf(sum) : [];
    const operator = sum && findField(sum, "operator")?.text;
    if (name !== undefined && left?.text === name.text && right !== undefined && operator !== undefined)
      yield instead(node, `${name.text} ${operator}= ${right.text}`);
  },
};

/** First and last for one another, and an item taken out for one that is read. */
export const otherEnd: MistakeOperator = {
  name: "other-end",
  *slip(node) {
    const [object, index] =
      node.type === "subscript" ? [findField(node, "value"), findField(node, "subscript")] : [];
    if (object === undefined || index === undefined || isChanged(node)) return;
    if (index.text === "0") yield* [instead(index, "-1"), instead(node, `${object.text}.pop(0)`)];
    if (index.text === "-1") yield* [instead(index, "0"), instead(node, `${object.text}.pop()`)];
    if (index.type === "string") yield instead(node, `${object.text}.pop(${index.text})`);
  },
};

/** The first value that a key is given stays, where the last one should. */
export const firstStays: MistakeOperator = {
  name: "first-stays",
  *slip(node) {
    const [target, value] =
      node.type === "assignment" ? [findField(node, "left"), findField(node, "right")] : [];
    if (target?.type !== "subscript" || value === undefined || node.parent?.type !== "expression_statement")
      return;
    const [object, key] = [findField(target, "value"), findField(target, "subscript")];
    if (object === undefined || key === undefined || /slice|integer|unary/.test(key.type)) return;
    yield instead(node, `${object.text}.setdefault(${key.text}, ${value.text})`);
    yield instead(
      node,
      `${target.text} = ${target.text} + ${inParentheses(value)} if ${key.text} in ${object.text} else ${value.text}`,
    );
  },
};

/** Of two that are merged the other one wins. */
export const mergeOrder: MistakeOperator = {
  name: "merge-order",
  *slip(node) {
    const parts = node.type === "dictionary" || node.type === "list" ? partsOf(node) : [];
    const [first, last] = [parts[0], parts.at(-1)];
    if (parts.length < 2 || !parts.some(({ type }) => type.endsWith("_splat")) || !first || !last) return;
    const between = node.text.slice(first.end - node.start, last.start - node.start);
    yield { start: first.start, end: last.end, replacement: last.text + between + first.text };
  },
};

/** Duplicates lost or kept: a set for a list and back, in the order of the items. */
export const duplicatesOtherwise: MistakeOperator = {
  name: "duplicates-otherwise",
  *slip(node) {
    if (node.type === "list_comprehension") yield instead(node, `list(dict.fromkeys(${node.text}))`, "list");
    if (node.type === "set_comprehension") yield instead(node, `[${node.text.slice(1, -1)}]`);
    const clause = node.type === "for_in_clause" ? findField(node, "right") : undefined;
    if (clause !== undefined && findChild(node, "async") === undefined) yield instead(clause, sorted(clause));
  },
};

function sorted(items: SyntaxNode): string {
  return `sorted(${items.text})`;
}

/** True for what is assigned to, deleted or changed in place. */
function isChanged(node: SyntaxNode): boolean {
  const above = node.parent;
  if (above?.type === "assignment" || above?.type === "augmented_assignment") return node.field === "left";
  return above?.type === "delete_statement" || /pattern/.test(above?.type ?? "");
}
