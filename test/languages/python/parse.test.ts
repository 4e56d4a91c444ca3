import { beforeAll, describe, expect, test } from "vitest";

import type { Definition, Syntax } from "../../../src/languages/language.ts";
import { isTestFile } from "../../../src/languages/python/test-code.ts";
import { cut, getDefinition, givenPythonSyntax } from "./real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const parse = (text: string): readonly Definition[] => syntax.parse("package/module.py", text).definitions;
const named = (text: string): string[] => parse(text).map((one) => `${one.kind} ${one.name}`);
const bodies = (text: string): string[] => parse(text).map((one) => cut(text, one.spans.body));
const only = (text: string): Definition => getDefinition(syntax, text, parse(text).at(-1)?.name ?? "?");

describe("what is found", () => {
  test("functions and methods of every kind, nested classes included, functions in functions not", () => {
    const text = `
def plain(): return [1]
class A:
    def method(self): ...
    @staticmethod
    def s(): ...
    @classmethod
    async def c(cls): ...
    @property
    def p(self): ...
    @p.setter
    def p(self, v): ...
    @p.deleter
    def p(self): ...
    @functools.cached_property
    def lazy(self): ...
    def __new__(cls): ...
    class B:
        def inner(self):
            def nested(): ...
            class Local:
                def lost(self): ...
`;
    expect(named(text)).toEqual([
      "function plain",
      "method A.method",
      "static_method A.s",
      "class_method A.c",
      "getter A.p",
      "setter A.p",
      "deleter A.p",
      "getter A.lazy",
      "static_method A.__new__",
      "method A.B.inner",
    ]);
  });

  test("definitions below compound statements of a module or class", () => {
    const text =
      "if a:\n  def f(): ...\nelif b:\n  def g(): ...\nelse:\n  def h(): ...\ntry:\n  def i(): ...\nexcept E:\n  def j(): ...\nelse:\n  def k(): ...\nfinally:\n  def l(): ...\nwith a:\n  class C:\n    if x:\n      def m(self): ...\nmatch a:\n  case 1:\n    def n(): ...\nfor _ in a:\n  def o(): ...\n";
    expect(named(text).map((one) => one.split(" ")[1])).toEqual("f g h i j k l C.m n o".split(" "));
  });

  test("of several definitions of a name in one scope only the last", () => {
    const text =
      "@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a): return a\nif x:\n    def g(): return 1\nelse:\n    def g(): return 2\nclass A:\n    def old(self): ...\nclass A:\n    @property\n    def p(self): ...\n    @p.setter\n    def p(self, v): return 1\n    @p.setter\n    def p(self, v): return 2\n";
    expect(parse(text).map((one) => [one.name, one.kind, one.lines.start])).toEqual([
      ["f", "function", 5],
      ["g", "function", 9],
      ["A.p", "getter", 14],
      ["A.p", "setter", 18],
    ]);
  });

  test("syntax errors are recorded by line, what they touch is left out, the rest goes on", () => {
    const file = syntax.parse(
      "m.py",
      "def a():\n    return 1\n\nx = (\n\ndef b():\n    return )\n\ndef c():\n    return 3\n",
    );
    expect(file.syntaxErrorLines.length).toBeGreaterThan(0);
    expect(file.definitions.map((one) => one.name)).not.toContain("b");
    const old = syntax.parse(
      "m.py",
      "def a():\n    print 'x'\n\ndef b((c, d)):\n    return c\n\ndef e(): return 1\n",
    );
    expect(old.syntaxErrorLines).toEqual([2, 4]);
    expect(old.definitions.map((one) => one.name)).toEqual(["e"]);
  });
});

describe("spans", () => {
  test.each([
    ["a body below its header", "def f():\n    a\n    return 1\n", "    a\n    return 1"],
    [
      "comments of the body",
      "def f():  # header\n    # c\n    a\n    # d\n\n# e\n",
      "    # c\n    a\n    # d",
    ],
    ["a comment at the end of the last line", "def f():\n    a  # why\n\nb\n", "    a  # why"],
    ["what is below the docstring", 'def f():\n    """doc"""  # noqa\n\n    # c\n    a\n', "    # c\n    a"],
    ["one line", "def f(): return 1  # why\n", "return 1  # why"],
    ["statements on one line", "def f(): a; b;\n", "a; b;"],
    ["code behind the docstring", "def f():\n    'doc'; return 1\n", "; return 1"],
    ["code behind the docstring and below", "def f():\n    'doc'; a\n    b\n", "; a\n    b"],
    ["nothing below the docstring", "def f():\n    'doc'\n", ""],
    ["a continued header", "def f(a, # c\n      b): \\\n  return 1\n", "return 1"],
    ["tabs and form feeds", "\f\ndef f():\n\ta\n\f\n\tb\n", "\ta\n\f\n\tb"],
    ["carriage returns", "def f():\r\n    a\r\n\r\n    b\r\n\r\n", "    a\r\n\r\n    b"],
    [
      "a byte order mark and wide characters",
      "\uFEFFx = 'é😀'\ndef f():\n    'ü'\n    return '😀'\n",
      "    return '😀'",
    ],
    ["a trailing backslash", "def f():\n    return 1\\\n\nx\n", "    return 1"],
    ["the end of the file", "def f():\n    if a:\n        b\n    # end", "    if a:\n        b\n    # end"],
    [
      "lines in brackets left of the block",
      "def f():\n    x = (1 +\n2)\n    return x\n",
      "    x = (1 +\n2)\n    return x",
    ],
  ])("%s", (_, text, body) => {
    expect(bodies(text)).toEqual([body]);
  });

  test("the whole begins with the first decorator, the definition with def", () => {
    const text = "class A:\n    @a\n    # why\n    @b(1)  # c\n    async def f(self): pass\n";
    const definition = only(text);
    expect(cut(text, definition.spans.whole)).toBe(
      "@a\n    # why\n    @b(1)  # c\n    async def f(self): pass",
    );
    expect(cut(text, definition.spans.definition)).toBe("async def f(self): pass");
    expect(definition).toMatchObject({
      decorators: ["a", "b(1)"],
      indentation: "    ",
      lines: { start: 5, end: 5 },
      signature: "async def f(self):",
      isAsync: true,
    });
  });
});

describe("headers", () => {
  test("parameters of every kind with annotations and defaults", () => {
    const { parameters, returnAnnotation, signature } = only(
      "def f[T: int = str](a, b: T, /, c=1, d: int = 2, *args: str, e, f=3, **kw: Any) -> dict[str, T]: pass\n",
    );
    expect(parameters.map((one) => [one.name, one.kind, one.annotation, one.defaultValue])).toEqual([
      ["a", "positional_only", undefined, undefined],
      ["b", "positional_only", "T", undefined],
      ["c", "positional", undefined, "1"],
      ["d", "positional", "int", "2"],
      ["args", "variadic", "str", undefined],
      ["e", "keyword_only", undefined, undefined],
      ["f", "keyword_only", undefined, "3"],
      ["kw", "variadic_keyword", "Any", undefined],
    ]);
    expect(returnAnnotation).toBe("dict[str, T]");
    expect(signature.endsWith("-> dict[str, T]:")).toBe(true);
  });

  test.each([
    ["'''a\\n\\x41\\u00e9'''", "a\nAé"],
    [String.raw`r"\n"`, String.raw`\n`],
    ["'one' 'two'", "onetwo"],
    ["('in brackets')", "in brackets"],
    ["u'old'", "old"],
    ["f'{x}'", undefined],
    ["b'bytes'", undefined],
    ["'a' + 'b'", undefined],
  ])("the docstring of %s is %j", (literal, value) => {
    expect(only(`def f():\n    ${literal}\n    return 1\n`).docstring).toBe(value);
  });

  test("a generator yields in its own scope", () => {
    const generators = ["yield", "x = yield 1", "return [(yield)]", "yield from a", "if a:\n        yield"];
    const others = [
      "return lambda: (yield)",
      "def g():\n        yield",
      "class A:\n        def m(self): yield",
      "return (a for a in b)",
    ];
    const isGenerator = (body: string): boolean => only(`def f():\n    ${body}\n`).isGenerator;
    expect([generators.map(isGenerator), others.map(isGenerator)]).toEqual([
      generators.map(() => true),
      others.map(() => false),
    ]);
  });
});

describe("facts", () => {
  test("counts", () => {
    const { facts } = only(`def f(self, items):
    """Doc."""
    # comment

    if items and self.ok or None:
        return 0
    elif json.loads(
        items
    ):
        pass
    for a in [b for b in items if b]:
        with a: self.parse(a).strip()
    try: x = 1 if a else 2
    except E: raise
    except F: raise a.B(1) from x
    return other._secret
`);
    expect(facts).toMatchObject({
      statements: 11,
      topLevelStatements: 4,
      branches: 9,
      codeLines: 13,
      topLevelReturns: 1,
      topLevelConstantReturns: 0,
      calls: ["json.loads", ".strip", "self.parse", "a.B"],
      raises: ["a.B"],
      privateAttributeReads: new Map([["_secret", 1]]),
    });
    expect(facts.words).toEqual(expect.arrayContaining(["items", "json", "loads", "_secret"]));
  });

  test("say that it gives a truth value where it is documented so", () => {
    const truth = (documentation: string, body: string): boolean =>
      only(`def f(loaf):\n    """${documentation}"""\n    ${body}\n`).facts.declaresTruth;
    const mixed = "return True if loaf is None else False";
    expect(truth("Checks whether it is baked.", "return True")).toBe(true);
    expect(
      truth("Determine if it is baked.", `if loaf:\n        return False\n    return loaf.match()`),
    ).toBe(true);
    expect(truth("Returns:\n        bool: baked.", "return loaf.match()")).toBe(true);
    expect(truth("Checks whether it is baked, and gives its name.", "return loaf.name")).toBe(false);
    expect(truth("The loaf that was checked.", mixed)).toBe(false);
  });

  const flags = (body: string, header = "def f(self, a, *b, **c):"): Record<string, boolean> => {
    const { facts } = only(`${header}\n    ${body}\n`);
    return { stub: facts.isStub, trivial: facts.isTrivialReturn, forwarding: facts.isForwarding };
  };
  test.each([
    ["pass", "stub"],
    ["...", "stub"],
    ["'doc'", "stub"],
    ["'doc'\n    pass", "stub"],
    ["raise NotImplementedError", "stub"],
    ["raise NotImplementedError('later')", "stub"],
    ["return self.a.b", "trivial"],
    ["return a", "trivial"],
    ["return -1", "trivial"],
    ["return ('x')", "trivial"],
    ["return", "trivial"],
    ["yield None", "trivial"],
    ["return f'x'", "trivial"],
    ["return self.g(a, *b, **c)", "forwarding"],
    ["g(a, x=a)", "forwarding"],
    ["return await g(a)", "forwarding"],
    ["return g(a, 1)", "nothing"],
    ["return f'{a}'", "nothing"],
    ["return a[0]", "nothing"],
    ["return a.b()[0]", "nothing"],
    ["raise ValueError", "nothing"],
  ])("%j is %s", (body, expected) => {
    const wanted = { stub: false, trivial: false, forwarding: false };
    expect(flags(body)).toEqual(expected === "nothing" ? wanted : { ...wanted, [expected]: true });
  });

  test("abstract methods and overloads are stubs whatever they hold", () => {
    const text =
      "class A:\n    @abc.abstractmethod\n    def f(self): return g() + 1\n    @typing.overload\n    def h(self): return g() + 1\n";
    expect(parse(text).map((one) => one.facts.isStub)).toEqual([true, true]);
  });

  test("test code is known by path and by test case classes", () => {
    const tests = [
      "tests/a.py",
      "a/test/b.py",
      "test_a.py",
      "a_test.py",
      "conftest.py",
      "a/unit_tests/x.py",
      "tests.py",
    ];
    const others = ["a/testing.py", "contest.py", "latest/a.py", "attest.py", "a/testing/b.py"];
    expect([tests.map(isTestFile), others.map(isTestFile)]).toEqual([
      tests.map(() => true),
      others.map(() => false),
    ]);
    const text = "class A(unittest.TestCase):\n    def helper(self): return 1\ndef f(): return 1\n";
    expect(parse(text).map((one) => one.facts.isTestCode)).toEqual([true, false]);
  });

  test("private attributes count where they are read, under the name they have at run time", () => {
    const text =
      "class A:\n    def f(self):\n        self._a = 1\n        self._b, x = 1, 2\n        self._c += 1\n        del self._d\n        for self._e in x: pass\n        return self.__f, o._g.h, getattr(o, '_i', 1), self.__class__, o._j[0]\n        o._k.l = 1\n";
    const { privateAttributeReads } = syntax.parse("m.py", text);
    expect([...privateAttributeReads.keys()].sort()).toEqual(["_A__f", "_c", "_g", "_i", "_j", "_k"]);
    expect(only(text).facts.privateAttributeReads).toEqual(privateAttributeReads);
  });
});

describe("hostile files", () => {
  const depth = 30_000;
  test.each([
    ["50 MB", "x = 1\n".repeat(8_750_000), "too_large"],
    ["deep brackets", `x = ${"(".repeat(depth)}${")".repeat(depth)}\n`, "too_deep"],
    ["backslashes", "\\\n".repeat(12_000), "too_costly"],
    ["a chain of sums", `x = ${"1+".repeat(depth)}1\n`, "too_deep"],
  ])("%s are refused", (_, text, refused) => {
    expect(syntax.parse("m.py", text)).toMatchObject({ refused, definitions: [], syntaxErrorLines: [] });
  });

  test.each([
    ["open brackets", "(".repeat(depth)],
    ["zeros", "\0".repeat(depth)],
    ["quotes", `"""'''"`.repeat(depth)],
    ["half characters", "\ud800 = 1\n".repeat(100)],
    ["words", "def class if : async @ * -> \n".repeat(1000)],
    ["nothing", ""],
  ])("%s are read without harm", (_, text) => {
    const file = syntax.parse("m.py", `${text}\n`);
    expect(file.definitions).toEqual([]);
  });

  test("attributes that a method assigns to its own object are those by its first parameter, public ones alone", () => {
    const text = `
class Till:
    def close(this, other):
        this.total, this._day = 0, 1
        if other:
            this.count += 1
            other.name = this.label
        total = this.rows[0].left = 3
`;
    expect(only(text).facts.ownAssignments).toEqual(new Set(["total", "count"]));
    expect(only("def close(this):\n    this.total = 0\n    return this\n").facts.ownAssignments).toEqual(
      new Set(),
    );
  });

  test("the parser works on after them", () => {
    expect(named("def f(): return 1\n")).toEqual(["function f"]);
  });
});
