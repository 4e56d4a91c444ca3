import { describe, expect, test } from "vitest";

import { MAX_MUTANTS } from "../../../../src/languages/python/variants/mutants/mutants.ts";
import { mutationOperators } from "../../../../src/languages/python/variants/mutants/operators.ts";
import type { OutputKind } from "../../../../src/spec/index.ts";
import { givenDefinition, givenFunction, variants } from "./library.ts";
import { compileAll } from "./real-python.ts";

/** Replaced text and replacement of each mutant of an operator in a function with this body. */
function mutationsOf(operator: string, text: string): string[] {
  const definition = givenDefinition(text);
  const whole = Buffer.from(text).subarray(definition.spans.whole.start);
  return variants
    .mutants(text, definition)
    .filter((mutant) => mutant.kind === operator)
    .map(({ edit }) =>
      edit === undefined
        ? "no edit"
        : `${whole.subarray(edit.start, edit.end).toString()} -> ${edit.replacement}`,
    );
}

function expectMutations(operator: string, body: string, expected: readonly string[]): void {
  expect(mutationsOf(operator, givenFunction(body)).sort()).toEqual([...expected].sort());
}

const TABLE: readonly (readonly [operator: string, body: string, expected: readonly string[]])[] = [
  ["comparison-boundary", "return a <= b", ["<= -> <"]],
  ["comparison-boundary", "return a < b >= c", ["< -> <=", ">= -> >"]],
  ["comparison-negation", "return a  not   in b", ["not   in -> in"]],
  ["comparison-negation", "return a is b", ["is -> is not"]],
  ["identity-equality", "return a is not b", ["is not -> !="]],
  ["identity-equality", "return a is None", []],
  ["identity-equality", "return a == b", []],
  ["identity-equality", "return a is Unit.SECONDS", []],
  ["comparison-relation", "return a == b", ["== -> <=", "== -> >="]],
  ["comparison-relation", "return a != b", ["!= -> <", "!= -> >"]],
  ["comparison-relation", "return a < 3 >= c", ["< -> !=", ">= -> =="]],
  ["comparison-relation", "return len(a) == 0 or b % 2 == 0 or c == ''", []],
  ["comparison-relation", "while a < b:\n    a += c", []],
  ["boolean-operator", "return a and b", ["and -> or"]],
  ["not-removal", "return not a", ["not a -> a"]],
  ["condition-negation", "while(a):\n    break", ["(a) -> (not ((a)))"]],
  ["condition-negation", "if a and b:\n    return c", ["a and b -> not (a and b)"]],
  ["condition-negation", "if a < b:\n    return c", []],
  ["condition-forced", "return a if b else c", ["b -> True", "b -> False"]],
  ["condition-forced", "while a:\n    b()", ["a -> False"]],
  ["condition-forced", 'if"x"in a:pass', ['"x"in a ->  True', '"x"in a ->  False']],
  ["call-removal", "return f(a)if b else c", ["f(a) -> a "]],
  ["condition-forced", "assert a, b", ["a -> True", "a -> False"]],
  ["arithmetic", "return a * b", ["* -> /", "* -> +"]],
  ["arithmetic", "return a / b % c @ d", ["/ -> *", "/ -> //", "% -> *", "% -> //", "@ -> *"]],
  ["arithmetic", 'return "%s" % b', []],
  ["bitwise", "return a << b", ["<< -> >>"]],
  ["unary", "return -a", ["-a -> a"]],
  ["unary", "return ~a", ["~a -> a", "~a -> -a"]],
  ["augmented-assignment", "a @= b", ["@= -> *=", "@= -> ="]],
  ["augmented-assignment", "a //= b", ["//= -> *=", "//= -> ="]],
  ["operand-removal", "return a + b", ["a + b -> a", "a + b -> b"]],
  ["operand-removal", "return a < b <= c", ["a < b <= c -> a < b", "a < b <= c -> b <= c"]],
  ["operand-removal", "return a < b", []],
  ["operand-removal", "return-a+b", ["-a+b -> -a", "-a+b ->  b"]],
  ["integer-constant", "return a[7]", ["7 -> 8", "7 -> 6", "7 -> 0"]],
  ["integer-constant", "return a ** 0", ["0 -> 1", "0 -> (-1)"]],
  ["integer-constant", "return 0x10", ["0x10 -> 17", "0x10 -> 15", "0x10 -> 0"]],
  ["float-constant", "return 2.5", ["2.5 -> (2.5 + 1)", "2.5 -> (2.5 - 1)", "2.5 -> 0.0"]],
  ["complex-constant", "return 2j", ["2j -> (2j + 1)", "2j -> 0j"]],
  ["integer-constant", "return 2j", []],
  ["string-case", 'return "Ab1"', ["Ab1 -> aB1"]],
  ["string-case", String.raw`return "\n\x4aa %s {b}"`, [String.raw`\n\x4aa %s {b} -> \n\x4aA %s {b}`]],
  ["string-case", 'return a.encode("utf-8")', []],
  ["string-case", 'return f"a{b}c" + "1"', ["a -> A", "c -> C"]],
  ["string-constant", 'return "x"', [" -> XX", "x -> "]],
  ["string-constant", 'return ""', [" -> XX"]],
  ["string-constant", '"""Text."""\nreturn 1', []],
  ["named-constant", "return f(True, None)", ["True -> False", "None -> True"]],
  ["named-constant", "return a is None", []],
  ["loop-control", "for x in a:\n    break", ["break -> continue"]],
  ["loop-control", "for x in a:\n    break\nreturn b", ["break -> continue", "break -> return"]],
  [
    "loop-control",
    "for x in a:\n    if x:\n        continue\n    b(x)",
    ["continue -> break", "continue -> pass"],
  ],
  ["loop-skip", "for x in a:\n    b(x)", ["a -> ()"]],
  ["filter-removal", "return [x for x in a if x]", ["if x -> "]],
  ["return-value", "return a", ["return a -> return None"]],
  ["return-value", "return", ["return -> return True"]],
  ["return-value", "yield a\nreturn b", []],
  ["return-removal", "if a:\n    return b\nreturn c", ["return b -> pass"]],
  ["lambda-value", "return f(lambda: a, lambda x: None)", ["a -> None", "None -> 0"]],
  [
    "case-removal",
    "match a:\n    case 1:\n        b()\n    case _:\n        c()",
    ["case 1:\n            b() -> ", "case _:\n            c() -> "],
  ],
  ["case-removal", "match a:\n    case 1:\n        b()", []],
  ["yield-value", "yield a", ["yield a -> yield None"]],
  ["yield-value", "yield from a", ["a -> ()"]],
  ["raise-removal", "raise a", ["raise a -> pass"]],
  ["exception-type", "raise ValueError(a)", ["ValueError -> RuntimeError"]],
  ["exception-type", "raise a", []],
  ["handler-body", "try:\n    a()\nexcept E:\n    b()", ["b() -> pass", "b() -> raise"]],
  ["handler-body", "try:\n    a()\nexcept E:\n    pass  # why", ["pass  # why -> raise"]],
  ["finally-body", "try:\n    a()\nfinally:\n    b()", ["b() -> pass"]],
  ["element-removal", "try:\n    a()\nexcept (E, F):\n    b()", ["(E, F) -> (F,)", "(E, F) -> (E,)"]],
  ["statement-deletion", "a = b\nreturn a", ["a = b -> pass"]],
  ["statement-deletion", "a: int\nreturn a", []],
  ["statement-deletion", "yield a", []],
  ["assignment-value", "a = b", ["b -> None"]],
  ["argument-swap", "return f(a, b, c)", ["a, b -> b, a", "b, c -> c, b"]],
  ["argument-swap", "return min(a, b) + math.gcd(a, b)", []],
  ["argument-swap", "return max(a, b, key=c)", ["a, b -> b, a"]],
  ["call-removal", "return f(a)", ["f(a) -> a"]],
  ["call-removal", "return a.f(b, c)", ["a.f(b, c) -> a"]],
  ["call-removal", "return f(1).g", ["f(1) -> (1)"]],
  ["argument-removal", "return f(a, *b, k=c)", ["a, -> ", "*b, -> "]],
  ["argument-removal", "return f(a)", []],
  ["argument-removal", 'return a.split(",")', ['"," -> ']],
  ["keyword-removal", "return f(a, k=b)", [", k=b -> "]],
  ["called-name", "return min(a)", ["min -> max"]],
  ["called-name", "return a.split(b)", []],
  ["called-name", "return a.split(b, 1)", ["split -> rsplit"]],
  ["called-name", "return a.split(maxsplit=1)", ["split -> rsplit"]],
  ["range-bounds", "return range(a)", [" -> 1, ", "a -> a + 1", "a -> a - 1"]],
  ["slice-bounds", "return a[b:]", ["b -> ", "b -> b + 1"]],
  ["slice-bounds", "return a[:b]", ["b -> ", "b -> b - 1"]],
  ["slice-bounds", "return a[b or c:]", ["b or c -> ", "b or c -> (b or c) + 1"]],
  ["index-bounds", "return a[len(b) - 1]", ["len(b) - 1 -> len(b) - 1 + 1", "len(b) - 1 -> len(b) - 1 - 1"]],
  ["index-bounds", "return [a[i] + a[x] for i in range(3)]", ["i -> i + 1", "i -> i - 1"]],
  ["index-bounds", "for i, x in enumerate(b):\n    c(a[i])", ["i -> i + 1", "i -> i - 1"]],
  ["index-bounds", "for i in b:\n    c(a[i])", []],
  ["element-removal", "return [a, b]", ["a, -> ", ", b -> "]],
  ["element-removal", "return (a, b)", ["(a, b) -> (b,)", "(a, b) -> (a,)"]],
  ["element-removal", "return {a: b}", ["a: b -> "]],
  ["formatting", 'return f"x{a!r:>3}"', ["{a!r:>3} -> ", "!r -> ", ":>3 -> "]],
  ["formatting", 'return "%s" % a', ['"%s" % a -> "%s"']],
];

describe("mutation operators", () => {
  test.each(TABLE)("%s: %j", (operator, body, expected) => expectMutations(operator, body, expected));

  test("await-removal takes await away", () => {
    expect(mutationsOf("await-removal", givenFunction("return await a()", "a", "async def"))).toEqual([
      "await a() -> a()",
    ]);
  });

  test("default-argument changes defaults of the target", () => {
    expect(mutationsOf("default-argument", givenFunction("return a", "a=b, *, c: int = 1"))).toEqual([
      "b -> None",
      "1 -> None",
    ]);
  });

  test("every operator stands in the table or in a test of its own", () => {
    const tested = new Set(TABLE.map(([operator]) => operator)).union(
      new Set(["await-removal", "default-argument"]),
    );
    expect(mutationOperators.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  test("decorators, annotations, docstrings and imports stay as they are", () => {
    const text = [
      "@cache(maxsize=1)",
      'def target(a: "list[int]") -> "dict[str, 1]":',
      '    """Say 1."""',
      "    from b import c",
      '    d: Literal["e"]',
      "    return a",
      "",
    ].join("\n");
    expect(variants.mutants(text, givenDefinition(text)).map(({ kind }) => kind)).toEqual(["return-value"]);
  });

  test("a binding that a nested function declares nonlocal is not deleted", () => {
    const text = givenFunction("n = 0\ndef inner():\n    nonlocal n\n    n += 1\ninner()\nreturn n");
    const made = variants.mutants(text, givenDefinition(text));
    expect(compileAll(made.map(({ completion }) => completion)).filter((error) => error !== null)).toEqual(
      [],
    );
    expect(made.some(({ kind }) => kind === "statement-deletion")).toBe(true);
  });
});

describe("mutants that no comparison can see", () => {
  /** Rule and kind of all mutants that carry a rule. */
  function rulesOf(body: string, sees: readonly OutputKind[] = []): string[] {
    const text = givenFunction(body);
    const made = variants.mutants(text, givenDefinition(text), { sees });
    return made.flatMap(({ kind, unobservable }) =>
      unobservable === undefined ? [] : [`${unobservable} ${kind}`],
    );
  }

  test.each([
    ['raise ValueError("bad")', ["exception_message string-constant", "exception_message string-constant"]],
    ['raise ValueError(f"x{a + b}")', ["arithmetic", "operand-removal", "operand-removal", "formatting"]],
    [
      'if a:\n    msg = f"x{a}"\n    raise E(msg)\nmsg = "y"\nraise E(msg)',
      ["exception_message string-constant", "exception_message formatting"],
    ],
    ['return ParseError(1, "got no end")', ["exception_message string-constant"]],
    ['print("x")', ["statement-deletion", "call-removal", "string-constant", "string-constant"]],
    ['log.warning("x")', ["statement-deletion", "call-removal", "call-removal", "string-constant"]],
    ['return cast("int", a)', ["type_only string-constant", "type_only string-constant"]],
    [
      'assert a > b, f"x{a}"',
      ["assertion condition-forced", "assertion string-constant", "assertion formatting"],
    ],
  ])("%s has them", (body, expected) => {
    const rules = rulesOf(body);
    for (const part of expected) expect(rules.some((rule) => rule.includes(part))).toBe(true);
  });

  test("what is printed or logged has none where comparisons see it", () => {
    const body = 'print("x")\nlog.warning("x")\nwarnings.warn("x")';
    const count = (...sees: OutputKind[]): number => rulesOf(body, sees).length;
    expect(count()).toBeGreaterThan(count("printed"));
    expect(count("printed")).toBeGreaterThan(count("printed", "logged"));
    expect(rulesOf(body, ["printed", "logged"])).toEqual(rulesOf('warnings.warn("x")'));
  });

  test("a text that is read elsewhere too has none", () =>
    expect(rulesOf('msg = "y"\nif a:\n    raise E(msg)\nreturn msg')).toEqual([]));

  test.each([
    'raise ValueError(g("x"))',
    'print("x", file=a)',
    "raise E(1)",
    'return "x"',
    "log.add(1)",
    'return ParseError("eof")',
    'return Letter("got no end")',
  ])("%s has none", (body) =>
    expect(rulesOf(body).filter((rule) => !rule.includes("argument-swap"))).toEqual([]),
  );

  test("emptying a text that % fills raises and is seen", () => {
    const text = givenFunction('raise ValueError("%s!" % a)');
    const made = variants.mutants(text, givenDefinition(text));
    const emptied = made.find(({ edit }) => edit?.replacement === "" && edit.end - edit.start === 3);
    expect(emptied).toMatchObject({ kind: "string-constant" });
    expect(emptied?.unobservable).toBeUndefined();
  });
});

describe("the cap", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `if a[${index}] < b and not c:\n    b -= ${index}`);
  const text = givenFunction([...lines, "return b"].join("\n"));
  const definition = givenDefinition(text);

  test("keeps the number down, and every line represented", () => {
    const made = variants.mutants(text, definition);
    const observable = made.filter(({ unobservable }) => unobservable === undefined);
    const reference = Buffer.from(text);
    const touched = new Set(
      observable.map(
        ({ edit }) =>
          reference
            .subarray(0, edit?.start ?? 0)
            .toString()
            .split("\n").length,
      ),
    );
    expect(observable).toHaveLength(MAX_MUTANTS);
    expect(touched.size).toBeGreaterThanOrEqual(55);
  });

  test("keeps every operator represented", () => {
    const kinds = new Set(variants.mutants(text, definition).map(({ kind }) => kind));
    const expected = [
      "comparison-negation",
      "boolean-operator",
      "not-removal",
      "condition-forced",
      "integer-constant",
    ];
    for (const kind of expected) expect(kinds).toContain(kind);
  });

  test("constants are listed as written, also those of mutants that are not drawn, plain numbers and messages left out", () => {
    const many = Array.from({ length: 90 }, (_, index) => `    a.append("word ${index}")`).join("\n");
    const text = `def f(a):\n    if a > 40:\n        raise ValueError("too many")\n${many}\n    return a + 1\n`;
    const listed = variants.constants(text, givenDefinition(text, "f"));
    expect(listed.slice(0, 2)).toEqual(["40", '"word 0"']);
    expect(listed).toHaveLength(91);
    expect(variants.mutants(text, givenDefinition(text, "f")).length).toBeLessThan(91);
  });

  test("gives the same mutants each time, each with an id and a text of its own", () => {
    const made = variants.mutants(text, definition);
    expect(variants.mutants(text, definition)).toEqual(made);
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    expect(new Set(made.map(({ completion }) => completion)).size).toBe(made.length);
  });
});

test("edits are bytes from the first decorator on", () => {
  const text = 'class Ä:\n    @static("é")\n    def f(self, ö):\n        return "ü" + ö\n';
  const definition = givenDefinition(text, "Ä.f");
  for (const { edit, completion } of variants.mutants(text, definition)) {
    const { start, end } = definition.spans.whole;
    const whole = Buffer.from(text).subarray(start, end);
    const edited = Buffer.concat([
      whole.subarray(0, edit?.start),
      Buffer.from(edit?.replacement ?? ""),
      whole.subarray(edit?.end),
    ]);
    expect(`    ${edited.toString()}`).toBe(completion);
  }
});
