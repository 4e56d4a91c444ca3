import { codeChildren, findField, type SyntaxNode } from "./syntax-tree.ts";

/** Public attributes of its own object that a method assigns, by its statements: `self.name = …`, whatever its first parameter is called. */
export function readOwnAssignments(
  nodes: readonly SyntaxNode[],
  text: string,
  own: string | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  if (own === undefined) return names;
  for (const node of nodes) {
    if (node.type !== "assignment" && node.type !== "augmented_assignment") continue;
    const left = findField(node, "left");
    if (left === undefined) continue;
    const assigned = /^(?:pattern_list|tuple_pattern|list_pattern)$/u.test(left.type)
      ? codeChildren(left)
      : [left];
    for (const target of assigned) {
      const [object, attribute] = [findField(target, "object"), findField(target, "attribute")];
      if (target.type !== "attribute" || object === undefined || attribute === undefined) continue;
      const name = text.slice(attribute.start, attribute.end);
      if (text.slice(object.start, object.end) === own && !name.startsWith("_")) names.add(name);
    }
  }
  return names;
}
