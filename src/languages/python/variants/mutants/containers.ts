import { ancestorsOf, findField, partsOf, walk, type SyntaxNode } from "../syntax-node.ts";
import { inParentheses, removal } from "./calls.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** A list, tuple, set or dictionary literal without one of its elements. */
export const elementRemoval: MutationOperator = {
  name: "element-removal",
  *mutate(node) {
    const elements = partsOf(node);
    if (node.type === "set" && elements.length === 1) yield replace(node, "set()");
    else if (node.type === "tuple") yield* tupleWithout(node, elements);
    else if (node.type === "list" || node.type === "dictionary" || node.type === "set") {
      yield* elements.map(removal);
    }
  },
};

function* tupleWithout(
  node: SyntaxNode,
  elements: readonly SyntaxNode[],
): Generator<ReturnType<typeof replace>> {
  if (!node.text.startsWith("(") || elements.length < 2) return;
  for (const left of elements) {
    const kept = elements.filter((element) => element !== left).map((element) => element.text);
    yield replace(node, `(${kept.join(", ")}${kept.length === 1 ? "," : ""})`);
  }
}

/** Bounds of a slice moved by one or taken away. */
export const sliceBounds: MutationOperator = {
  name: "slice-bounds",
  *mutate(node) {
    if (node.type !== "slice") return;
    const firstColon = node.children.find((child) => child.type === ":");
    for (const bound of partsOf(node)) {
      if (firstColon === undefined) continue;
      const isLower = bound.end <= firstColon.start;
      yield replace(bound, "");
      const text = LOOSE.has(bound.type) ? inParentheses(bound) : bound.text;
      yield replace(bound, `${text} ${isLower ? "+" : "-"} 1`);
    }
  },
};

/** What a `+ 1` behind it would become a part of. */
const LOOSE = new Set([
  "conditional_expression",
  "boolean_operator",
  "not_operator",
  "comparison_operator",
  "binary_operator",
  "lambda",
]);

/** An index that is computed, or counted by a loop, moved by one; literal ones are integers like any other. */
export const indexBounds: MutationOperator = {
  name: "index-bounds",
  *mutate(node) {
    if (node.field !== "subscript" || node.parent?.type !== "subscript") return;
    const isNumber = node.type === "binary_operator" && /^[\w\s.()[\]]+[-+]\s*\d+$/.test(node.text);
    const isLength = node.type === "call" && /^(len|int|bisect\w*)\(/.test(node.text);
    if (!isNumber && !isLength && !isCounter(node)) return;
    yield replace(node, `${node.text} + 1`);
    yield replace(node, `${node.text} - 1`);
  },
};

/** A name that a loop over `range(…)` or `enumerate(…)` counts with. */
function isCounter(node: SyntaxNode): boolean {
  if (node.type !== "identifier") return false;
  const scope = [...ancestorsOf(node)].findLast(({ type }) => type === "function_definition");
  return [...(scope === undefined ? [] : walk(scope))].some((loop) => {
    if (loop.type !== "for_statement" && loop.type !== "for_in_clause") return false;
    const [names, items] = [findField(loop, "left")?.text ?? "", findField(loop, "right")?.text ?? ""];
    const first = names.split(",")[0]?.replace("(", "").trim();
    return (
      first === node.text &&
      (items.startsWith("enumerate(") || (items.startsWith("range(") && names === first))
    );
  });
}
