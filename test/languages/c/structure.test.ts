import { describe, expect, test } from "vitest";

import { givenStructure } from "../shown-structure.ts";

describe("the structure of C", () => {
  test("has prototypes, types and macros", async () => {
    const read = await givenStructure("c", "orchard.h");
    expect(read.outline).toEqual([
      "2 macro ORCHARD_H",
      "6 macro MOST",
      "7 macro LARGER",
      "15 type Tree",
      "12 struct tree",
      "  14 struct tree.leaf",
      "15 type TreePointer",
      "17 type Point",
      "18 type picker",
      "19 enum kind",
      "20 union either",
      "24 function pick",
      "25 function none",
      "25 function some",
      "26 variable count",
      "26 variable counts",
    ]);
    expect(read.imports).toEqual(["3 stddef.h * as nothing", "4 plant.h * as nothing"]);
    expect(read.all("LARGER")).toEqual([
      {
        whole: "#define LARGER(a, b) ((a) > (b) \\\n  ? (a) : (b))",
        header: "#define LARGER(a, b) ",
        name: "LARGER",
        parameters: "(a, b)",
        body: "((a) > (b) \\\n  ? (a) : (b))",
        given: ["positional a", "positional b"],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Tree")).toEqual([
      {
        whole:
          "typedef struct tree {\n  int height, *sizes;\n  struct leaf { int color; } leaves[3];\n} Tree, *TreePointer;",
        header:
          "typedef struct tree {\n  int height, *sizes;\n  struct leaf { int color; } leaves[3];\n} Tree, *TreePointer;",
        name: "Tree",
        documentation: "/* A tree.\n * Früchte. */",
        given: [],
        type: "struct tree",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("tree")).toEqual([
      {
        whole: "struct tree {\n  int height, *sizes;\n  struct leaf { int color; } leaves[3];\n}",
        header: "struct tree ",
        name: "tree",
        documentation: "/* A tree.\n * Früchte. */",
        body: "{\n  int height, *sizes;\n  struct leaf { int color; } leaves[3];\n}",
        given: [],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("pick")).toEqual([
      {
        whole: "extern int pick(Tree *tree, const char *names[], int (*choose)(int), ...);",
        header: "extern int pick(Tree *tree, const char *names[], int (*choose)(int), ...);",
        name: "pick",
        parameters: "(Tree *tree, const char *names[], int (*choose)(int), ...)",
        documentation: "/// Picks.\n/// Once.",
        given: [
          "positional tree: Tree *",
          "positional names: const char *[]",
          "positional choose: int (*)(int)",
          "variadic ",
        ],
        type: "int",
        decorators: [],
        modifiers: ["extern"],
        bases: [],
      },
    ]);
    expect(read.all("some")).toEqual([
      {
        whole: "*some()",
        header: "*some()",
        name: "some",
        parameters: "()",
        given: [],
        type: "void *",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("picker")).toEqual([
      {
        whole: "typedef int (*picker)(const Tree *tree, void *);",
        header: "typedef int (*picker)(const Tree *tree, void *);",
        name: "picker",
        given: [],
        type: "int (*)(const Tree *tree, void *)",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
  });

  test("is read without the preprocessor where the grammar cannot read it", async () => {
    const read = await givenStructure(
      "c",
      "broken.c",
      `EXPORT int bar(int x) { return x; }
API_FUNC(int) named(int a);
DEFINE_LIST(trees)
LIB_API void LIB_CALL called(void) UNUSED;
#ifdef WINTER
int branched(int a) {
#else
int branched(void) {
#endif
  for_each (tree) { grow(
#ifdef DEEP
    tree) }
#else
    );
#endif
#define INNER 1
  return 1;
}
#ifdef __cplusplus
extern "C" {
#endif
static FILE *open_tree(const char *name) { return 0; }
#ifdef __cplusplus
}
#endif
`,
    );
    expect(read.outline).toEqual([
      "1 function bar",
      "2 function named",
      "4 function called",
      "6 function branched",
      "16 macro INNER",
      "22 function open_tree",
    ]);
    expect(read.all("open_tree")).toMatchObject([
      { body: "{ return 0; }", type: "FILE *", modifiers: ["static"] },
    ]);
  });

  test("has functions in every branch, and variables of the file", async () => {
    const read = await givenStructure("c", "orchard.c");
    expect(read.outline).toEqual([
      "3 variable names",
      "4 variable chosen",
      "8 function grow",
      "15 function pick",
      "17 function bloom",
      "19 function pick",
      "22 function old",
      "24 function handler",
    ]);
    expect(read.imports).toEqual(["1 orchard.h * as nothing"]);
    expect(read.all("grow")).toEqual([
      {
        whole: "static inline int\ngrow(int by)\n{\n  struct local { int a; };\n  return by;\n}",
        header: "static inline int\ngrow(int by)\n",
        name: "grow",
        parameters: "(int by)",
        documentation: "/* grows */",
        body: "{\n  struct local { int a; };\n  return by;\n}",
        given: ["positional by: int"],
        type: "int",
        decorators: [],
        modifiers: ["static", "inline"],
        bases: [],
      },
    ]);
    expect(read.all("old")).toEqual([
      {
        whole: "int old(a, b) int a; char b; { return a; }",
        header: "int old(a, b) int a; char b; ",
        name: "old",
        parameters: "(a, b)",
        body: "{ return a; }",
        given: ["positional a", "positional b"],
        type: "int",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("handler")).toEqual([
      {
        whole: "void (*handler(int sign))(int) { return 0; }",
        header: "void (*handler(int sign))(int) ",
        name: "handler",
        parameters: "(int sign)",
        body: "{ return 0; }",
        given: ["positional sign: int"],
        type: "void *",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("chosen")).toEqual([
      {
        whole: "static int (*chosen)(int) = 0;",
        header: "static int (*chosen)(int) = 0;",
        name: "chosen",
        given: [],
        type: "int (*)(int)",
        decorators: [],
        modifiers: ["static"],
        bases: [],
      },
    ]);
  });

  test("has tests by their names", async () => {
    const read = await givenStructure("c", "test/test_orchard.c");
    expect(read.outline).toEqual(["4 function test_pick (test)", "5 function helper", "6 function main"]);
    expect(read.imports).toEqual(["1 assert.h * as nothing", "2 ../orchard.h * as nothing"]);
  });
});
