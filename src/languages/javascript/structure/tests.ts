import { findField, type SyntaxNode } from "../../syntax-tree.ts";
import { codeChildren } from "../../syntax-tree.ts";
import { codeEnd } from "./declaring.ts";
import { isDeclaringValue } from "./definitions.ts";
import { parameterList, readParameters } from "./parameters.ts";
import { textOf, type Scope, type ScriptDraft } from "./scope.ts";

/** Calls of Jest, Vitest, Mocha and `node:test` that take a title and a function; `it.only`, `test.each(…)` and their like too. */
const TEST_CALL = /^(?:(?<suite>describe|context|suite)|it|test|specify)(?:\.[a-zA-Z]+)*(?:\s*[(`][^]*)?$/u;

/**
 * Adds the test, or the group of tests, that a call of a file of tests is: named by its titles, `Cart > adds an item`. Code in it is named as if
 * it stood outside, for callbacks have no names.
 */
export function readTest(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type !== "call_expression" || !draft.isTestFile) return undefined;
  const [called, given] = [findField(node, "function"), findField(node, "arguments")];
  const call = called && TEST_CALL.exec(textOf(draft, called));
  if (call === undefined || call === null || given === undefined) return undefined;
  const [title, ...others] = codeChildren(given);
  const code = others.find(isDeclaringValue);
  if (title === undefined || code === undefined || !/^(?:template_)?string$/u.test(title.type))
    return undefined;
  const at = { start: title.start + 1, end: title.end - 1 };
  const titles = [...scope.titles, textOf(draft, at)];
  const whole = node.parent?.type === "expression_statement" ? node.parent : node;
  const held = findField(code, "body");
  const body = held && { start: held.start, end: codeEnd(held) };
  draft.declarations.push({
    name: titles.join(" > "),
    kind: call.groups?.["suite"] === undefined ? "function" : "namespace",
    parent: scope.parent,
    lineAt: at.start,
    spans: {
      whole,
      header: { start: whole.start, end: body?.start ?? whole.end },
      name: at,
      parameters: parameterList(code),
      documentation: draft.comments.find(whole.start),
      body,
    },
    parameters: readParameters(draft, code),
    modifiers: code.children.some(({ type }) => type === "async") ? ["async"] : [],
    isTest: true,
  });
  return { ...scope, parent: draft.declarations.length - 1, titles };
}
