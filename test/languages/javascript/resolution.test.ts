import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadParts, type ResolvedRepository } from "../../../src/languages/index.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/call-graph");
const typescript = await loadParts("typescript", ["resolution", "structure"], "resolve calls");
const javascript = await loadParts("javascript", ["resolution", "structure"], "resolve calls");
const { resolution } = typescript;

type Texts = Readonly<Record<string, string>>;

const languageOf = (path: string): typeof typescript | undefined =>
  [typescript, javascript].find(({ files }) => files.isSourceFile(path));

function link(texts: Texts): ResolvedRepository {
  const paths = Object.keys(texts);
  const summaries = paths
    .filter((path) => languageOf(path) !== undefined)
    .map(
      (path) => [path, JSON.parse(JSON.stringify(resolution.summarise(path, texts[path] ?? "")))] as const,
    );
  const projectFiles = paths.filter((path) => resolution.isProjectFile(path));
  return resolution.link(new Map(summaries), new Map(projectFiles.map((path) => [path, texts[path] ?? ""])));
}

function readTexts(folder: string): Texts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

/** Every edge and every unresolved call on a line of its own. */
function describeCalls({ edges, unresolved }: ResolvedRepository): string[] {
  const related = edges.map(({ kind, caller, callee, at, how }) => {
    const places = `${caller.path}:${caller.name} -> ${callee.path}:${callee.name}`;
    return kind === "call" ? `${places} @${at} ${how}` : `${kind} ${places}`;
  });
  const open = unresolved.map(
    ({ caller, at, written, why }) => `${why} ${caller.path}:${caller.name} ${written} @${at}`,
  );
  return [...related, ...open].sort();
}

const callsOf = (texts: Texts): string[] => describeCalls(link(texts));

describe.each(["typescript", "javascript"])("%s", (name) => {
  const folder = join(fixtures, name);
  test.each(readdirSync(folder))("edges are those expected of %s", (repository) => {
    const texts = readTexts(join(folder, repository));
    expect(callsOf(texts)).toEqual((texts["expected.txt"] ?? "").trim().split("\n"));
  });

  test.each(readdirSync(folder))("edges of %s lead to and from what the files declare", (repository) => {
    const texts = readTexts(join(folder, repository));
    const declared = new Set(
      Object.entries(texts).flatMap(([path, text]) => {
        const { declarations } = languageOf(path)?.structure.read(path, text) ?? { declarations: [] };
        return declarations.map((one) => `${path}:${one.line}:${one.name}`);
      }),
    );
    const places = link(texts).edges.flatMap(({ caller, callee }) => [caller, callee]);
    expect(places.length).toBeGreaterThan(0);
    const strange = places
      .filter(({ name: own }) => own !== "<module>")
      .map(({ path, line, name: own }) => `${path}:${line}:${own}`)
      .filter((place) => !declared.has(place));
    expect(strange).toEqual([]);
  });
});

describe("names", () => {
  const texts = {
    "a.ts": "// ä\nexport class Tree {\n  grow(): void {}\n}\nexport const count = 1;\n",
    "b.ts":
      'import { Tree as Plant, count } from "./a";\nconst plant = new Plant();\nplant.grow();\nplant["grow"]();\nlet any: any;\nany.grow(count);\n',
  };
  const linked = link(texts);
  const written = (path: keyof typeof texts, { start, end }: { start: number; end: number }): string =>
    Buffer.from(texts[path]).subarray(start, end).toString();

  test("are found wherever they stand, those of things without a type by name alone", () => {
    const uses = linked.findUses({ path: "a.ts", name: "Tree.grow", line: 3 });
    expect(uses.map(({ path, span, how }) => [path, written(path as keyof typeof texts, span), how])).toEqual(
      [
        ["a.ts", "grow", "declared"],
        ["b.ts", "grow", "inferred"],
        ["b.ts", "grow", "inferred"],
        ["b.ts", "grow", "name"],
      ],
    );
    const ofClass = linked.findUses({ path: "a.ts", name: "Tree", line: 2 });
    expect(ofClass.map(({ path, span }) => written(path as keyof typeof texts, span))).toEqual([
      "Tree",
      "Tree",
      "Plant",
      "Plant",
    ]);
  });

  test("lead to declarations of files, and nowhere from local names and words", () => {
    const at = (text: string): number => Buffer.from(texts["b.ts"]).indexOf(text);
    expect(linked.findDeclaration("b.ts", at("Plant()"))).toEqual({ path: "a.ts", name: "Tree", line: 2 });
    expect(linked.findDeclaration("b.ts", at("count)"))).toEqual({ path: "a.ts", name: "count", line: 5 });
    expect(linked.findDeclaration("b.ts", at("import"))).toBeUndefined();
    expect(linked.findDeclaration("c.ts", 0)).toBeUndefined();
  });
});

describe("files", () => {
  const caller = 'import { run } from "./run.js";\nrun();\n';

  test("that nobody wrote by hand are passed over", () => {
    const packed = `export function run(){}${"/*x*/".repeat(20_000)}`;
    const data = `export function run() {}\n${"// x\n".repeat(250_000)}`;
    for (const text of [packed, data]) {
      expect(callsOf({ "run.js": text, "main.js": caller })).toEqual(["outside main.js:<module> run @2"]);
    }
  });

  test("of objects that all have one another's members are linked without going every way between them", () => {
    const names = Array.from({ length: 30 }, (_, number) => `tree${number}`);
    const text = [
      "function take(one, other) { Object.assign(one, other); return one; }",
      ...names.map((name) => `const ${name} = { ${name}Grows() { return 1; } };`),
      ...names.flatMap((name) => names.map((other) => `take(${name}, ${other});`)),
      `function all(tree) { ${names.map((name) => `tree.${name}Grows();`).join(" ")} }`,
      ...names.map((name) => `all(${name});`),
    ].join("\n");
    const callees = link({ "a.js": text }).edges.filter(({ caller }) => caller.name === "all");
    expect(callees.length).toBeGreaterThanOrEqual(24);
  });

  test("with configurations that extend one another in a circle, or are broken, are linked", () => {
    const run = "export function run() {}\n";
    for (const config of ['{ "extends": "./tsconfig.json" }', "{", '{ "references": 3 }', "[]"]) {
      expect(
        callsOf({ "run.js": run, "main.js": caller, "tsconfig.json": config, "package.json": config }),
      ).toEqual(["main.js:<module> -> run.js:run @2 declared"]);
    }
  });

  test("that are nested deeper than the compiler goes are passed over", () => {
    const deep = [
      `x = ${"(".repeat(5000)}1${")".repeat(5000)};`,
      `x${".y()".repeat(3000)};`,
      "{".repeat(10_000),
    ];
    for (const text of deep) {
      const texts = {
        "deep.js": `export function run() {}\n${text}\n`,
        "run.js": "export function run() {}\n",
      };
      expect(callsOf({ ...texts, "main.js": caller })).toEqual([
        "main.js:<module> -> run.js:run @2 declared",
      ]);
    }
  });

  test("with many brackets in one another are linked", () => {
    for (const open of ["[", "[{ a: ", "[..."]) {
      const close = open.includes("{") ? "}]" : "]";
      const nested = `x = ${open.repeat(300)}run()${close.repeat(300)};\n`;
      expect(callsOf({ "run.js": `export function run() {}\n${nested}` })).toEqual([
        "run.js:<module> -> run.js:run @2 declared",
      ]);
    }
  });

  test("that import in another phase, or use a text as an element, are linked", () => {
    const texts = {
      "run.js": "export function run() {}\n",
      "main.tsx":
        'import { run } from "./run.js";\nconst a: any = import.defer("./run.js");\nconst Tag = "b";\nconst x = <Tag />;\nrun();\n',
    };
    expect(callsOf(texts)).toContain("main.tsx:<module> -> run.js:run @5 declared");
  });

  test("that declare a whole module do not hide its source", () => {
    const texts = {
      "packages/core/package.json": '{ "name": "@garden/core", "main": "./dist/index.js" }',
      "packages/core/src/index.ts": "export function run(): void {}\n",
      "types.d.ts": 'declare module "@garden/core" { interface More {} }\n',
      "main.ts": 'import { run } from "@garden/core";\nrun();\n',
    };
    expect(callsOf(texts)).toEqual(["main.ts:<module> -> packages/core/src/index.ts:run @2 declared"]);
  });

  test("are linked again after one of them has changed", () => {
    const before = { "run.js": "export function run() {}\n", "main.js": caller };
    const after = { ...before, "run.js": "\nexport const run = () => {};\n" };
    const edge = { caller: { path: "main.js", name: "<module>", line: 1 }, at: 2 };
    expect(link(before).edges).toMatchObject([{ ...edge, callee: { path: "run.js", name: "run", line: 1 } }]);
    expect(link(after).edges).toMatchObject([{ ...edge, callee: { path: "run.js", name: "run", line: 2 } }]);
    expect(link(before).edges).toMatchObject([{ ...edge, callee: { path: "run.js", name: "run", line: 1 } }]);
  });
});
