import type { Parser } from "web-tree-sitter";

import { readTree, type SyntaxNode } from "../../syntax-tree.ts";
import { byteOffsets, lineStarts } from "../../text-offsets.ts";
import { readAnonymous, readImports, readPackage, readTypeDeclaration } from "./reading/read-declarations.ts";
import { readExpression } from "./reading/read-expressions.ts";
import { declaresType, readStatements } from "./reading/read-statements.ts";
import { readType } from "./reading/read-types.ts";
import type { Reader } from "./reading/reader.ts";
import type { JavaFileSummary, TypeSummary } from "./summary.ts";

/** How deep expressions, types and statements may be nested; what is deeper is left out. Long chains of operators and `else if` are not deep. */
const MAX_DEPTH = 300;

const NOTHING: TypeSummary = {
  kind: "anonymous",
  name: "",
  at: 0,
  modifiers: [],
  parameters: [],
  interfaces: [],
  members: [],
};

/** What a file declares, with the bodies of its methods. A file that cannot be parsed at all declares nothing. */
export function summariseFile(parser: Parser, text: string): JavaFileSummary {
  const tree = readTree(parser, text, { isError: () => false });
  const bytes = byteOffsets(text);
  const lines = Array.from(lineStarts(text), (index) => bytes?.[index] ?? index);
  if (tree.status === "refused") return { lines, package: "", imports: [], types: [] };
  const reader = createReader(text, bytes);
  return {
    lines,
    package: readPackage(tree.root, reader),
    imports: readImports(tree.root, reader),
    types: readTopTypes(tree.root, reader),
  };
}

/** Types that stand at the top, also where broken code around them makes the parser nest them. */
function readTopTypes(root: SyntaxNode, reader: Reader): readonly TypeSummary[] {
  return root.children.flatMap((node) => {
    if (declaresType(node)) return [reader.typeDeclaration(node)];
    return node.type === "ERROR" ? readTopTypes(node, reader) : [];
  });
}

function createReader(text: string, bytes: Uint32Array | undefined): Reader {
  let depth = 0;
  const textOf = (node: SyntaxNode): string => text.slice(node.start, node.end);
  const byteAt = (index: number): number => bytes?.[index] ?? index;
  const bounded = <Result>(read: () => Result, otherwise: Result): Result => {
    if (depth >= MAX_DEPTH) return otherwise;
    depth++;
    const result = read();
    depth--;
    return result;
  };
  const reader: Reader = {
    textOf,
    byteAt,
    nameOf: (node) => ({ name: textOf(node), at: byteAt(node.start) }),
    type: (node) => bounded(() => readType(node, reader), { kind: "named", path: [] }),
    expression: (node) => bounded(() => readExpression(node, reader), { kind: "unknown", parts: [] }),
    statements: (node) => bounded(() => readStatements(node, reader), []),
    typeDeclaration: (node) => bounded(() => readTypeDeclaration(node, reader), NOTHING),
    anonymous: (body) => bounded(() => readAnonymous(body, reader), NOTHING),
  };
  return reader;
}
