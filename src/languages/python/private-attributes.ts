import { textValue } from "./strings.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "./syntax-tree.ts";

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

/** Of these the reads in functions that make the attribute where it is missing: they ask whether it is there, and assign it. */
export function countMemoReads(root: SyntaxNode, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of walk(root)) {
    if (node.type !== "function_definition" || around("function_definition", node) !== undefined) continue;
    const nodes = [...walk(node)];
    const asking = nodes.filter(({ type }) => type === "if_statement" || type === "try_statement");
    if (asking.length === 0) continue;
    const owner = around("class_definition", node);
    const reads = countPrivateReads(node, text, owner === undefined ? undefined : nameOf(owner, text));
    const assigned = new Set(nodes.flatMap((each) => assignedName(each, text) ?? []));
    for (const [name, count] of reads) {
      const written = name.replace(/^_\w*?(?=__)/u, "");
      if (assigned.has(written) && asksWhetherThere(written, asking, text))
        counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return counts;
}

function around(type: string, node: SyntaxNode): SyntaxNode | undefined {
  let found = node.parent;
  while (found !== undefined && found.type !== type) found = found.parent;
  return found;
}

function asksWhetherThere(name: string, asking: readonly SyntaxNode[], text: string): boolean {
  const own = `\\.${RegExp.escape(name)}(?!\\w)`;
  const asks = new RegExp(
    `${own}\\s+is\\s+(?:not\\s+)?None\\b|\\bhasattr\\([^()]*,\\s*["']${RegExp.escape(name)}["']`,
    "u",
  );
  const tries = new RegExp(`^try\\b[^]*?${own}[^]*?\\bexcept\\s+\\(?AttributeError\\b`, "u");
  return asking.some((node) => {
    const { start, end } = node.type === "if_statement" ? (findField(node, "condition") ?? node) : node;
    return (node.type === "if_statement" ? asks : tries).test(text.slice(start, end));
  });
}

/** The last name of an attribute that is assigned by itself. */
function assignedName(node: SyntaxNode, text: string): string | undefined {
  const isAssigned = node.type === "attribute" && node.parent?.type === "assignment" && node.field === "left";
  const attribute = isAssigned ? findField(node, "attribute") : undefined;
  return attribute === undefined ? undefined : text.slice(attribute.start, attribute.end);
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
