import { beforeAll, expect, test } from "vitest";

import type { Parameter, Syntax } from "../../../../src/languages/language.ts";

import { askedValuesIn } from "../../../../src/languages/python/inputs/asked-values.ts";
import { buildsPatterns } from "../../../../src/languages/python/inputs/named-choices.ts";
import {
  asksForMapping,
  otherMappingsIn,
  readParameter,
} from "../../../../src/languages/python/inputs/parameter-hints.ts";
import { documentedTypes } from "../../../../src/languages/python/inputs/documented-types.ts";
import { pythonInputs } from "../../../../src/languages/python/inputs/inputs.ts";
import {
  escapedTexts,
  lengthsIn,
  literalsOf,
  literalsOfNamed,
  mainTexts,
  namedStatements,
  signsByNumber,
} from "../../../../src/languages/python/inputs/literals.ts";
import { textsOfPattern } from "../../../../src/languages/python/inputs/pattern-examples.ts";
import { givenPythonSyntax } from "../real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

test("keys that may not be there are read from the text", () => {
  const asked = askedValuesIn('a.get("x"); b["y"]; if "z" in c: d.pop(\'w\', 1)');
  expect([...asked.optionalKeys].toSorted()).toEqual(["w", "x", "z"]);
  const text = "how = options.pop('how', 1) if \"tidy\" in options else options['kind']; other.get('no')";
  expect(askedValuesIn(text, "options").keywords.toSorted()).toEqual(["how", "kind", "tidy"]);
});

test("keywords that are handed on are those of what is called", () => {
  const text = "def loads(text, depth=3, **options):\n    return Reader(**options).read(text)\n";
  const called = [
    "def __init__(self, depth=1, strict: bool = True, hook=(lambda: 0), *, order):\n    pass\n",
    "def read(self, text, at=0):\n    pass\n",
  ];
  expect(askedValuesIn(text, "options", called).keywords).toEqual(["strict", "hook", "at"]);
  expect(askedValuesIn("def loads(text, **options):\n    pass\n", "options", called).keywords).toEqual([]);
});

test("a parameter by whose class values are asked takes a class that all have", () => {
  const text =
    "def walk(node, kind, other):\n    return isinstance(first(node, 1), kind) or issubclass(node, (other,))\n";
  const { taken } = askedValuesIn(text);
  expect(taken?.get("kind")).toEqual([{ kind: "any class", value: { named: "builtins:object" } }]);
  expect(taken?.get("other")).toBeUndefined();
});

test("what orders items takes keys that are alike, and what chooses among them answers that are", () => {
  const text = [
    "def walk(nodes, order, keep, drop, other):",
    "    for node in sorted(nodes, key=order, reverse=True):",
    "        if node.is_open and keep(node):",
    "            yield from filter(drop, node.parts(other, key=None))",
  ].join("\n");
  const kindsOf = (name: string): readonly string[] | undefined =>
    askedValuesIn(text)
      .taken?.get(name)
      ?.map(({ kind }) => kind);
  expect(kindsOf("order")).toContain("all keys alike");
  expect(kindsOf("keep")).toContain("yes to many");
  expect(kindsOf("drop")).toEqual(kindsOf("keep"));
  expect(kindsOf("other")).toBeUndefined();
});

test("texts of its own code come first, and signs that stand side by side there as one too", () => {
  const main = mainTexts(["#", "/", "*", "true"]);
  expect(main).toEqual(expect.arrayContaining(["#", "/", "*", "true", "#/", "/*"]));
  expect(mainTexts(Array.from({ length: 80 }, (_, at) => `word${"s".repeat(at)}`))).toHaveLength(12);
});

test("who asks for an abstract kind is asked about each built-in type of it", () => {
  const one: Parameter = {
    name: "one",
    kind: "positional",
    annotation: undefined,
    defaultValue: undefined,
  };
  const typesOf = (text: string): readonly string[] => readParameter(text, one).testedTypes;
  expect(typesOf("def f(one): return isinstance(one, Sized) and len(one) == 0")).toEqual(
    expect.arrayContaining(["str", "bytes", "frozenset", "deque"]),
  );
  expect(typesOf("def f(one): return isinstance(one, (abc.Sequence, int))")).toEqual(
    expect.arrayContaining(["str", "bytes", "list", "tuple", "int"]),
  );
  expect(typesOf("def f(one): return isinstance(one, SizedThing)")).toEqual([]);
});

test("what asks whether something is any mapping takes other mappings than dictionaries", () => {
  for (const asked of ["Mapping", "collections.abc.Mapping", "(list, Mapping)"])
    expect(asksForMapping(`if isinstance(parts[0], ${asked}): pass`)).toBe(true);
  for (const asked of ["dict", "MutableMapping", "(dict, list)"])
    expect(asksForMapping(`if isinstance(parts[0], ${asked}): pass`)).toBe(false);
  expect(otherMappingsIn("isinstance(one, (list, dict)) or isinstance(two, abc.Mapping)")).toEqual([
    "types.MappingProxyType",
    "collections.OrderedDict",
  ]);
  expect(otherMappingsIn("isinstance(one, list); dict(one); isinstance(one, OrderedDict)")).toEqual([]);
  expect(otherMappingsIn("for kind in kinds:\n    if isinstance(one, kind): pass")).toEqual([
    "collections.OrderedDict",
  ]);
  expect(asksForMapping("isinstance(one, Mapping)", "one")).toBe(true);
  expect(asksForMapping("isinstance(one, Mapping)", "other")).toBe(false);
});

test("powers, products and shifts of a target's numbers are numbers of its own", () => {
  expect(literalsOf("if n > 10 ** 6 or n < 24 * 60 + 1 << 4: pass").integers).toEqual(
    expect.arrayContaining([1_000_000, 1440, 16]),
  );
  expect(literalsOf("a ** 2 * b, 2 ** 3 ** 4, 9 ** 999").integers.every((each) => each < 1000)).toBe(true);
});

test("numbers with a point or an exponent are constants of their own", () => {
  expect(literalsOf("x < 1e-6 or x * 0.5 > .25 or x == 1. or v1.5 or 3 or 2.5e3").floats).toEqual([
    1e-6, 0.5, 0.25, 1, 2500,
  ]);
});

test("texts that values are written into are read as what stands between these", () => {
  expect(literalsOf(`f"{name}={value:>{width}};{{" + "%s, %-5d|" + "{}/{0.x:>3}"`).texts).toEqual(
    expect.arrayContaining(["=", ";", "%s, %-5d|", ", ", "|", "{}/{0.x:>3}", "/"]),
  );
  expect(literalsOf('f"{name}"').texts).toEqual([]);
});

test("escapes in a target's texts are what they stand for", () => {
  const code = String.raw`"a\n" + '\t\'' + r"\d+" + "\x41\u00e9" + b"\xef\xbb" + "\d" + "\ud800"`;
  expect(literalsOf(code).texts).toEqual(["a\n", "\t'", String.raw`\d+`, "Aé", "\xef\xbb", String.raw`\d`]);
});

test("numbers are read however they are written", () => {
  expect(literalsOf("0x80 <= n <= 0x9F or n == 0b101 or n > 1_000_000 or n == 0o17").integers).toEqual([
    128, 159, 5, 1_000_000, 15,
  ]);
});

test("of a number with an exponent that varies the first powers are its own", () => {
  expect(literalsOf("sizes = [1024 ** i for i in range(9)]").integers).toEqual(
    expect.arrayContaining([1024, 1_048_576]),
  );
});

test("tables that a named table is made of are read too, and functions behind it are not", () => {
  const file = [
    "BOUNDS = [17, 34]",
    "def other():\n    return 99",
    "RANGES = list(zip(BOUNDS, other()))",
    "def find(n):\n    return RANGES[n]",
  ].join("\n");
  const named = namedStatements(file, "def find(n):\n    return RANGES[n]");
  expect(literalsOfNamed(named).integers).toEqual([17, 34]);
});

test("what the class of a method assigns is read where the method reads it", () => {
  const source = `class Oven:
    levels = ("low", "high")
    brands = {"rye": 1}

    def heat(self, loaf):
        return loaf in self.levels
`;
  const method = source.slice(source.indexOf("def heat"));
  expect(namedStatements(source, method.trimEnd()).join("\n")).toContain("levels");
  expect(namedStatements(source, method.trimEnd()).join("\n")).not.toContain("brands");
});

test("constants of what a definition calls are its own after all others", () => {
  const text = "def heat(loaf):\n    return read(loaf) == 'rye'\n";
  const [definition] = syntax.parse("oven.py", text).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  const called = 'def read(loaf):\n    """Split at "|"."""\n    return loaf.split("=")[0]\n';
  const { literals } = pythonInputs.readHints(text, definition, { fileText: text, calleeTexts: [called] });
  expect(literals.texts).toEqual(["rye", "="]);
});

test("code that quotes or escapes is given what is so already", () => {
  expect(escapedTexts("return urllib.parse.quote(name, safe='')")).toContain("%41");
  expect(escapedTexts("return html.escape(name)")).toContain("&amp;");
  for (const other of ["return re.escape(name)", "return misquote(name)", "return quoted"])
    expect(escapedTexts(other)).toEqual([]);
});

test("types that items are asked for are read where a definition goes through them", () => {
  const parameter = (name: string) => ({ name, kind: "positional" as const });
  const typesOf = (text: string): readonly string[] =>
    readParameter(text, parameter("rows") as Parameters<typeof readParameter>[1]).testedItemTypes;
  expect(
    typesOf("def f(rows):\n    for row in rows:\n        if isinstance(row, (str, bytes)): pass"),
  ).toEqual(["str", "bytes"]);
  expect(typesOf("[x for i, x in enumerate(rows) if x is not None]")).toEqual(["null"]);
  expect(typesOf("for key, value in rows.items():\n    isinstance(value, list)")).toEqual(["list"]);
  expect(typesOf("for row in others:\n    isinstance(row, str)")).toEqual([]);
  expect(typesOf("for row in rows:\n    hasattr(row, '__len__')")).toEqual(
    expect.arrayContaining(["str", "set"]),
  );
  expect(typesOf("for row in rows:\n    hasattr(row, 'depth')")).toEqual([]);
});

test("types are read that predicates ask for, where a definition asks them", () => {
  const parameter = { name: "rows", kind: "positional" } as Parameters<typeof readParameter>[1];
  const asks =
    'def is_many(x: Any) -> bool:\n    """Not for texts: they are one."""\n    return hasattr(x, "__iter__") and not isinstance(x, (str, bytes))\n';
  const typesOf = (text: string, callee: string): readonly (readonly string[])[] => {
    const { testedTypes, testedItemTypes } = readParameter(text, parameter, [callee]);
    return [testedTypes, testedItemTypes];
  };
  const goes = "def f(rows):\n    for row in rows:\n        if is_many(row): pass";
  const asked = ["str", "bytes", "list", "dict", "iterator"];
  expect(typesOf(goes, asks)).toEqual([[], expect.arrayContaining(asked)]);
  expect(typesOf("def f(rows):\n    return is_many(rows)", asks)).toEqual([
    expect.arrayContaining(asked),
    [],
  ]);
  expect(typesOf("def f(rows):\n    return is_many(rows, 1) or this_is_many(rows)", asks)).toEqual([[], []]);
  const reads = "def is_many(x):\n    if isinstance(x, bytes):\n        x = x.decode()\n    return x";
  expect(typesOf(goes, reads)).toEqual([[], []]);
});

test("a pattern is made of pieces where a call of the library of patterns takes more than one text", () => {
  for (const text of [
    're.sub(f"<{tag}>", "", x)',
    're.compile("|".join(names))',
    'p = "a" + b\nre.match(p, x)',
  ])
    expect(buildsPatterns(text)).toBe(true);
  for (const text of [
    're.sub(r"\\d+", "", x) + ", "',
    're.compile("|".join(map(re.escape, names)))',
    'NAME_RE.sub(f"{x}", y)',
    're.match(_NAME, f"{x}")',
  ])
    expect(buildsPatterns(text)).toBe(false);
});

test("what is gone through has any number of items, and what is taken apart has not", () => {
  const rows: Parameter = {
    name: "rows",
    kind: "positional",
    annotation: undefined,
    defaultValue: undefined,
  };
  const isGoneThrough = (body: string): boolean =>
    readParameter(`def f(rows):\n    ${body}\n`, rows).isGoneThrough;
  for (const body of [
    "for row in rows: pass",
    "return [x for x in reversed(rows)]",
    "return zip(*rows)",
    "return list(map(iter, rows))",
    "return sum(rows)",
  ])
    expect([body, isGoneThrough(body)]).toEqual([body, true]);
  for (const body of [
    "x, y = rows",
    "x, y = map(float, rows)",
    "return 2 in rows",
    "return 2 * rows",
    "return rows[0] + sum(rows)",
    "return other.rows",
  ])
    expect([body, isGoneThrough(body)]).toEqual([body, false]);
});

test("what texts are cut at, or what is replaced in them, is a piece, and so is what its items are", () => {
  const signs: Parameter = {
    name: "signs",
    kind: "positional",
    annotation: undefined,
    defaultValue: undefined,
  };
  const isPiece = (body: string): boolean =>
    readParameter(`def f(text, signs):\n    ${body}\n`, signs).isPiece;
  for (const body of [
    "return text.split(signs)",
    'return text.strip().replace(signs, "")',
    "for sign in signs: text = text.replace(sign, '/')",
  ])
    expect([body, isPiece(body)]).toEqual([body, true]);
  for (const body of [
    "return text.startswith(signs)",
    "return signs.split(text)",
    "return text.count(signs)",
  ])
    expect([body, isPiece(body)]).toEqual([body, false]);
});

test("what a range steps by, give or take a number, is never zero", () => {
  const limit: Parameter = {
    name: "limit",
    kind: "positional",
    annotation: undefined,
    defaultValue: "75",
  };
  const isNeverZero = (body: string): boolean =>
    readParameter(`def f(line, limit=75):\n    ${body}\n`, limit).isNeverZero;
  expect(isNeverZero("return range(0, len(line), limit - 1)")).toBe(true);
  expect(isNeverZero("return range(0, len(line), limit)")).toBe(true);
  expect(isNeverZero("return range(0, limit, 2)")).toBe(false);
  expect(isNeverZero("return range(0, len(line), limit - 1) if limit > 0 else []")).toBe(false);
  const parts: Parameter = { ...limit, name: "num_parts", defaultValue: undefined };
  const areNeverNone = (body: string): boolean =>
    readParameter(`def f(line, num_parts):\n    ${body}\n`, parts).isNeverZero;
  expect(areNeverNone("return split(line, num_parts)")).toBe(true);
  expect(areNeverNone("return split(line, num_parts) if num_parts else []")).toBe(false);
});

test("lengths are those that are compared with, and at which something is cut", () => {
  expect(lengthsIn("if len(text) > 128 or 3 == len(f(x)): text[:8] + text[-4:] + text[1]")).toEqual([
    128, 3, 4, 8,
  ]);
  expect(lengthsIn("size = len(str(number))\nif size >= 66: raise ValueError(number)")).toEqual([66]);
});

test("signs that are compared by their numbers are texts of a target's own", () => {
  expect(signsByNumber("if ord(sign) > 0xFFFF or ord(sign) < 65: pass", [0xffff, 65, 3])).toEqual([
    "\uffff",
    "\u{10000}",
    "A",
    "B",
  ]);
  expect(signsByNumber("if size > 65: pass", [65])).toEqual([]);
});

test("numbers in comments are nobody's", () => {
  expect(literalsOf('n = 7  # RFC 3986\n# 2396 too\nx = "# 9"').integers).toEqual([7, 9]);
});

test.each([
  ["if word in words: return 1", true],
  ["return word not in words", true],
  ["for word in words: pass", false],
  ["return words.count(word)", false],
  ["if word in words.keys(): pass", false],
])("%s asks for an item: %s", (body, asks) => {
  const words = {
    name: "words",
    kind: "positional",
    annotation: undefined,
    defaultValue: undefined,
  } as const;
  expect(readParameter(`def has(word, words): ${body}`, words).asksForItems).toBe(asks);
});

test("a sign of control in a pattern is one, and a number of things a count", () => {
  expect(textsOfPattern("[\u0000-\u0008\u007f]")?.matching.every((text) => text.length === 1)).toBe(true);
  expect(documentedTypes(":param words: Number of words expected.", "words")).toEqual(["int"]);
});
