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

test("no file or folder is named for nothing", () => {
  const named = files.filter((path) =>
    path.split("/").some((part) => forbiddenNames.test(basename(part, ".ts"))),
  );
  expect(named).toEqual([]);
});

/** Names of languages, of their installers and test frameworks, and of their files. */
const languageWords = /python|\bpip\b|\buv\b|pytest|unittest|conftest|\bwheels?\b|\.py\b|__init__/i;

/** Rooms whose code names no language outside the folders of languages, and the files that must: registries and what hands them on. */
const neutralRooms: Readonly<
  Record<string, { readonly languages: readonly string[]; readonly exempt: readonly string[] }>
> = {
  environments: {
    languages: ["python"],
    exempt: ["build-systems.ts", "index.ts"],
  },
};

describe.each(Object.entries(neutralRooms))("the neutral part of %s", (room, { languages, exempt }) => {
  const ownFiles = [...sources.values()].filter(({ fileName }) => fileName.startsWith(`src/${room}/`));
  const isNeutral = ({ fileName }: ts.SourceFile): boolean => {
    const [first = ""] = fileName.split("/").slice(2);
    return !languages.includes(first) && !exempt.includes(first);
  };

  test("names no language in code", () => {
    expect(ownFiles.filter(isNeutral).flatMap(languageNamesIn)).toEqual([]);
  });

  test("is told by what its other files name", () => {
    const silent = [...languages.map((name) => `${name}/`), ...exempt].filter(
      (name) =>
        !ownFiles.some(
          (file) => file.fileName.startsWith(`src/${room}/${name}`) && languageNamesIn(file).length > 0,
        ),
    );
    expect(silent).toEqual([]);
  });
});

/** Names and texts of a file that have such a word; comments do not count. */
function languageNamesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(file, (node) => {
    const isNamed =
      ts.isIdentifier(node) ||
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      node.kind === ts.SyntaxKind.TemplateHead;
    if (isNamed && languageWords.test(node.getText())) found.push(`${place(file, node)} ${node.getText()}`);
  });
  return found;
}

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
