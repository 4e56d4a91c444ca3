import { describe, expect, test } from "vitest";

import {
  MAX_MISTAKES,
  MAX_PAIRS,
  SECOND_ORDER,
} from "../../../../src/languages/python/variants/mistakes/mistakes.ts";
import { mistakeOperators } from "../../../../src/languages/python/variants/mistakes/operators.ts";
import { mutationOperators } from "../../../../src/languages/python/variants/mutants/operators.ts";
import { givenDefinition, givenFunction, spliced, variants } from "./library.ts";
import { compileAll, readLibrary } from "./real-python.ts";
import { slowTest } from "../../../slow-suites.ts";

/** Bodies of the mistakes of an operator in a function with this body, without indentation. */
function mistakesOf(operator: string, body: string, parameters = "a, b, c"): string[] {
  const text = givenFunction(body, parameters);
  return (variants.mistakes?.(text, givenDefinition(text)) ?? [])
    .filter(({ kind }) => kind === operator)
    .map(({ completion }) =>
      completion
        .split("\n")
        .slice(1)
        .map((line) => line.replace(/^ {4}/, ""))
        .join("\n")
        .trimEnd(),
    );
}

const TABLE: readonly (readonly [operator: string, body: string, some: readonly string[]])[] = [
  ["normalising-call-lost", "return a.strip() == b.strip()", ["return a == b"]],
  ["normalising-call-lost", "return re.sub('-+', '-', a)", ["return a"]],
  ["normalised-needlessly", "return a.split('-')", ["a = a.strip()\nreturn a.split('-')"]],
  ["normalised-needlessly", "for x in b: c(x)", ["b = sorted(b)\nfor x in b: c(x)"]],
  [
    "raw-value",
    "d = a.lower()\nreturn d in c or d",
    ["d = a.lower()\nreturn a in c or d", "d = a.lower()\nreturn a in c or a"],
  ],
  ["copy-lost", "return a[:]", ["return a"]],
  ["copy-lost", "a = a + b\nreturn a", ["a += b\nreturn a"]],
  ["argument-changed", "return a.get(b)", ["return a.pop(b, None)"]],
  ["consumed-iterator", "return sum(a) / len(list(a))", ["a = iter(a)\nreturn sum(a) / len(list(a))"]],
  ["consumed-iterator", "d = [x for x in a]\nreturn d + d", ["d = (x for x in a)\nreturn d + d"]],
  ["other-occurrence", "return next(a)", ["return list(a)[-1]"]],
  ["other-end", "return a[0]", ["return a.pop(0)"]],
  [
    "last-match",
    "for x in a:\n    if x:\n        return x",
    ["for x in reversed(list(a)):\n    if x:\n        return x"],
  ],
  ["stops-at-first", "for x in a:\n    b(x)", ["for x in a:\n    b(x)\n    break"]],
  ["first-stays", "a[b] = c", ["a.setdefault(b, c)"]],
  ["merge-order", "return {**a, **b}", ["return {**b, **a}"]],
  ["ties-otherwise", "return max(a, key=b)", ["return max(reversed(list(a)), key=b)"]],
  ["order-lost", "return list(a)", ["return list(dict.fromkeys(a))", "return sorted(a)"]],
  ["duplicates-otherwise", "return [x for x in a]", ["return list(dict.fromkeys([x for x in a]))"]],
  [
    "item-left-out",
    "for x in a:\n    b(x)",
    ["for x in list(a)[1:]:\n    b(x)", "for x in list(a)[:-1]:\n    b(x)"],
  ],
  ["compared-otherwise", 'return a == "x"', ['return ("x" in a)', 'return a.startswith("x")']],
  ["compared-otherwise", 'return "x" not in a', ['return (not (a == "x"))']],
  ["compared-otherwise", "return a in b", ["return bool(b.get(a))"]],
  ["one-sided-check", "return len(a) != 1", ["return len(a) > 1", "return len(a) < 1"]],
  ["whole-for-part", "return a.startswith(b)", ["return (a == b)", "return (b in a)"]],
  ["count-otherwise", "return a.replace(b, c)", ["return a.replace(b, c, 1)"]],
  ["pieces-otherwise", "return a.split(b)", ["return [piece for piece in a.split(b) if piece]"]],
  ["case-otherwise", "return a.capitalize()", ["return a.title()"]],
  ["capitalised-whole", "return a[0].upper() + a[1:]", ["return a.capitalize()"]],
  ["none-for-falsy", "return b if a is None else c", ["return b if (not a) else c"]],
  ["none-for-falsy", "if a:\n    return b", ["if (a is not None):\n    return b"]],
  ["none-for-falsy", "return not a", ["return (a is None)"]],
  ["or-for-none", "return a or b", ["return (a if a is not None else b)"]],
  ["or-for-none", "return b if a is None else a", ["return (a or b)"]],
  ["default-for-falsy", "return a.get(b, c)", ["return (a.get(b) or c)"]],
  ["type-otherwise", "return isinstance(a, dict)", ["return (type(a) is dict)"]],
  [
    "pattern-anchor",
    String.raw`return re.match(r"^a\b", a)`,
    [String.raw`return re.match(r"a\b", a)`, 'return re.match(r"^a", a)'],
  ],
  ["pattern-greed", 'return re.match("<.*>", a)', ['return re.match("<.*?>", a)']],
  [
    "pattern-count",
    'return re.match("a{2,}", a)',
    ['return re.match("a{2}", a)', 'return re.match("a{3,}", a)'],
  ],
  [
    "pattern-class",
    'return re.match("[a-z_]", a)',
    ['return re.match("[_]", a)', 'return re.match("[a-z]", a)'],
  ],
  ["pattern-flag", 'return re.match("(?i)a", a)', ['return re.match("a", a)']],
  [
    "pattern-arm",
    'return re.match("(a|b)c", a)',
    ['return re.match("(a)c", a)', 'return re.match("(b)c", a)'],
  ],
  ["operand-order", "return a + b", ["return b + a"]],
  ["parentheses-lost", "return (a + b) * c", ["return a + b * c"]],
  ["divided-otherwise", "return a // b", ["return int(a / b)"]],
  ["divided-otherwise", "return a % b", ["return (a - int(a / b) * b)"]],
  ["rounded-otherwise", "return min(a, b)", ["return a", "return b"]],
  [
    "number-read-otherwise",
    "return int(a)",
    [
      'return (lambda text: int(text if not isinstance(text, str) or text.isdigit() else "no number"))(a)',
      "return (lambda text: int(float(text)))(a)",
    ],
  ],
  [
    "number-read-otherwise",
    "return list(map(int, a))",
    ["return list(map((lambda text: int(float(text))), a))"],
  ],
  [
    "number-read-otherwise",
    "d = float if b else int\nreturn d(a)",
    ["d = float if b else (lambda text: int(float(text)))\nreturn d(a)"],
  ],
  ["slice-outward", "return a[b:c]", ["return a[b - 1:c]", "return a[b:c + 1]"]],
  ["branch-as-well", "if a:\n    b()\nelif c:\n    d()", ["if a:\n    b()\nif c:\n    d()"]],
  ["branch-as-well", "if a:\n    b()\nelse:\n    d()", ["if a:\n    b()\nif True:\n    d()"]],
  ["branch-order", "if a:\n    b()\nelif c:\n    d()", ["if c:\n    d()\nelif a:\n    b()"]],
  ["early-return", "if a:\n    b()\nc()", ["if a:\n    b()\n    return\nc()"]],
  ["statement-order", "a.append(b)\nc.pop()", ["c.pop()\na.append(b)"]],
  ["once-for-while", "while a:\n    a.pop()", ["if a:\n    a.pop()"]],
  [
    "numbered-too-late",
    "return [(i, x) for i, x in enumerate(a) if x or b]",
    ["return [(i, x) for i, x in enumerate([x for x in a if x or b]) if x or b]"],
  ],
  ["blank-for-empty", "return [x for x in a if x]", ["return [x for x in a if str(x).strip()]"]],
  ["one-level-deep", "return [target(x, b) for x in a]", ["return [(x) for x in a]"]],
  ["other-return", "if a:\n    return b\nreturn c", ["if a:\n    return b\nreturn b"]],
  ["collection-emptied", "for x in a: b(x)", ["for x in [a.pop(0) for _ in range(len(a))]: b(x)"]],
  [
    "collection-emptied",
    "for x, y in a.items(): b(x)",
    ["for x, y in [a.popitem() for _ in range(len(a))]: b(x)"],
  ],
  [
    "none-for-missing",
    "try:\n    d = a[b]\nexcept KeyError:\n    d = c",
    ["try:\n    d = a[b]\n    if d is None: raise KeyError(d)\nexcept KeyError:\n    d = c"],
  ],
  [
    "none-for-missing",
    "try:\n    return a[b]\nexcept (KeyError, TypeError):\n    return c",
    [
      "try:\n    found = a[b]\n    if found is None: raise KeyError(found)\n    return found\nexcept (KeyError, TypeError):\n    return c",
    ],
  ],
  ["parameter-confused", "return a[b](c)", ["return a[b](a)"]],
  ["raised-otherwise", "raise ValueError(a)", ["raise TypeError(a)", "return None"]],
  [
    "caught-otherwise",
    "try:\n    a()\nexcept OSError:\n    b()",
    ["try:\n    a()\nexcept FileNotFoundError:\n    b()"],
  ],
  ["instant-otherwise", "return a.total_seconds()", ["return a.seconds"]],
  ["date-format", 'return a.strftime("%H:%M")', ['return a.strftime("%I:%M")']],
  ["formatted-otherwise", 'return f"{a:03}"', ['return f"{a:3}"']],
  ["encoded-otherwise", "return repr(a)", ["return str(a)"]],
];

describe("mistake operators", () => {
  test.each(TABLE)("%s: %j", (operator, body, some) =>
    expect(mistakesOf(operator, body)).toEqual(expect.arrayContaining([...some])),
  );

  test("a parameter is ignored everywhere, or where it is asked for once", () =>
    expect(mistakesOf("parameter-ignored", "return a[b] + b", "a, b=0, **c")).toEqual([
      "b = 0\nreturn a[b] + b",
      "c = {}\nreturn a[b] + b",
      "return a[(0)] + b",
      "return a[b] + (0)",
    ]));

  test("what is alike is got wrong at each place, and everywhere", () =>
    expect(mistakesOf("whole-for-part", "return a.lstrip() + b.lstrip()")).toEqual([
      "return a.strip() + b.lstrip()",
      "return a.lstrip() + b.strip()",
      "return a.strip() + b.strip()",
    ]));

  test("a mutation is made everywhere at once, and alone where no mutant is the same", () => {
    const body = "return [a < 1, b < 1, c < 1]";
    expect(mistakesOf("comparison-boundary", body)).toEqual(["return [a <= 1, b <= 1, c <= 1]"]);
  });

  test("every operator that is no mutation stands in the table or in a test of its own", () => {
    const tested = new Set([...TABLE.map(([operator]) => operator), "parameter-ignored"]);
    const mutations = new Set(mutationOperators.map(({ name }) => name));
    const own = mistakeOperators.map(({ name }) => name).filter((name) => !mutations.has(name));
    expect(own.filter((name) => !tested.has(name))).toEqual([]);
  });

  test.each([
    ["none-for-falsy", "return b if isinstance(a, c) else c"],
    ["number-read-otherwise", "return isinstance(a, int) and int(a, 16) in b(int)"],
    ["argument-changed", "return {1: a}.get(b, c)"],
    ["statement-order", "self.a = b\nself.c = 1"],
    ["branch-as-well", "if a:\n    return b\nelif c:\n    return a"],
  ])("%s: %j cannot be told, and is none", (operator, body) =>
    expect(mistakesOf(operator, body)).toEqual([]),
  );

  test("what is only said of an error is left alone", () =>
    expect(mistakesOf("normalising-call-lost", "raise E(a.strip())")).toEqual([]));
});

describe("mistakes of real functions", () => {
  const file = readLibrary("textwrap.py");
  const definition = givenDefinition(file, "TextWrapper._wrap_chunks");
  const made = variants.mistakes?.(file, definition) ?? [];

  test("are bounded, distinct, the same each time, and no mutants", () => {
    const pairs = made.filter(({ kind }) => kind === SECOND_ORDER);
    expect([made.length - pairs.length, pairs.length]).toEqual([MAX_MISTAKES, MAX_PAIRS]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    const texts = new Set(made.map(({ completion }) => completion));
    expect(texts.size).toBe(made.length);
    expect(
      texts.intersection(new Set(variants.mutants(file, definition).map((one) => one.completion))),
    ).toEqual(new Set());
    expect(variants.mistakes?.(file, definition)).toEqual(made);
  });

  test("have every operator that finds an occasion", () => {
    const kinds = new Set(made.map(({ kind }) => kind));
    for (const kind of [
      "normalising-call-lost",
      "other-end",
      "none-for-falsy",
      "branch-as-well",
      "early-return",
    ])
      expect(kinds).toContain(kind);
  });

  slowTest("compile", () => {
    const texts = made.map(({ completion }) => spliced(file, definition, completion));
    expect(compileAll(texts).filter((error) => error !== null)).toEqual([]);
  });
});
