import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression, Pattern, SwitchExpression } from "../summary.ts";
import { readField, readFirst, readUnknown } from "./read-parts.ts";
import type { Reader } from "./reader.ts";

export function readInstanceof(node: SyntaxNode, reader: Reader): Expression {
  const of = readField(node, "left", reader);
  const pattern = findField(node, "pattern");
  if (pattern !== undefined) return { kind: "instanceof", of, pattern: readPattern(pattern, reader) };
  const type = findField(node, "right");
  const name = findField(node, "name");
  if (type === undefined) return readUnknown(node, reader);
  return {
    kind: "instanceof",
    of,
    pattern: {
      kind: "type-pattern",
      type: reader.type(type),
      ...(name && { variable: reader.nameOf(name) }),
    },
  };
}

function readPattern(node: SyntaxNode, reader: Reader): Pattern {
  const children = codeChildren(node).filter(({ type }) => type !== "modifiers");
  const [first, second] = children;
  if (first === undefined) return { kind: "type-pattern", type: reader.type(node) };
  if (node.type === "pattern") return readPattern(first, reader);
  if (node.type !== "record_pattern" && first.type !== "record_pattern") {
    return {
      kind: "type-pattern",
      type: reader.type(first),
      ...(second && { variable: reader.nameOf(second) }),
    };
  }
  if (node.type !== "record_pattern") return readPattern(first, reader);
  const parts = second === undefined ? [] : codeChildren(second).map((part) => readPattern(part, reader));
  return { kind: "record-pattern", type: reader.type(first), parts };
}

export function readSwitch(node: SyntaxNode, reader: Reader): SwitchExpression {
  const groups = codeChildren(findField(node, "body") ?? node);
  return {
    kind: "switch",
    of: readField(node, "condition", reader),
    cases: groups.map((group) => {
      const children = codeChildren(group);
      const labels = children
        .filter(({ type }) => type === "switch_label")
        .flatMap((label) => codeChildren(label));
      const guard = labels.find(({ type }) => type === "guard");
      return {
        labels: labels
          .filter((label) => label !== guard)
          .map((label) => (label.type === "pattern" ? readPattern(label, reader) : reader.expression(label))),
        ...(guard && { guard: readFirst(guard, reader) }),
        isRule: group.type === "switch_rule",
        body: children
          .filter(({ type }) => type !== "switch_label")
          .flatMap((child) => reader.statements(child)),
      };
    }),
  };
}
