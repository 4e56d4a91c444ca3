import { describe, expect, test } from "vitest";

import { rewriteKinds } from "../../../../src/languages/python/variants/rewrites/rewrites.ts";
import { givenDefinition, givenFunction, variants } from "./library.ts";
import { runPython } from "./real-python.ts";

/** What a rewrite of this kind makes of a function's body, without its indentation; undefined where it finds no occasion. */
function rewritten(kind: string, body: string, parameters = "a, b, c"): string | undefined {
  const text = givenFunction(body, parameters);
  const found = variants.rewrites(text, givenDefinition(text)).find((rewrite) => rewrite.kind === kind);
  return found?.completion
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/^ {4}/, ""))
    .join("\n");
}

describe("each kind writes the same thing differently", () => {
  test.each([
    ["rename-locals", "x = a\nreturn x.x", "x_local = a\nreturn x_local.x"],
    ["rename-locals", "x = 1\nreturn f(x=x)", "x_local = 1\nreturn f(x=x_local)"],
    ["rename-locals", "x = 1\nreturn lambda: x", "x_local = 1\nreturn lambda: x_local"],
    [
      "alias-parameters",
      "'''a'''\nb = a.a\nreturn f(b, a=a)",
      "'''a'''\na_given = a\nb_given = b\nb_given = a_given.a\nreturn f(b_given, a=a_given)",
    ],
    ["alias-parameters", "return [a for a in b], a", "b_given = b\nreturn [a for a in b_given], a"],
    [
      "nest-elif",
      "if a:\n    b()\nelif b:\n    c()\nelif c:\n    a()\nelse:\n    x()",
      "if a:\n    b()\nelse:\n    if b:\n        c()\n    elif c:\n        a()\n    else:\n        x()",
    ],
    ["invert-condition", "if a:\n    b()\nelse:\n    c()", "if not (a):\n    c()\nelse:\n    b()"],
    ["invert-condition", "if(a): b()\nelse: c()", "if not ((a)): c()\nelse: b()"],
    ["invert-conditional", "return a if b else c", "return (c) if not (b) else (a)"],
    ["else-removal", "if a:\n    return b\nelse:\n    c()", "if a:\n    return b\nc()"],
    ["else-removal", "if a: return b\nelse: return c", "if a: return b\nreturn c"],
    ["early-return", "if a:\n    b()\nelse:\n    c()", "if a:\n    b()\n    return\nc()"],
    ["early-return", "if a:\n    b()\n    c()", "if not (a):\n    return\nb()\nc()"],
    ["extract-returned", "return a + b", "result = a + b\nreturn result"],
    ["extract-returned", "result = 1\nreturn a, b", "result = 1\nresult_2 = a, b\nreturn result_2"],
    ["inline-temporary", "x = a + b\nreturn x.c(x2)", "return (a + b).c(x2)"],
    [
      "loop-to-comprehension",
      "x = []\nfor y in a:\n    if y:\n        x.append(b(y))\nreturn x",
      "x = [b(y) for y in (a) if (y)]\nreturn x",
    ],
    [
      "comprehension-to-loop",
      "return [b(y) for y in a if y]",
      "gathered = []\nfor y in (a):\n    if (y):\n        gathered.append(b(y))\nreturn gathered",
    ],
    ["while-true", "while a:\n    b()", "while True:\n    if not (a):\n        break\n    b()"],
    ["reorder-assignments", 'x = 1\ny = ""\nreturn x', 'y = ""\nx = 1\nreturn x'],
    ["expand-augmented", "x = 0\nx += 1\nreturn x", "x = 0\nx = x + 1\nreturn x"],
    ["split-comparison", "return 0 < a <= b.c", "return (0 < a and a <= b.c)"],
    ["conditional-to-statement", "x = a if b else c", "if (b):\n    x = (a)\nelse:\n    x = (c)"],
    ["conditional-to-statement", "return (a if b else c)", "if (b):\n    return (a)\nelse:\n    return (c)"],
    ["statement-to-conditional", "if a: return b\nreturn c, a", "return (b) if (a) else (c, a)"],
    ["statement-to-conditional", "if a:\n    x = b\nelse:\n    x = c", "x = (b) if (a) else (c)"],
    ["de-morgan", "return not (a and b.c)", "return (not (a) or not (b.c))"],
    ["de-morgan", "while a or b: c()", "while (not (not (a) and not (b))): c()"],
    ["de-morgan", "return a if(b and c)else b", "return a if(not (not (b) or not (c)))else b"],
    ["expand-negation", "return a not in b, a is not b", "return (not a in b), (not a is b)"],
    [
      "split-condition",
      "if a and b:\n    # why\n    x = '''\n y'''\n    c(x)",
      "if (a):\n    if (b):\n        x = '''\n y'''\n        c(x)",
    ],
    ["extract-condition", "if a: b()\nelif c: b()", "condition = (a)\nif condition: b()\nelif c: b()"],
    ["split-unpacking", "a, b = b, a", "value_0 = (b)\nvalue_1 = (a)\na = value_0\nb = value_1"],
    [
      "join-texts",
      "return f'{{{a!r:>5}}} of {b, c}\\n'",
      "return ('{' + \"{!r:>5}\".format((a)) + '} of ' + \"{}\".format((b, c)) + '\\n')",
    ],
    ["inner-function", "return a", "def _inner(a, b, c):\n    return a\nreturn _inner(a, b, c)"],
  ])("%s: %j", (kind, body, expected) => expect(rewritten(kind, body)?.trimEnd()).toBe(expected));

  test("inner-function keeps kinds of parameters, docstrings and the inside of long texts", () => {
    const body = '"""Say."""\nx = """one\n  two"""\nreturn x';
    const lines = [
      '"""Say."""',
      "def _inner(a, /, b, *c, d, **e):",
      '    x = """one',
      '  two"""',
      "    return x",
      "return _inner(a, b, *c, d=d, **e)",
    ];
    expect(rewritten("inner-function", body, "a, /, b=1, *c, d, **e")).toBe(lines.join("\n"));
  });
});

describe("no kind touches what might behave otherwise", () => {
  test.each([
    ["rename-locals", "x = 1\nreturn locals()"],
    ["rename-locals", "x = 1\nreturn [x for x in a]"],
    ["rename-locals", "x = 1\ndef f(x):\n    return x\nreturn f"],
    ["rename-locals", 'x = 1\nreturn f"{x=}"'],
    ["rename-locals", "global x\nx = 1"],
    ["rename-locals", "import x\nx = 1"],
    ["rename-locals", "a = 1\nreturn a"],
    ["rename-locals", "x = 1\nmatch a:\n    case x:\n        return x"],
    ["alias-parameters", "return locals()"],
    ["alias-parameters", "return f'{a=}'"],
    ["alias-parameters", "return lambda a: a"],
    ["alias-parameters", "del a\nreturn b"],
    ["alias-parameters", "return 1"],
    ["nest-elif", "if a:\n    b()\nelse:\n    c()"],
    ["invert-condition", "if a:\n    b()\nelif c:\n    b()\nelse:\n    c()"],
    ["else-removal", "if a:\n    b()\nelse:\n    c()"],
    ["early-return", "if a:\n    b()\nreturn c"],
    ["inline-temporary", "x = a()\nreturn b() + x"],
    ["inline-temporary", "x = a()\nreturn x + x"],
    ["inline-temporary", "x = a()\nreturn lambda: x"],
    ["loop-to-comprehension", "x = []\nfor y in a:\n    x.append(y)\nreturn x, y"],
    ["loop-to-comprehension", "x = []\nfor y in a:\n    x.append(len(x))\nreturn x"],
    [
      "loop-to-comprehension",
      "try:\n    x = []\n    for y in a:\n        x.append(y)\nfinally:\n    return x",
    ],
    ["loop-to-comprehension", "x = []\nfor y in a:\n    x.append(lambda: y)\nreturn x"],
    ["comprehension-to-loop", "y = 1\nreturn [y for y in a], y"],
    ["comprehension-to-loop", "return [y async for y in a]"],
    ["comprehension-to-loop", "return [y for x in a for y in x]"],
    ["while-true", "while a:\n    b()\nelse:\n    c()"],
    ["reorder-assignments", "x = 1\nx = 2\nreturn x"],
    ["reorder-assignments", "x = a\ny = b\nreturn x"],
    ["expand-augmented", "a += 1\nreturn a"],
    ["expand-augmented", "x = []\nx += 'ab'\nreturn x"],
    ["expand-augmented", "x = 0\nx += b\nx += 1\nreturn x"],
    ["split-comparison", "return a < b() < c"],
    ["split-comparison", "return a < other < c"],
    ["conditional-to-statement", "x = y = a if b else c"],
    ["statement-to-conditional", "if a:\n    return b\nelse:\n    x = c"],
    ["statement-to-conditional", "if a:\n    return\nreturn c"],
    ["statement-to-conditional", "if a:\n    return b\nelif b:\n    return a\nreturn c"],
    ["de-morgan", "return a and b"],
    ["expand-negation", "return a in b is not c"],
    ["split-condition", "if a and b:\n    c()\nelse:\n    b()"],
    ["split-condition", "if a or b:\n    c()"],
    ["extract-condition", "if a: return locals()"],
    ["split-unpacking", "x, y = a"],
    ["split-unpacking", "x, y = a, *b"],
    ["join-texts", "return f'{a:{b}}'"],
    ["join-texts", "return f'{a=}'"],
    ["join-texts", "return f'''{a}'{b}'''"],
    ["join-texts", "return 'a' f'{b}'"],
    ["inner-function", "yield a"],
    ["inner-function", "return super().f()"],
    ["inner-function", "return target(a)"],
    ["inner-function", "return sys._getframe(1)"],
  ])("%s leaves %j", (kind, body) => expect(rewritten(kind, body)).toBeUndefined());
});

describe("several kinds on one body", () => {
  const combined = (body: string): string[] => {
    const text = givenFunction(body);
    return variants
      .rewrites(text, givenDefinition(text))
      .filter(({ kind }) => !rewriteKinds.includes(kind))
      .map(({ id }) => id);
  };

  test("are made one after the other, and the other way round without the move of the whole body", () => {
    expect(combined("x = a\nreturn x if b not in c else None")).toEqual([
      "combined: rename-locals, alias-parameters, invert-conditional, conditional-to-statement, expand-negation, extract-condition, else-removal, extract-returned, inner-function",
      "combined-reversed: expand-negation, invert-conditional, alias-parameters, rename-locals",
    ]);
  });

  test("are left out where one kind alone finds an occasion", () => {
    expect(combined("pass")).toEqual([]);
  });
});

/** Functions and inputs that take every kind of rewrite at least once. */
const BEHAVIOURS: readonly (readonly [body: string, inputs: readonly (readonly unknown[])[]])[] = [
  [
    "total = 0\nname = ''\nfor x in a:\n    if x < b:\n        total += 1\n        name += 'x'\n    else:\n        c.append(x)\nreturn total, name, c",
    [
      [[1, 2, 3], 2, []],
      [[], 0, []],
      [["x"], 1, []],
    ],
  ],
  [
    "found = []\nfor x, y in a:\n    if y > b: found.append((x, y, c))\nreturn found",
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
        3,
        0,
      ],
      [[1], 1, 1],
    ],
  ],
  [
    "found = [x * b for x in a if x if x != c]\nfound.sort()\nreturn found",
    [
      [[3, 0, 1], 2, 1],
      [null, 0, 0],
      [["b", 1], 1, 0],
    ],
  ],
  [
    "while a:\n    # take one\n    x = a.pop()\n    if x == b:\n        continue\n    c.append(x)\n    if x == 0:\n        break\nreturn c",
    [
      [[1, 2, 3], 2, []],
      [[1, 0, 3], 3, []],
      [[], 1, []],
    ],
  ],
  [
    "if a:\n    if b:\n        c.append('both')\n    else:\n        c.append('a')\nelse:\n    '''no\n  thing'''\n    c.append('b')",
    [
      [1, 1, []],
      [1, 0, []],
      [0, 0, []],
    ],
  ],
  [
    "if a:\n    c.append('''one\ntwo''')\n    # end\n",
    [
      [1, 1, []],
      [0, 1, []],
      [1, 1, 1],
    ],
  ],
  [
    "if a < 0:\n    raise ValueError(a)\nelse:\n    text = '''\n    kept\n'''\n    return text + str(b)",
    [
      [-1, 0, 0],
      [1, 2, 0],
    ],
  ],
  [
    "x = a.get(b)\nreturn x.upper() if x else f'{c!r:>{5}} {a}'",
    [
      [{ k: "v" }, "k", 1],
      [{}, "k", "z"],
      [1, 2, 3],
    ],
  ],
  [
    "return 0 <= a < b, a if a == b == c else (b, [y for y in range(c)])",
    [
      [1, 2, 3],
      [2, 2, 2],
      [-1, 1, 0],
      ["x", 1, 1],
    ],
  ],
  [
    "def inner(x):\n    nonlocal_ = a\n    return nonlocal_ + x\nvalue = b\ntry:\n    value = inner(c)\nexcept TypeError as error:\n    value = type(error).__name__\nfinally:\n    b = None\nreturn value, b",
    [
      [1, 2, 3],
      ["x", 2, 3],
    ],
  ],
  [
    "if a:\n    return b\nelif b:\n    x = [a for a in (c, b)]\nelif c:\n    return c\nelse:\n    '''one\n two'''\n    raise KeyError(b)\nreturn x, a, b",
    [
      [1, 2, 3],
      [0, 1, 2],
      [0, 0, 1],
      [0, 0, 0],
    ],
  ],
  [
    "if a is not None and b not in a:\n    x, y = b, c\n    return f'{x:>4}{y!r}' if not (x or y) else f'{{{x}}}'\nif c:\n    x = 1\nelse:\n    x = 2\nreturn x",
    [
      [[1], 2, 3],
      [[0], "", 0],
      [[], "", ""],
      [[2], 2, 0],
      [null, 1, 1],
      [1, 1, 1],
    ],
  ],
  [
    "result = {}\nfor i, x in enumerate(a):\n    for y in b:\n        if (n := x + y) > c: result[i, y] = n\nreturn sorted(result.items())",
    [
      [[1, 2], [3, 4], 4],
      [[1], ["x"], 1],
    ],
  ],
];

describe("rewrites behave like the reference in a real Python", () => {
  const jobs = BEHAVIOURS.map(([body, inputs]) => {
    const text = givenFunction(body);
    return { reference: text, inputs, rewrites: variants.rewrites(text, givenDefinition(text)) };
  });

  test("on every input of the table", () => {
    const sources = jobs.flatMap(({ reference, inputs, rewrites }) =>
      rewrites.map(({ id, completion }) => ({ id, reference, completion, inputs })),
    );
    expect(runPython(COMPARE, sources)).toEqual(sources.map(({ id }) => `${id}: same`));
  });

  test("and the table has an occasion for every kind", () => {
    const kinds = new Set(jobs.flatMap(({ rewrites }) => rewrites.map(({ kind }) => kind)));
    expect(rewriteKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

const COMPARE = `
import copy, json, sys
def run(source, inputs):
    space = {}
    exec(source, space)
    seen = []
    for given in copy.deepcopy(inputs):
        try:
            seen.append(("returned", repr(space["target"](*given)), repr(given)))
        except Exception as error:
            seen.append(("raised", repr(error), repr(given)))
    return seen
found = []
for job in json.load(sys.stdin):
    one, other = run(job["reference"], job["inputs"]), run(job["completion"], job["inputs"])
    found.append(job["id"] + ": " + ("same" if one == other else "%r is not %r in %s" % (one, other, job["completion"])))
print(json.dumps(found))
`;
