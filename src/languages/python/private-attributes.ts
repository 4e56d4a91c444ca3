import { textValue } from "./strings.ts";
import { codeChildren, findField, type SyntaxNode } from "./syntax-tree.ts";

/** Private attribute names that code below `root` reads, each with how often, under the name they have at run time. */
export function countPrivateReads(
  root: SyntaxNode,
  text: string,
  className: string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  const waiting: { node: SyntaxNode; owner: string | undefined }[] = [{ node: root, owner: className }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const name = findRead(node, text);
    if (name !== undefined) {
      const mangled = mangle(name, next.owner);
      counts.set(mangled, (counts.get(mangled) ?? 0) + 1);
    }
    const owner = node.type === "class_definition" ? nameOf(node, text) : next.owner;
    for (const child of node.children) if (child.isNamed) waiting.push({ node: child, owner });
  }
  return counts;
}

function nameOf(definition: SyntaxNode, text: string): string | undefined {
  const name = findField(definition, "name");
  return name === undefined ? undefined : text.slice(name.start, name.end);
}

/** The private name that a node reads itself: `value._name`, or `getattr(value, "_name")`. */
function findRead(node: SyntaxNode, text: string): string | undefined {
  if (node.type === "attribute" && !isWritten(node)) {
    const attribute = findField(node, "attribute");
    return attribute === undefined ? undefined : asPrivate(text.slice(attribute.start, attribute.end));
  }
  const callee = node.type === "call" ? findField(node, "function") : undefined;
  if (callee === undefined || !/^(getattr|hasattr)$/.test(text.slice(callee.start, callee.end)))
    return undefined;
  const argument = codeChildren(findField(node, "arguments") ?? node)[1];
  return argument === undefined ? undefined : asPrivate(textValue(argument, text) ?? "");
}

function asPrivate(name: string): string | undefined {
  return name.startsWith("_") && !/^__.*__$/.test(name) ? name : undefined;
}

/** True where the attribute is only assigned or deleted. */
function isWritten(attribute: SyntaxNode): boolean {
  let node = attribute;
  let parent = node.parent;
  while (
    parent !== undefined &&
    /^(pattern_list|tuple_pattern|list_pattern|expression_list|tuple|list)$/.test(parent.type)
  ) {
    node = parent;
    parent = node.parent;
  }
  if (parent === undefined) return false;
  if (parent.type === "delete_statement" || parent.type === "as_pattern_target") return true;
  const assigns = ["assignment", "for_statement", "for_in_clause"].includes(parent.type);
  return assigns && node.field === "left";
}

/** Python stores `__name` used inside class `C` as `_C__name`. */
function mangle(name: string, className: string | undefined): string {
  const owner = className?.replace(/^_+/, "") ?? "";
  return name.startsWith("__") && owner !== "" ? `_${owner}${name}` : name;
}
