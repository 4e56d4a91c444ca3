import type { StructureDraft, TextSpan } from "../../declarations.ts";
import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { memberPath, writtenName } from "./names.ts";
import type { Scope } from "./scope.ts";

/*
 * What a function, class or object is bound to right where it is written. `exports.f` and members of `module.exports = {…}` are `f`;
 * `A.prototype.f` and members of `A.prototype = {…}` are `A.f`; `this.f` in `A` is `A.f`.
 */

/** A name that a value gets. */
export interface Binding {
  /** Empty for what only passes members on, as `module.exports = {…}` does. */
  readonly own: string;
  readonly at: TextSpan;
  /** What the name belongs to, where that is not what is around it. */
  readonly holder?: string | undefined;
  /** What binds it: a declarator, an assignment, a pair of an object, a field, a default export. */
  readonly node: SyntaxNode;
}

const WRAPPING = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
]);

const STORING = new Set(["=", "||=", "??="]);

/** The binding of a value; undefined for one that is passed on or thrown away. */
export function findBinding(draft: StructureDraft, value: SyntaxNode, scope: Scope): Binding | undefined {
  let inner = value;
  while (inner.parent !== undefined && WRAPPING.has(inner.parent.type)) inner = inner.parent;
  const node = inner.parent;
  if (node === undefined) return undefined;
  if (inner.field === "value") return bindingOfMember(draft, node, inner);
  if (node.type === "assignment_expression" && inner.field === "right")
    return bindingOfAssignment(draft, node, scope);
  if (node.type === "augmented_assignment_expression" && inner.field === "right") {
    const operator = findField(node, "operator");
    return operator !== undefined && STORING.has(operator.type)
      ? bindingOfAssignment(draft, node, scope)
      : undefined;
  }
  return undefined;
}

function bindingOfMember(draft: StructureDraft, node: SyntaxNode, inner: SyntaxNode): Binding | undefined {
  if (node.type === "export_statement") {
    const word = node.children.find((child) => child.type === "default") ?? inner;
    return { own: "", at: word, node };
  }
  const key = findField(node, "name") ?? findField(node, "key") ?? findField(node, "property");
  if (key === undefined || key.type === "object_pattern" || key.type === "array_pattern") return undefined;
  const { name, at } = writtenName(draft, key);
  return { own: name, at, node };
}

function bindingOfAssignment(draft: StructureDraft, node: SyntaxNode, scope: Scope): Binding | undefined {
  const left = findField(node, "left");
  const bound = left && bindingOfTarget(draft, left, node, scope);
  if (bound !== undefined && (bound.own !== "" || bound.holder !== undefined)) return bound;
  // Of `exports = module.exports = f` and `var f = module.exports = …` the other name is the better one.
  return findBinding(draft, node, scope) ?? bound;
}

function bindingOfTarget(
  draft: StructureDraft,
  target: SyntaxNode,
  node: SyntaxNode,
  scope: Scope,
): Binding | undefined {
  const path = memberPath(draft, target);
  const at = path?.at(-1)?.at;
  if (path === undefined || at === undefined) return undefined;
  const names = path.map(({ name }) => name);
  const [root = "", ...rest] = names[0] === "module" && names[1] === "exports" ? names.slice(1) : names;
  const own = rest.at(-1);
  if (root === "exports") return { own: rest.join("."), at, node };
  if (own === undefined) return { own: root, at, node };
  if (own === "prototype") return { own: "", at, holder: names.slice(0, -1).join("."), node };
  if (names.at(-2) === "prototype") return { own, at, holder: names.slice(0, -2).join("."), node };
  if (root === "this") return { own: rest.join("."), at, holder: scope.owner, node };
  return { own: names.join("."), at, node };
}
