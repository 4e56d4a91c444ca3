import type { SyntaxNode } from "../../../syntax-tree.ts";
import type { Expression, Statement, TypeSummary, WrittenName, WrittenType } from "../summary.ts";

/** Reads the nodes of one file into its summary; the parts of the grammar contain each other, so each gets the whole. */
export interface Reader {
  textOf(node: SyntaxNode): string;
  byteAt(index: number): number;
  nameOf(node: SyntaxNode): WrittenName;
  type(node: SyntaxNode): WrittenType;
  expression(node: SyntaxNode): Expression;
  /** A statement may be read into several, or none. */
  statements(node: SyntaxNode): readonly Statement[];
  typeDeclaration(node: SyntaxNode): TypeSummary;
  /** The body of an anonymous class. */
  anonymous(body: SyntaxNode): TypeSummary;
}

/** The first child of a type. */
export function childOfType(node: SyntaxNode, type: string): SyntaxNode | undefined {
  return node.children.find((child) => child.type === type);
}

/** More the class file format cannot hold (JVMS 4.3.2). */
const MAX_DIMENSIONS = 255;

/** Pairs of brackets of a `dimensions` node. */
export function countDimensions(node: SyntaxNode | undefined): number {
  const pairs = node?.children.filter(({ type }) => type === "[").length ?? 0;
  return Math.min(pairs, MAX_DIMENSIONS);
}

/** A type with so many pairs of brackets behind it. */
export function inBrackets(type: WrittenType, dimensions: number): WrittenType {
  return dimensions === 0 ? type : inBrackets({ kind: "array", item: type }, dimensions - 1);
}
