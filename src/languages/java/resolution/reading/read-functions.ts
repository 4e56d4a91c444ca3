import { codeChildren, findField, type SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression, LambdaExpression, WrittenParameter } from "../summary.ts";
import { readParameters } from "./read-parameters.ts";
import { readUnknown } from "./read-parts.ts";
import type { Reader } from "./reader.ts";

export function readLambda(node: SyntaxNode, reader: Reader): LambdaExpression {
  const written = findField(node, "parameters");
  const body = findField(node, "body");
  return {
    kind: "lambda",
    parameters: written === undefined ? [] : readLambdaParameters(written, reader),
    body: body === undefined ? { kind: "unknown", parts: [] } : readLambdaBody(body, reader),
  };
}

function readLambdaBody(body: SyntaxNode, reader: Reader): LambdaExpression["body"] {
  const [block] = body.type === "block" ? reader.statements(body) : [];
  return block?.kind === "block" ? block : reader.expression(body);
}

function readLambdaParameters(written: SyntaxNode, reader: Reader): readonly WrittenParameter[] {
  if (written.type === "identifier") return [reader.nameOf(written)];
  if (written.type === "inferred_parameters") return codeChildren(written).map((each) => reader.nameOf(each));
  return readParameters(written, reader).map(({ name, at, type }) =>
    type?.kind === "named" && type.path[0]?.name === "var"
      ? { name, at }
      : { name, at, ...(type && { type }) },
  );
}

const TYPES_ONLY = new Set([
  "array_type",
  "generic_type",
  "integral_type",
  "floating_point_type",
  "boolean_type",
  "annotated_type",
]);

export function readReference(node: SyntaxNode, reader: Reader): Expression {
  const [of] = codeChildren(node);
  const name = node.children.at(-1);
  if (of === undefined || name === undefined) return readUnknown(node, reader);
  return {
    kind: "reference",
    of: TYPES_ONLY.has(of.type) ? { kind: "type", type: reader.type(of) } : reader.expression(of),
    ...(name.type === "new" ? { name: "new", at: reader.byteAt(name.start) } : reader.nameOf(name)),
  };
}
