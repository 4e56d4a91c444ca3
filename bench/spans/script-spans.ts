import { readFileSync } from "node:fs";

import ts from "typescript-api";

import type { TrueDefinition, TrueFile } from "./truth.ts";

/** What the TypeScript compiler's parser says of files of JavaScript and TypeScript; undefined where it reports errors. */
export function* scriptSpans(paths: readonly string[]): Generator<TrueFile> {
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
    yield parseDiagnostics.length > 0 ? { path } : { path, definitions: [...definitionsOf(file)] };
  }
}

function* definitionsOf(file: ts.SourceFile): Generator<TrueDefinition> {
  const text = file.text;
  const byteAt = (index: number): number => Buffer.byteLength(text.slice(0, index));
  const open: ts.Node[] = [file];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const found = definitionOf(node);
    if (found !== undefined) {
      const { whole, body, name, parts } = found;
      yield {
        name: nameText(name),
        whole: [byteAt(whole[0]), byteAt(whole[1])],
        body: body === undefined ? null : [byteAt(body[0]), byteAt(body[1])],
        named: byteAt(name.getStart() + (ts.isStringLiteralLike(name) ? 1 : 0)),
        ...(parts.parameters && { parameters: parameterNames(parts.parameters) }),
      };
    }
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    open.push(...children.reverse());
  }
}

function parameterNames(parameters: ts.NodeArray<ts.ParameterDeclaration>): readonly string[] {
  return parameters
    .map(({ name }) => (ts.isIdentifier(name) ? name.text : ""))
    .filter((name) => name !== "this");
}

interface Found {
  readonly name: ts.Node;
  readonly whole: readonly [number, number];
  readonly body: readonly [number, number] | undefined;
  readonly parts: { readonly parameters?: ts.NodeArray<ts.ParameterDeclaration> };
}

function definitionOf(node: ts.Node): Found | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node))
    return declared(node);
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
    return held(node);
  if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent)) return declared(node);
  if (ts.isPropertySignature(node) && ts.isInterfaceDeclaration(node.parent)) return declared(node);
  if (ts.isTypeAliasDeclaration(node)) return declared(node);
  if (ts.isPropertyDeclaration(node)) return bound(node, node.name, node.initializer) ?? declared(node);
  if (ts.isPropertyAssignment(node)) return bound(node, node.name, node.initializer);
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
    return bound(statementOf(node), node.name, node.initializer);
  }
  return undefined;
}

/** A variable that is declared alone is its whole statement. */
function statementOf(node: ts.VariableDeclaration): ts.Node {
  const list = node.parent;
  if (!ts.isVariableDeclarationList(list) || list.declarations.length !== 1) return node;
  return ts.isVariableStatement(list.parent) ? list.parent : list;
}

function nameText(name: ts.Node): string {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isPrivateIdentifier(name)) return name.text;
  return name.getText();
}

type Named = ts.Node & { readonly name?: ts.Node | undefined; readonly body?: ts.Node | undefined };

function declared(node: Named): Found | undefined {
  if (node.name === undefined) return undefined;
  const { body } = node;
  return {
    name: node.name,
    whole: spanOf(node),
    body: body && spanOf(body),
    parts: node as { readonly parameters?: ts.NodeArray<ts.ParameterDeclaration> },
  };
}

function held(
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration,
): Found | undefined {
  if (node.name === undefined) return undefined;
  return { name: node.name, whole: spanOf(node), body: [node.members.pos - 1, node.end], parts: {} };
}

/** A function or class that a name is bound to. */
function bound(whole: ts.Node, name: ts.Node, given: ts.Expression | undefined): Found | undefined {
  let value = given;
  while (value !== undefined && ts.isParenthesizedExpression(value)) value = value.expression;
  if (value === undefined) return undefined;
  if (ts.isClassExpression(value))
    return { name, whole: spanOf(whole), body: [value.members.pos - 1, value.end], parts: {} };
  if (!ts.isArrowFunction(value) && !ts.isFunctionExpression(value)) return undefined;
  return { name, whole: spanOf(whole), body: spanOf(value.body), parts: value };
}

function spanOf(node: ts.Node): readonly [number, number] {
  return [node.getStart(), node.end];
}
