import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadParts, type CodeEdge, type ResolvedRepository } from "../../../src/languages/index.ts";
import { describeResolution, type RepositoryTexts } from "../../conformance/resolution.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/call-graph/java");
const java = await loadParts("java", ["structure", "resolution"], "test resolution");

function readTexts(name: string): RepositoryTexts {
  const cwd = join(FIXTURES, name);
  return new Map(globSync("**/*.java", { cwd }).map((path) => [path, readFileSync(join(cwd, path), "utf8")]));
}

function link(texts: RepositoryTexts): ResolvedRepository {
  const summaries = [...texts].map(([path, text]) => [path, java.resolution.summarise(path, text)] as const);
  return java.resolution.link(new Map(summaries), new Map());
}

function describeEdge({ kind, caller, callee, at }: CodeEdge): string {
  const from = `${caller.path} ${caller.name}:${caller.line}${at === null ? "" : ` @${at}`}`;
  return `${kind} ${from} -> ${callee.path} ${callee.name}:${callee.line}`;
}

function calleesOf(text: string): readonly string[] {
  const { edges } = link(new Map([["A.java", text]]));
  return edges.filter(({ kind }) => kind === "call").map(({ callee }) => `${callee.name}:${callee.line}`);
}

/** Pieces of a text where a declaration is used. */
function usesIn(texts: RepositoryTexts, path: string, name: string): readonly string[] {
  const linked = link(texts);
  const found = java.structure
    .read(path, texts.get(path) ?? "")
    .declarations.find((each) => each.name === name);
  return linked.findUses({ path, name, line: found?.line ?? 0 }).map(({ path: used, span }) => {
    const bytes = Buffer.from(texts.get(used) ?? "");
    const line = bytes.subarray(0, span.start).toString().split("\n").length;
    return `${used}:${line} ${bytes.subarray(span.start, span.end).toString()}`;
  });
}

describe("Java", () => {
  describeResolution(java, readTexts("library"));

  // The calls of `library` are those that the compiler attributes: `npm run bench -- java-graph --sources test/fixtures/call-graph/java/library`.
  test.each(["library", "modern"])("%s: calls, overrides and implementations", (name) => {
    const expected = readFileSync(join(FIXTURES, `${name}.edges`), "utf8")
      .trim()
      .split("\n");
    expect(link(readTexts(name)).edges.map(describeEdge)).toEqual(expected);
  });

  test("tells calls that leave the repository from those that nobody knows", () => {
    const { unresolved } = link(readTexts("modern"));
    const missing = unresolved.filter(({ caller }) => caller.name === "Shapes.missing");
    expect(missing.map(({ written, why }) => `${written}: ${why}`)).toEqual([
      "nowhere: outside",
      "call: outside",
      "new Gone: outside",
      "Point.from: unknown",
      "new Point: unknown",
    ]);
  });

  test("is less sure where an argument of unknown type leaves several methods", () => {
    const { edges } = link(readTexts("modern"));
    const unsure = edges.filter(({ how }) => how !== "declared");
    expect(unsure.map(({ caller, at }) => `${caller.name} @${at}`)).toEqual(["Square.draw @22"]);
    expect(unsure.every(({ confidence }) => confidence < 0.9)).toBe(true);
  });

  test("finds the uses of classes, methods and fields, imports and labels included", () => {
    const texts = readTexts("library");
    expect(usesIn(texts, "catalogue/Book.java", "Book.Author")).toEqual([
      "catalogue/Book.java:8 Author",
      "catalogue/Book.java:8 Author",
      "catalogue/Book.java:39 Author",
      "catalogue/Book.java:48 Author",
      "catalogue/Book.java:51 Author",
      "catalogue/Book.java:59 Author",
      "desk/Desk.java:4 Author",
      "desk/Desk.java:39 Author",
      "desk/Desk.java:41 Author",
      "desk/Desk.java:58 Author",
      "desk/Desk.java:59 Author",
    ]);
    expect(usesIn(texts, "catalogue/Kind.java", "Kind.parse")).toEqual([
      "catalogue/Book.java:4 parse",
      "catalogue/Book.java:36 parse",
      "catalogue/Book.java:36 parse",
      "catalogue/Kind.java:37 parse",
    ]);
    expect(usesIn(texts, "catalogue/Kind.java", "Kind.BOOK")).toEqual([
      "catalogue/Book.java:44 BOOK",
      "catalogue/Kind.java:6 BOOK",
      "desk/Desk.java:31 BOOK",
    ]);
  });

  test("counts places in bytes", () => {
    const texts = new Map([
      ["Ähre.java", 'class Ähre { String 名 = "😀"; String lesen() { return this.名 + 名; } }\n'],
    ]);
    expect(usesIn(texts, "Ähre.java", "Ähre.名")).toEqual([
      "Ähre.java:1 名",
      "Ähre.java:1 名",
      "Ähre.java:1 名",
    ]);
  });

  test("resolves names between programs of one repository to the nearer one", () => {
    const main = "package p; class Main { void run() { Helper.help(); } }";
    const helper = "package p; class Helper { static void help() {} }";
    const texts = new Map(
      ["one", "two"].flatMap((folder) => [
        [`${folder}/Main.java`, main] as const,
        [`${folder}/Helper.java`, helper] as const,
      ]),
    );
    const calls = link(texts).edges.map(({ caller, callee }) => `${caller.path} ${callee.path}`);
    expect(calls).toEqual(["one/Main.java one/Helper.java", "two/Main.java two/Helper.java"]);
  });

  test("takes the repository's of two interfaces that ask for the same, and a superclass's body before either", () => {
    const text = `import java.util.*;
interface Get<K> { boolean containsKey(Object key); }
interface Both<K, V> extends Map<K, V>, Get<K> {}
abstract class Kept extends AbstractMap<String, String> implements Get<String> {
  boolean in(Both<String, String> both) { return both.containsKey(1) || containsKey(2); }
}`;
    expect(calleesOf(text)).toEqual(["Get.containsKey:2"]);
  });

  test("lives with code that inherits from itself", () => {
    const text =
      "class A extends B<A> { void f() { g(); h(); } } class B<T extends B<T>> extends A { void g() { f(); } }";
    expect(calleesOf(text)).toEqual(["B.g:1", "A.f:1"]);
  });

  test("does not fail on a long line of classes", () => {
    const line = Array.from({ length: 3_000 }, (_, index) => `class C${index} extends C${index + 1} {}`);
    const text = `${line.join("\n")}\nclass C3000 { void f() {} }\nclass D { void g(C0 near, C2990 far) { far.f(); near.f(); } }`;
    expect(calleesOf(text)).toContain("C3000.f:3001");
  });

  test.each([
    ["calls in calls", (depth: number) => `x = ${"f(".repeat(depth)}1${")".repeat(depth)};`],
    ["calls on calls", (depth: number) => `x = this${".g()".repeat(depth)};`],
    [
      "lambdas in lambdas",
      (depth: number) => `Runnable r = ${"() -> h(".repeat(depth)}null${")".repeat(depth)};`,
    ],
    ["texts put together", (depth: number) => `x = "a"${' + "a"'.repeat(depth)};`],
    ["else if", (depth: number) => `${"if (x == null) f(1); else ".repeat(depth)}f(2);`],
    ["blocks", (depth: number) => `${"{".repeat(depth)}f(1);${"}".repeat(depth)}`],
    ["casts of arrays", (depth: number) => `x = (Object${"[]".repeat(depth)}) x;`],
    [
      "types in types",
      (depth: number) => `java.util.List${"<java.util.List".repeat(depth)}${">".repeat(depth)} l;`,
    ],
    ["classes in classes", (depth: number) => `${"class L {".repeat(depth)}${"}".repeat(depth)}`],
    ["open brackets", (depth: number) => "(".repeat(depth)],
  ])("does not fail on many %s", (_name, write) => {
    for (const depth of [200, 1_000, 6_000]) {
      const body = `Object x; Object f(Object o) { return o; } A g() { return this; } void h(Runnable r) {}\nvoid m() { ${write(depth)} }\nvoid n() { f(3); }`;
      expect(() => link(new Map([["A.java", `class A { ${body} }`]]))).not.toThrow();
    }
  });
});
