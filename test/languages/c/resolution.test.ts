import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadParts, type ResolvedRepository } from "../../../src/languages/index.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/call-graph/c");
const { resolution, files } = await loadParts("c", ["resolution"], "resolve calls");

type Texts = Readonly<Record<string, string>>;

function link(texts: Texts): ResolvedRepository {
  const paths = Object.keys(texts);
  const summaries = paths
    .filter((path) => files.isSourceFile(path))
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
  const calls = edges.map(
    ({ caller, callee, at, how }) =>
      `${caller.path}:${caller.name} -> ${callee.path}:${callee.name} @${at} ${how}`,
  );
  return [
    ...calls,
    ...unresolved.map(
      ({ caller, at, written, why }) => `${why} ${caller.path}:${caller.name} ${written} @${at}`,
    ),
  ].sort();
}

function callsOf(texts: Texts): string[] {
  return describeCalls(link(texts));
}

describe("calls between C files", () => {
  test.each(readdirSync(fixtures))("are those expected of %s", (name) => {
    const texts = readTexts(join(fixtures, name));
    const expected = (texts["expected.txt"] ?? "").trim().split("\n");
    expect(callsOf(texts)).toEqual(expected);
  });

  test("lead to the lines of the names of definitions", () => {
    const texts = { "a.c": "static\nint\nadd(int a)\n{ return a; }\nint main(void)\n{ return\nadd(1); }\n" };
    expect(link(texts).edges).toEqual([
      {
        kind: "call",
        caller: { path: "a.c", name: "main", line: 5 },
        callee: { path: "a.c", name: "add", line: 3 },
        at: 7,
        how: "declared",
        confidence: 0.99,
      },
    ]);
  });

  test("have the names of definitions as they are written, and meet by those that macros give", () => {
    const texts = {
      "sum.h": "#define add PREFIX(add)\n#define PREFIX(x) my_##x\nint add(int a);\n",
      "sum.c": '#include "sum.h"\nint add(int a) { return a; }\n',
      "main.c": "int my_add(int a);\nint main(void) { return my_add(1); }\n",
    };
    expect(callsOf(texts)).toEqual(["main.c:main -> sum.c:add @2 declared"]);
  });

  test("have the words in names that a build file gives to a folder's files, not those of one target", () => {
    const texts = {
      Makefile: "CFLAGS += -DPREFIX=my_\nother.o: CFLAGS += -Dtwice=thrice\n",
      "sum.h": "#define JOIN(a, b) a##b\n#define NAME(a, b) JOIN(a, b)\n#define add NAME(PREFIX, add)\n",
      "sum.c":
        '#include "sum.h"\nint add(int a) { return a; }\nint twice(int a) { return my_add(a) + add(a); }\n',
      "main.c": "int twice(int a);\nint main(void) { return twice(1); }\n",
    };
    expect(callsOf(texts)).toEqual([
      "main.c:main -> sum.c:twice @2 declared",
      "sum.c:twice -> sum.c:add @3 declared",
    ]);
  });

  test("reach functions of a file that is included unless a macro of its own says that it was", () => {
    const texts = {
      "base.c":
        "#include <stdio.h>\n#ifndef BASE\n#define BASE 1\n#endif\nstatic int read(int a) { return a; }\n",
      "more.c": '#ifndef BASE\n#include "base.c"\n#endif\nint all(void) { return read(2); }\n',
    };
    expect(callsOf(texts)).toEqual(["more.c:all -> base.c:read @4 declared"]);
  });

  test("of a file that is included several times mean what its macros stand for there", () => {
    const texts = {
      "scan.c": "#ifndef KIND\n#define KIND(x) (x)\n#endif\nint step(int x) {\n  return KIND(x);\n}\n",
      "all.c":
        'int wide(int x) { return x; }\n#define step step_wide\n#define KIND(x) wide(x)\n#include "scan.c"\n#undef KIND\n#undef step\n',
    };
    expect(callsOf(texts)).toEqual(["scan.c:step -> all.c:wide @5 declared"]);
  });

  test("are those of a macro that is taken away in a branch that is left out", () => {
    const texts = {
      "a.c":
        "#define UNIX 1\n#if defined(_WIN32)\n#undef UNIX\n#define UNIX 0\n#endif\n" +
        "#if UNIX\n#define ADD(to, name) to = add(to, name)\n#endif\n" +
        "int add(int a, int b) { return a + b; }\nint go(int a) { ADD(a, 2); return a; }\n",
    };
    expect(callsOf(texts)).toEqual(["a.c:go -> a.c:add @10 declared"]);
  });

  test("of a function of the C library do not lead to what a macro calls by its name and a left-out branch declares", () => {
    const texts = {
      "copy.h":
        "#if defined(__STDC__)\n#define copy memcpy\n#else\nvoid copy(char *to, char *from, int size);\n#endif\n",
      "a.c": '#include "copy.h"\nvoid go(char *a, char *b) { copy(a, b, 1); memcpy(b, a, 1); }\n',
    };
    expect(callsOf(texts)).toEqual(["outside a.c:go memcpy @2"]);
  });

  test("may be compiled where a header decides that is made while configuring", () => {
    const texts = {
      "config.h.in": "#undef TALL\n#define WIDTH @WIDTH@\n",
      "a.c":
        "void up(void) {}\nvoid over(void) {}\nvoid down(void) {}\n" +
        "#if TALL == 1\n#define UP() up()\n#else\n#define UP()\n#endif\n" +
        "#if WIDTH > 3\n#define OVER() over()\n#else\n#define OVER()\n#endif\n" +
        "#if OTHER == 1\n#define DOWN() down()\n#else\n#define DOWN()\n#endif\n" +
        "void go(void) {\n  UP();\n  OVER();\n  DOWN();\n}\n",
    };
    const likely = link(texts).edges.filter(({ confidence }) => confidence > 0.5);
    expect(likely.map(({ callee }) => callee.name)).toEqual(["up", "over"]);
  });

  test("do not depend on the order of files", () => {
    const texts = Object.assign(
      {},
      ...["programs", "headers", "macros"].map((name) => readTexts(join(fixtures, name))),
    );
    const backwards = Object.fromEntries(Object.entries<string>(texts).reverse());
    expect(link(backwards).edges).toEqual(link(texts).edges);
  });

  test("are less sure where several definitions could be meant", () => {
    const { edges } = link(readTexts(join(fixtures, "programs")));
    const confidences = edges.filter(({ caller }) => caller.name === "check").map((edge) => edge.confidence);
    expect(confidences).toHaveLength(2);
    expect(Math.max(...confidences)).toBeLessThanOrEqual(0.5);
  });

  test("stand on their lines with any line ends, comments and continuations", () => {
    const text =
      '/* one\r\n two */ void f(void) {}\r\n#define G(x) \\\r\n  f()\r\nvoid g(void) { "a\\\r\nb"; G(\r\n1);\r\nf(); }\r\n';
    expect(link({ "a.c": text }).edges.map(({ at }) => at)).toEqual([6, 8]);
  });
});

describe("uses and declarations of C names", () => {
  const header =
    "struct point { int x; int y; };\ntypedef struct point point_t;\nint norm(const point_t *p);\n#define ORIGIN 0\n";
  const source =
    '#include "point.h"\n/* é */ int count = ORIGIN;\nint norm(const point_t *p) { int y = p->x; return y + count; }\n' +
    "int main(void) { struct point p = {.x = ORIGIN}; return norm(&p) + p.y; }\n";
  const other = "static int norm(int y) { return y; }\nint use(int count) { return norm(count); }\n";
  const texts = { "point.h": header, "point.c": source, "other.c": other };
  const repository = link(texts);
  const linesOf = (path: keyof typeof texts, name: string, line: number): string[] =>
    repository.findUses({ path, name, line }).map(({ path: file, span, how }) => {
      const bytes = Buffer.from(texts[file as keyof typeof texts]);
      const written = bytes.subarray(span.start, span.end).toString();
      const at = bytes.subarray(0, span.start).toString().split("\n").length;
      return `${file}:${at} ${written} ${how}`;
    });
  const declarationAt = (path: keyof typeof texts, before: string): unknown =>
    repository.findDeclaration(
      path,
      Buffer.byteLength(texts[path].slice(0, texts[path].indexOf(before) + before.length)),
    );

  test("of a function are its prototypes and calls, not those of another file's", () => {
    expect(linesOf("point.c", "norm", 3)).toEqual([
      "point.c:3 norm declared",
      "point.c:4 norm declared",
      "point.h:3 norm declared",
    ]);
    expect(linesOf("other.c", "norm", 1)).toEqual(["other.c:1 norm declared", "other.c:2 norm declared"]);
  });

  test("of a field are told from locals of its name", () => {
    expect(linesOf("point.h", "point.y", 1)).toEqual(["point.c:4 y declared", "point.h:1 y declared"]);
    expect(linesOf("point.h", "point.x", 1)).toEqual([
      "point.c:3 x declared",
      "point.c:4 x declared",
      "point.h:1 x declared",
    ]);
  });

  test("of types, tags, variables and macros are found", () => {
    expect(linesOf("point.h", "point_t", 2)).toEqual([
      "point.c:3 point_t declared",
      "point.h:2 point_t declared",
      "point.h:3 point_t declared",
    ]);
    expect(linesOf("point.h", "point", 1)).toEqual([
      "point.c:4 point declared",
      "point.h:1 point declared",
      "point.h:2 point declared",
    ]);
    expect(linesOf("point.c", "count", 2)).toEqual(["point.c:2 count declared", "point.c:3 count declared"]);
    expect(linesOf("point.h", "ORIGIN", 4)).toEqual([
      "point.c:2 ORIGIN declared",
      "point.c:4 ORIGIN declared",
      "point.h:4 ORIGIN declared",
    ]);
  });

  test("are found from any place", () => {
    expect(declarationAt("point.c", "return nor")).toEqual({ path: "point.c", name: "norm", line: 3 });
    expect(declarationAt("point.h", "int nor")).toEqual({ path: "point.c", name: "norm", line: 3 });
    expect(declarationAt("point.c", "p->")).toEqual({ path: "point.h", name: "point.x", line: 1 });
    expect(declarationAt("point.c", "= ORI")).toEqual({ path: "point.h", name: "ORIGIN", line: 4 });
    expect(declarationAt("other.c", "return norm(")).toBeUndefined();
    expect(declarationAt("point.c", "/* ")).toBeUndefined();
  });
});

describe("hostile C", () => {
  const sources = readdirSync(fixtures).flatMap((name) =>
    Object.entries(readTexts(join(fixtures, name))).filter(([path]) => files.isSourceFile(path)),
  );

  test("is read to its end, wherever it is cut or loses a character", () => {
    for (const [path, text] of sources) {
      for (let at = 0; at < text.length; at += 17) {
        expect(link({ [path]: text.slice(0, at) }).edges).toBeInstanceOf(Array);
        expect(link({ [path]: text.slice(0, at) + text.slice(at + 1) }).edges).toBeInstanceOf(Array);
      }
    }
  });

  test("does not make macros grow without bound", () => {
    const doubling = Array.from(
      { length: 60 },
      (_, index) => `#define M${index + 1}(x) M${index}(x) M${index}(x)\n`,
    );
    const text = `#define M0(x) f(x);\n${doubling.join("")}void f(int x) {}\nvoid g(void) { M60(1) f(2); }\n`;
    expect(callsOf({ "a.c": text })).toContain("a.c:g -> a.c:f @63 declared");
  });

  test.each([
    ["brackets", "(", ")"],
    ["braces", "{", "}"],
    ["items", "a[", "]"],
    ["calls", "f(", ")"],
    ["conditions", "1 ? 2 : ", ""],
    ["signs", "- ! ", ""],
    ["casts", "(int)", ""],
    ["sizes", "sizeof ", ""],
  ])("may nest %s as deep as it likes", (_name, open, close) => {
    const depth = 20_000;
    const text = `int f(int x) { return x; }\nint g(void) { f(1); ${open.repeat(depth)} 1 ${close.repeat(depth)}; }\nint h(void) { return f(2); }\n`;
    expect(callsOf({ "a.c": text })).toContain("a.c:h -> a.c:f @3 declared");
  });
});
