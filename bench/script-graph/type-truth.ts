import { dirname, relative, resolve, sep } from "node:path";

import ts from "typescript-api";

/*
 * What the type checker says of every call, by a program of its own: the project's own configurations, read from the disk, and `getResolvedSignature`
 * at each call, `new`, tagged template and element. Overloads stand for their implementation, a class for its constructor.
 */

/** A call by the line of its callee's name, of the definition around it (1 for the file), and of what it calls. */
export interface TrueCall {
  readonly path: string;
  readonly caller: number;
  readonly at: number;
  readonly calleePath: string;
  readonly callee: number;
  readonly written: string;
}

/** All calls of the projects with these configurations that lead to a named definition of the repository. */
export function readTypeTruth(root: string, configurations: readonly string[]): readonly TrueCall[] {
  const found = new Map<string, TrueCall>();
  for (const configuration of configurations) {
    const program = openProject(resolve(root, configuration));
    const checker = program.getTypeChecker();
    for (const file of program.getSourceFiles()) {
      if (!isWithin(file, root)) continue;
      visit(file, (node) => {
        const call = isCall(node) ? readCall(node, checker, root) : undefined;
        if (call !== undefined) found.set(JSON.stringify(call), call);
      });
    }
  }
  return [...found.values()];
}

function openProject(configuration: string): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    configuration,
    { allowJs: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  if (parsed === undefined) throw new Error(`no configuration ${configuration}`);
  const host = ts.createCompilerHost(parsed.options);
  Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
  const { projectReferences } = parsed;
  return ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    host,
    ...(projectReferences && { projectReferences }),
  });
}

/** False for what the checker made up, which is in no file. */
function isWithin(file: ts.SourceFile | undefined, root: string): boolean {
  return file?.fileName.startsWith(`${root}/`) === true && !file.fileName.includes("/node_modules/");
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.JsxOpeningLikeElement;

function isCall(node: ts.Node): node is Call {
  return (
    (ts.isCallExpression(node) && !/^import\b/u.test(node.expression.getText())) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isJsxOpeningElement(node) ||
    ts.isJsxSelfClosingElement(node)
  );
}

function readCall(node: Call, checker: ts.TypeChecker, root: string): TrueCall | undefined {
  const callee = ts.isTaggedTemplateExpression(node)
    ? node.tag
    : "tagName" in node
      ? node.tagName
      : node.expression;
  const signature = checker.getResolvedSignature(node)?.declaration;
  const declaration =
    signature === undefined || ts.isClassLike(signature) ? findClass(callee, checker) : signature;
  if (declaration === undefined || !isWithin(declaration.getSourceFile(), root)) return undefined;
  const definition = implementationOf(declaration);
  const line = definition && definitionLine(definition);
  if (definition === undefined || line === undefined) return undefined;
  const place = (file: ts.SourceFile): string => relative(root, file.fileName).split(sep).join("/");
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return {
    path: place(node.getSourceFile()),
    caller: callerLine(node),
    at: lineOf(name),
    calleePath: place(definition.getSourceFile()),
    callee: line,
    written: callee.getText().slice(0, 80),
  };
}

function findClass(callee: ts.Node, checker: ts.TypeChecker): ts.ClassLikeDeclaration | undefined {
  const symbol = checker.getTypeAtLocation(callee).symbol as ts.Symbol | undefined;
  const declared = symbol?.valueDeclaration;
  return declared !== undefined && ts.isClassLike(declared) ? declared : undefined;
}

function implementationOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionTypeNode(node) || ts.isCallSignatureDeclaration(node)) return undefined;
  if (ts.isConstructSignatureDeclaration(node) || ts.isConstructorTypeNode(node)) return undefined;
  if (ts.isJSDocSignature(node) || !("body" in node) || node.body !== undefined) return node;
  const symbol = (node as { symbol?: ts.Symbol }).symbol;
  return (
    symbol?.declarations?.find((each) => each.parent === node.parent && "body" in each && each.body) ?? node
  );
}

/** The line of a definition's name; undefined for functions without one. */
function definitionLine(node: ts.Node): number | undefined {
  const name = nameOf(node);
  return name && lineOf(name);
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isConstructorDeclaration(node)) return node;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name ?? node;
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isAccessor(node)) return node.name;
  if (!ts.isFunctionExpression(node) && !ts.isArrowFunction(node) && !ts.isClassExpression(node))
    return undefined;
  let value: ts.Node = node;
  while (
    ts.isParenthesizedExpression(value.parent) ||
    ts.isAsExpression(value.parent) ||
    ts.isSatisfiesExpression(value.parent)
  ) {
    value = value.parent;
  }
  const { parent } = value;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name;
  if (ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left } = parent;
    if (ts.isPropertyAccessExpression(left)) return left.name;
    return ts.isIdentifier(left) ? left : undefined;
  }
  return node.name ?? (ts.isExportAssignment(parent) ? node : undefined);
}

function callerLine(node: ts.Node): number {
  let inner = node;
  for (let outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
    if (ts.isDecorator(inner) || ts.isComputedPropertyName(inner)) continue;
    if (ts.isClassStaticBlockDeclaration(outer) || ts.isPropertyDeclaration(outer)) return 1;
    const line = ts.isFunctionLike(outer) ? definitionLine(outer) : undefined;
    if (line !== undefined) return line;
  }
  return 1;
}

function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

/** All configurations that one leads to by its references, itself first. */
export function referencedConfigurations(root: string, first: string): readonly string[] {
  const found = [resolve(root, first)];
  for (const file of found) {
    const { config } = ts.readConfigFile(file, ts.sys.readFile) as {
      config?: { references?: { path: string }[] };
    };
    for (const { path } of config?.references ?? []) {
      const place = resolve(dirname(file), path);
      const configuration = place.endsWith(".json") ? place : resolve(place, "tsconfig.json");
      if (ts.sys.fileExists(configuration) && !found.includes(configuration)) found.push(configuration);
    }
  }
  return found;
}
