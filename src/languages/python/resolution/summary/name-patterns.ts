import { textValue } from "../../strings.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import type { Draft } from "./draft.ts";

/*
 * Texts of which a part is constant, as patterns of names: `visit_*` stands for each attribute that begins so.
 */

/** A text with one `*`, where it can be part of a name. */
export function namePattern(text: string): string | undefined {
  return /^(?:\w{2,}\*\w*|\*\w{2,})$/u.test(text) ? text : undefined;
}

/** `"visit_" + name`, `name + "_visit"`, `"visit_%s" % name` */
export function patternOfOperation(
  draft: Draft,
  left: SyntaxNode,
  operator: string,
  right: SyntaxNode,
): string | undefined {
  const [before, after] = [textValue(left, draft.text), textValue(right, draft.text)];
  if (operator === "%") return before === undefined ? undefined : namePattern(before.replace("%s", "*"));
  if (operator !== "+" || (before === undefined) === (after === undefined)) return undefined;
  return namePattern(`${before ?? ""}*${after ?? ""}`);
}

/** `"visit_{}".format(name)` */
export function patternOfFormat(draft: Draft, called: SyntaxNode): string | undefined {
  const [object, attribute] = [findField(called, "object"), findField(called, "attribute")];
  if (object === undefined || attribute === undefined || draft.textOf(attribute) !== "format")
    return undefined;
  return namePattern(textValue(object, draft.text)?.replace(/\{[^{}]*\}/u, "*") ?? "");
}

/** `name.startswith("visit_")` and `name.endswith("_visit")`: the name, and the pattern that it fits. */
export function patternOfTest(
  draft: Draft,
  node: SyntaxNode,
): { readonly name: SyntaxNode; readonly pattern: string } | undefined {
  const called = node.type === "call" ? findField(node, "function") : undefined;
  if (called === undefined) return undefined;
  const [object, attribute] = [findField(called, "object"), findField(called, "attribute")];
  const [given, ...more] = codeChildren(findField(node, "arguments") ?? node);
  if (object?.type !== "identifier" || attribute === undefined || given === undefined || more.length > 0)
    return undefined;
  const part = textValue(given, draft.text);
  const side = draft.textOf(attribute);
  if (part === undefined || (side !== "startswith" && side !== "endswith")) return undefined;
  const pattern = namePattern(side === "startswith" ? `${part}*` : `*${part}`);
  return pattern === undefined ? undefined : { name: object, pattern };
}
