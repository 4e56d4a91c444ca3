import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

import ts from "typescript";
import { describe, expect, test } from "vitest";

/** The rooms in order: each imports only from those before it. */
const rooms = [
  "base",
  "spec",
  "store",
  "sources",
  "languages",
  "sandbox",
  "models",
  "datasets",
  "analysis",
  "judge",
  "agents",
  "environments",
  "proof",
  "testgen",
  "pipelines",
  "curation",
  "evaluation",
  "training",
  "server",
  "cli",
];

/** Adapters to the outside world: usable alone, so they never import one another. */
const adapters = new Set(["sources", "languages", "sandbox", "models", "datasets"]);

const forbiddenNames = /^(?:utils?|helpers?|common|shared|misc|core)$/;

const root = join(import.meta.dirname, "..");
const files = globSync("src/**/*.ts", { cwd: root }).map((path) => path.split(sep).join("/"));
const sources = new Map(files.map((path) => [path, parse(path)]));

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
}

function place(file: ts.SourceFile, node: ts.Node): string {
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Every module a file names: imports, re-exports, and `import()` of a text. */
function importsOf(file: ts.SourceFile): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  visit(file, (node) => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier);
  });
  return found;
}

/** What is wrong with importing `specifier` from a file, or undefined. */
function findImportFault(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = relative(".", join(dirname(from), specifier))
    .split(sep)
    .join("/");
  const [fromRoom, toRoom] = [from.split("/")[1] ?? "", target.split("/")[1] ?? ""];
  if (!target.startsWith("src/")) return target.endsWith(".json") ? undefined : "leaves src";
  if (fromRoom === toRoom) {
    return target === `src/${fromRoom}/index.ts` ? "goes through the index of its own room" : undefined;
  }
  if (rooms.indexOf(toRoom) >= rooms.indexOf(fromRoom)) return `${fromRoom} comes before ${toRoom}`;
  if (adapters.has(fromRoom) && adapters.has(toRoom)) return "adapters never import one another";
  return target === `src/${toRoom}/index.ts` ? undefined : `reaches into ${toRoom} past its index.ts`;
}

describe("the import rule", () => {
  test("every folder of src is a room", () => {
    const folders = new Set(files.map((path) => path.split("/")[1]));
    expect([...folders].filter((folder) => !rooms.includes(folder ?? ""))).toEqual([]);
  });

  test("holds in every file", () => {
    const faults = [...sources.values()].flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const fault = findImportFault(file.fileName, specifier.text);
        return fault === undefined ? [] : [`${place(file, specifier)} imports ${specifier.text}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    ["src/base/hash.ts", "../spec/index.ts", "base comes before spec"],
    ["src/datasets/task-set.ts", "../languages/index.ts", "adapters never import one another"],
    ["src/judge/worker.ts", "../sandbox/registry.ts", "reaches into sandbox past its index.ts"],
    ["src/judge/worker.ts", "./index.ts", "goes through the index of its own room"],
    ["src/judge/wire/frames.ts", "../../sandbox/index.ts", undefined],
    ["src/judge/worker.ts", "node:fs", undefined],
  ])("in %s judges the import of %s", (from, specifier, fault) => {
    expect(findImportFault(from, specifier)).toBe(fault);
  });
});

/** The files of `src` that each of them imports, types included. */
const graph = new Map(
  [...sources].map(([path, file]) => [
    path,
    importsOf(file)
      .filter(({ text }) => text.startsWith("."))
      .map(({ text }) =>
        relative(".", join(dirname(path), text))
          .split(sep)
          .join("/"),
      ),
  ]),
);

/** A circle of imports through `path`, shortest first found, or undefined. */
function findCircle(path: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const open = [path];
  for (const file of open) {
    for (const next of imports.get(file) ?? []) {
      if (next === path) {
        const circle = [path];
        for (let at = file; at !== path; at = cameFrom.get(at) ?? path) circle.unshift(at);
        return [path, ...circle];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      open.push(next);
    }
  }
  return undefined;
}

describe("imports, those of types alone included,", () => {
  test("go round in no circle", () => {
    expect([...graph.values()].flat().length).toBeGreaterThan(1_000);
    const circles = files.flatMap((path) => findCircle(path, graph)?.join(" -> ") ?? []);
    expect(circles).toEqual([]);
  });

  test("that do are named", () => {
    const imports = new Map([
      ["a", ["b", "d"]],
      ["b", ["c"]],
      ["c", ["d", "a"]],
      ["d", []],
    ]);
    expect(findCircle("a", imports)).toEqual(["a", "b", "c", "a"]);
    expect(findCircle("d", imports)).toBeUndefined();
  });
});

/**
 * Where languages, their libraries, test frameworks and files may be named: where they live, in the formats of others, in the folder of a language's
 * environments, among the programs that sandboxes are made of, and in the map of the system's packages.
 */
const languageFolders = [
  "languages",
  "sources",
  "sandbox",
  "datasets/formats",
  "curation/import",
  "environments/c",
  "environments/cargo",
  "environments/go",
  "environments/python",
  "environments/build-systems.ts",
  "environments/system/packages.ts",
];

const languageNames =
  /python|pytest|unittest|conftest|doctest|pycon|isinstance\(|(?<![a-z])pip3?(?![a-z])|\.pyi?(?![a-z])|\bdef |__(?:init|main|name|pycache|class|dict)__|(?:site|dist)-packages|>>> |builtins:|numpy|pandas|datetime|decimal\.|(?<![a-z])re\.Pattern|OrderedDict|dict_keys/i;

/** Names of languages and their libraries in a file's code: identifiers, texts, patterns; comments do not count. */
function languageNamesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(file, (node) => {
    const isText =
      ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (!(isText || ts.isIdentifier(node)) || isImported(node)) return;
    const named = languageNames.exec(node.getText())?.[0];
    if (named !== undefined) found.push(`${place(file, node)} ${named}`);
  });
  return found;
}

/** True for the path of a module. */
function isImported(node: ts.Node): boolean {
  return ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
}

function isWithinAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => `${path}/`.startsWith(`src/${folder}/`));
}

describe("rooms that know no language", () => {
  test("name none in their code, nor its libraries, frameworks and files", () => {
    const neutral = [...sources.values()].filter(({ fileName }) => !isWithinAny(fileName, languageFolders));
    expect(neutral.length).toBeGreaterThan(200);
    expect(neutral.flatMap(languageNamesIn)).toEqual([]);
  });

  test.each([
    ['const ending = path.endsWith(".py");', ".py"],
    ["const called = /def \\w+/.test(text);", "def "],
    ["import { pytestArguments } from './run.ts';", "pytest"],
    ["const text = `${name} -m pip install`;", "pip"],
    ["const name = `__init__ of ${owner}`;", "__init__"],
    ["const row = { value: ['numpy.ndarray', type, [3], items] };", "numpy"],
    ["const isNumber = type === 'decimal.Decimal';", "decimal."],
    ["const isDecimal = /^\\d+\\.\\d+$/.test(text);", undefined],
    ["/** As Python does. */ const self = 1; // pytest", undefined],
    ["const pipe = happy.pyramid;", undefined],
  ])("of %j is said that it names %j", (text, named) => {
    const file = ts.createSourceFile("src/proof/a.ts", text, ts.ScriptTarget.Latest, true);
    expect(languageNamesIn(file).map((one) => one.replace(/^\S+ /u, ""))).toEqual(
      named === undefined ? [] : [named],
    );
  });
});

test("no file or folder is named for nothing", () => {
  const named = files.filter((path) =>
    path.split("/").some((part) => forbiddenNames.test(basename(part, ".ts"))),
  );
  expect(named).toEqual([]);
});

test("only the command line prints and ends the process, and importing reads no environment variable", () => {
  const faults = [...sources.values()]
    .filter(({ fileName }) => !fileName.startsWith("src/cli/"))
    .flatMap((file) => {
      const found: string[] = [];
      visit(file, (node) => {
        if (ts.isPropertyAccessExpression(node) && isForbiddenGlobal(node)) {
          found.push(`${place(file, node)} ${node.getText()}`);
        }
      });
      return found;
    });
  expect(faults).toEqual([]);
});

function isForbiddenGlobal(node: ts.PropertyAccessExpression): boolean {
  const { expression, name } = node;
  const owner = expression.getText();
  if (owner === "console") return true;
  if (owner !== "process") return false;
  if (name.text === "env") return ts.findAncestor(node, ts.isFunctionLike) === undefined;
  return (
    name.text === "exit" ||
    name.text === "exitCode" ||
    (name.text.startsWith("std") && !bindsProcess(node.getSourceFile()))
  );
}

/** True where `process` is a file's own name for something else, as for a program in a sandbox. */
function bindsProcess(file: ts.SourceFile): boolean {
  let isBound = false;
  visit(file, (node) => {
    const isDeclaration = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node);
    if (isDeclaration && node.name.getText() === "process") isBound = true;
  });
  return isBound;
}

describe("public things", () => {
  test.each(rooms.filter((room) => existsSync(join(root, "src", room, "index.ts"))))(
    "of %s have doc comments",
    (room) => {
      const bare = publicDeclarations(`src/${room}/index.ts`)
        .filter(({ node }) => ts.getJSDocCommentsAndTags(node).length === 0)
        .map(({ file, node }) => place(file, node));
      expect(bare).toEqual([]);
    },
  );
});

interface PublicDeclaration {
  readonly file: ts.SourceFile;
  readonly node: ts.Statement;
}

/** Functions, interfaces, classes and types that an index hands on. */
function publicDeclarations(index: string): PublicDeclaration[] {
  const file = sources.get(index);
  if (file === undefined) return [];
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const target = join(dirname(index), (statement.moduleSpecifier as ts.StringLiteral).text)
      .split(sep)
      .join("/");
    const clause = statement.exportClause;
    const names =
      clause !== undefined && ts.isNamedExports(clause)
        ? new Set(clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text))
        : undefined;
    return declarationsOf(target).filter(
      ({ node }) => names === undefined || names.has((node as ts.FunctionDeclaration).name?.text ?? ""),
    );
  });
}

function declarationsOf(path: string): PublicDeclaration[] {
  const file = sources.get(path);
  if (file === undefined) return [];
  const schemas = new Set(
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) =>
        declarationList.declarations.map(({ name }) => name.getText().toLowerCase()),
      ),
  );
  // A type that stands for a schema of the same name is described where the schema is.
  const hasSchema = (node: ts.Statement & { readonly name?: ts.Identifier | undefined }): boolean =>
    schemas.has(node.name?.text.toLowerCase() ?? "");
  return file.statements
    .filter(
      (node) =>
        (ts.isFunctionDeclaration(node) ||
          ts.isInterfaceDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          ts.isTypeAliasDeclaration(node)) &&
        node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
        !hasSchema(node),
    )
    .map((node) => ({ file, node }));
}
