import type { DefinitionFacts } from "../language.ts";
import { readOwnAssignments } from "./own-attributes.ts";
import { readParameters } from "./parameters.ts";
import { decoratorText, type PreparedSource } from "./sites.ts";
import type { SourceText } from "./source-text.ts";
import { isStatement } from "./statements.ts";
import { textValue } from "./strings.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "./syntax-tree.ts";

/** Everything that filters and tiers look at, for one definition. `isTestCode` is what the file and its classes say. */
export function readFacts(
  source: SourceText,
  site: PreparedSource,
  isTestCode: boolean,
): Omit<DefinitionFacts, "declaresTruth" | "declaresBytes" | "hasExamples" | "privateAttributeReads"> {
  const nodes = site.statements.flatMap((statement) => [...walk(statement)]);
  const returns = site.statements.filter((statement) => statement.type === "return_statement");
  return {
    statements: nodes.filter(isStatement).length,
    topLevelStatements: site.statements.length,
    branches: nodes.filter(isBranch).length,
    codeLines: countCodeLines(source, site),
    topLevelReturns: returns.length,
    topLevelConstantReturns: returns.filter((one) => isConstant(codeChildren(one)[0])).length,
    isTrivialReturn: isTrivialReturn(site),
    isStub: isStub(source.text, site),
    isDunder: /^__.+__$/.test(site.name),
    isConstructor: site.classes.length > 0 && site.name === "__init__",
    isTestCode,
    isForwarding: isForwarding(source.text, site),
    calls: nodes.filter((node) => node.type === "call").map((call) => calledName(call, source.text)),
    raises: [...new Set(nodes.flatMap((node) => raisedName(node, source.text)))],
    ownAssignments:
      site.classes.length === 0
        ? new Set()
        : readOwnAssignments(nodes, source.text, readParameters(site.node, source.text)[0]?.name),
    words: [...new Set(nodes.flatMap((node) => wordsOf(node, source.text)))],
  };
}

/** The name raised by `raise E`, `raise a.E(…) from error`; nothing where no name is raised. */
function raisedName(node: SyntaxNode, text: string): readonly string[] {
  const raised = node.type === "raise_statement" ? codeChildren(node)[0] : undefined;
  const named = raised?.type === "call" ? findField(raised, "function") : raised;
  return named?.type === "identifier" || named?.type === "attribute"
    ? [text.slice(named.start, named.end)]
    : [];
}

const BRANCHES = new Set([
  "if_statement",
  "elif_clause",
  "for_statement",
  "while_statement",
  "except_clause",
  "except_group_clause",
  "case_clause",
  "conditional_expression",
  "boolean_operator",
  "if_clause",
]);

function isBranch(node: SyntaxNode): boolean {
  return BRANCHES.has(node.type);
}

const NOT_CODE = new Set(["comment", "line_continuation"]);

/** Lines with code, from the header to the end of the body; docstring, comments and blank lines do not count. */
function countCodeLines(source: SourceText, site: PreparedSource): number {
  const lines = new Set<number>();
  for (const node of walk(site.node, (one) => one !== site.docstring && one.type !== "string")) {
    const isLeaf = node.children.length === 0 || node.type === "string";
    if (!isLeaf || node.end === node.start || node === site.docstring || NOT_CODE.has(node.type)) continue;
    for (let line = source.lineAt(node.start); line <= source.lineAt(node.end - 1); line++) lines.add(line);
  }
  return lines.size;
}

const CONSTANTS = new Set(["integer", "float", "true", "false", "none", "ellipsis"]);

/** A literal, a signed number, or nothing at all (a bare `return`). */
function isConstant(node: SyntaxNode | undefined): boolean {
  if (node === undefined || CONSTANTS.has(node.type)) return true;
  if (node.type === "unary_operator" || node.type === "parenthesized_expression") {
    const inner = codeChildren(node);
    return inner.length === 1 && isConstant(inner[0]);
  }
  if (node.type === "concatenated_string") return codeChildren(node).every(isConstant);
  return node.type === "string" && !node.children.some((child) => child.type === "interpolation");
}

function isName(node: SyntaxNode | undefined): boolean {
  if (node?.type === "attribute") return isName(findField(node, "object"));
  return node?.type === "identifier";
}

/** The value that a body of one `return` or `yield` hands out; `undefined` inside says a bare one. */
function onlyValue(site: PreparedSource): { readonly value: SyntaxNode | undefined } | undefined {
  const [statement, ...others] = site.statements;
  if (statement === undefined || others.length > 0) return undefined;
  if (statement.type === "return_statement") return { value: codeChildren(statement)[0] };
  const expression = statement.type === "expression_statement" ? codeChildren(statement)[0] : undefined;
  return expression?.type === "yield" ? { value: codeChildren(expression)[0] } : undefined;
}

function isTrivialReturn(site: PreparedSource): boolean {
  const only = onlyValue(site);
  return only !== undefined && (isConstant(only.value) || isName(only.value));
}

const ABSTRACT = /(^|\.)(abstract(method|property|classmethod|staticmethod)|overload)\s*$/;

function isStub(text: string, site: PreparedSource): boolean {
  if (site.decorators.some((decorator) => ABSTRACT.test(decoratorText(decorator, text)))) return true;
  return site.statements.every((statement) => isEmptyStatement(statement, text));
}

function isEmptyStatement(statement: SyntaxNode, text: string): boolean {
  const value = codeChildren(statement)[0];
  if (statement.type === "pass_statement") return true;
  if (statement.type === "raise_statement") {
    return value !== undefined && /^NotImplementedError\b/.test(text.slice(value.start, value.end));
  }
  if (statement.type !== "expression_statement" || value === undefined) return false;
  return value.type === "ellipsis" || textValue(value, text) !== undefined;
}

function isForwarding(text: string, site: PreparedSource): boolean {
  const [statement, ...others] = site.statements;
  if (statement === undefined || others.length > 0) return false;
  let value = codeChildren(statement)[0];
  while (value?.type === "await" || value?.type === "yield") value = codeChildren(value)[0];
  if (value?.type !== "call" || !isName(findField(value, "function"))) return false;
  const parameters = new Set(
    [...walk(findField(site.node, "parameters") ?? value)]
      .filter((node) => node.type === "identifier")
      .map((node) => text.slice(node.start, node.end)),
  );
  const passed = codeChildren(findField(value, "arguments") ?? value);
  return passed.every((argument) => {
    const name = argument.type === "keyword_argument" ? findField(argument, "value") : argument;
    const inner = name?.type.endsWith("_splat") === true ? codeChildren(name)[0] : name;
    return inner?.type === "identifier" && parameters.has(text.slice(inner.start, inner.end));
  });
}

/** The callee as written without white space; on something that is no name, its last attribute (`.strip`). */
function calledName(call: SyntaxNode, text: string): string {
  const callee = findField(call, "function");
  if (callee === undefined) return "";
  if (isName(callee)) return text.slice(callee.start, callee.end).replace(/\s+/g, "");
  const attribute = callee.type === "attribute" ? findField(callee, "attribute") : undefined;
  return attribute === undefined ? "" : `.${text.slice(attribute.start, attribute.end)}`;
}

function wordsOf(node: SyntaxNode, text: string): string[] {
  if (node.type === "identifier") return [text.slice(node.start, node.end)];
  const value = node.type === "string" ? textValue(node, text) : undefined;
  return value === undefined ? [] : [value];
}
