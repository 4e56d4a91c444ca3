import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { textOf, type JavaDraft } from "./scope.ts";

/** What stands before the words of a declaration. */
export interface Modifiers {
  readonly words: readonly string[];
  /** Without `@`. */
  readonly annotations: readonly string[];
  /** Where the first word is that is no annotation. */
  readonly headerStart: number;
}

/** Reads annotations and modifiers, which may stand in any order. */
export function readModifiers(draft: JavaDraft, node: SyntaxNode): Modifiers {
  const modifiers = node.children.find(({ type }) => type === "modifiers");
  const parts = modifiers?.children.filter(({ type }) => !type.endsWith("comment")) ?? [];
  const isAnnotation = ({ type }: SyntaxNode): boolean => type.endsWith("annotation");
  const words = parts.filter((part) => !isAnnotation(part));
  const next = node.children.find((child) => child !== modifiers && !child.type.endsWith("comment"));
  return {
    words: words.map((word) => textOf(draft, word)),
    annotations: parts.filter(isAnnotation).map((one) => textOf(draft, one).replace(/^@\s*/u, "")),
    headerStart: (words[0] ?? next ?? node).start,
  };
}

/** The type that a node declares, with the brackets that may stand behind the name. */
export function typeOf(
  draft: JavaDraft,
  node: SyntaxNode,
  declarator: SyntaxNode = node,
): string | undefined {
  const type = findField(node, "type");
  const dimensions = findField(declarator, "dimensions");
  return type && textOf(draft, type) + (dimensions === undefined ? "" : textOf(draft, dimensions));
}
