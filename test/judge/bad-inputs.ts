// One table, longer than other files: a row of it is a completion and what becomes of it.
import type { UnresolvedReason } from "../../src/spec/index.ts";

/** A completion that is odd in one way, and what becomes of it. */
export interface BadInput {
  readonly what: string;
  /** Function of the orchard that it is given for. Default: `ripe`. */
  readonly target?: "ripe" | "pick" | "rows";
  /** Made when it is needed: some are long. */
  readonly completion: () => string;
  /** Why it is unresolved; `resolved` where it is odd, and right. */
  readonly becomes: UnresolvedReason | "resolved";
}

const header = "def ripe(apples, least):";
const body = [
  "found = []",
  "for apple in apples:",
  '    if apple["days"] >= least:',
  '        found.append(apple["name"])',
  '    elif apple["days"] < 0:',
  '        raise ValueError("negative days")',
  "return found",
];
const ripe = (...lines: readonly string[]): string =>
  [header, ...lines.map((line) => `    ${line}`)].join("\n");
const right = `${ripe(...body)}\n`;
/** The right answer with lines before it, at the file's own level. */
const after = (...lines: readonly string[]): string => `${lines.join("\n")}\n\n\n${right}`;
const returns = (expression: string, ...before: readonly string[]): string =>
  ripe(...before, `return ${expression}`);

const text: readonly BadInput[] = [
  { what: "an empty text", completion: () => "", becomes: "no_code" },
  { what: "white space", completion: () => " \n\t\n", becomes: "no_code" },
  { what: "comments only", completion: () => "# TODO\n# later\n", becomes: "no_code" },
  { what: "a docstring only", completion: () => '"""Ripe apples."""\n', becomes: "wrong_observation" },
  { what: "an empty fence", completion: () => "Here:\n```python\n```\n", becomes: "no_code" },
  { what: "prose", completion: () => "I cannot help with that.", becomes: "not_parsable" },
  {
    what: "half a function",
    completion: () => right.slice(0, right.indexOf(">= least") + 2),
    becomes: "not_parsable",
  },
  { what: "an unclosed bracket", completion: () => ripe("return [apple"), becomes: "not_parsable" },
  {
    what: "another language",
    completion: () => "function ripe(apples, least) { return []; }",
    becomes: "not_parsable",
  },
  { what: "Python 2", completion: () => ripe("print 'ripe'", "return []"), becomes: "not_parsable" },
  {
    what: "a null byte",
    completion: () => right.replace("found = []", "found = []\0"),
    becomes: "not_parsable",
  },
  { what: "a null byte in a text", completion: () => ripe('return ["\0"]'), becomes: "not_parsable" },
  { what: "a lone surrogate", completion: () => ripe('return ["\ud800"]'), becomes: "not_parsable" },
  {
    what: "an escaped lone surrogate",
    completion: () => returns('["\\ud800"]'),
    becomes: "wrong_observation",
  },
  {
    what: "a replacement character, as invalid UTF-8 is read",
    completion: () => `\ufffd${right}`,
    becomes: "not_parsable",
  },
  { what: "CRLF line ends", completion: () => right.replaceAll("\n", "\r\n"), becomes: "resolved" },
  { what: "CR line ends", completion: () => right.replaceAll("\n", "\r"), becomes: "resolved" },
  {
    what: "mixed line ends",
    completion: () => right.replace("found = []\n", "found = []\r\n"),
    becomes: "resolved",
  },
  { what: "tabs", completion: () => right.replaceAll("    ", "\t"), becomes: "resolved" },
  {
    what: "tabs on some lines",
    completion: () => right.replace("    found = []", "\tfound = []"),
    becomes: "not_parsable",
  },
  {
    what: "tabs inside spaces",
    completion: () => right.replaceAll("        ", "    \t"),
    becomes: "resolved",
  },
  { what: "a form feed", completion: () => right.replace("    return", "\f    return"), becomes: "resolved" },
  { what: "a byte order mark", completion: () => `\ufeff${right}`, becomes: "resolved" },
  {
    what: "a byte order mark in the middle",
    completion: () => right.replace("return", "\ufeffreturn"),
    becomes: "not_built",
  },
  {
    what: "no-break spaces as indentation",
    completion: () => right.replaceAll("    ", "\u00a0\u00a0\u00a0\u00a0"),
    becomes: "not_parsable",
  },
  { what: "a fence", completion: () => `Sure!\n\n\`\`\`python\n${right}\`\`\`\nDone.`, becomes: "resolved" },
  {
    what: "several fences, the answer in the first",
    completion: () => `\`\`\`python\n${right}\`\`\`\nUse it so:\n\`\`\`python\nprint(ripe([], 1))\n\`\`\``,
    becomes: "resolved",
  },
  {
    what: "several fences, a wrong attempt first",
    completion: () => `\`\`\`python\n${ripe("return []")}\n\`\`\`\nBetter:\n\`\`\`python\n${right}\`\`\``,
    becomes: "resolved",
  },
  { what: "a fence that is never closed", completion: () => `\`\`\`python\n${right}`, becomes: "resolved" },
  { what: "a coding line", completion: () => `# -*- coding: utf-16 -*-\n${right}`, becomes: "resolved" },
];

/** `count` lines made by `line`. */
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

const size: readonly BadInput[] = [
  {
    what: "10 MB of comments",
    completion: () => `${right}${"# ripe\n".repeat(1_500_000)}`,
    becomes: "too_long",
  },
  { what: "10 MB in one text", completion: () => returns(`["${"x".repeat(10 ** 7)}"]`), becomes: "too_long" },
  {
    what: "100,000 definitions",
    completion: () => after(lines(10 ** 5, (at) => `def f${at}(): pass`)),
    becomes: "too_long",
  },
  {
    what: "a text of 900 kB",
    completion: () => returns('["x" * 900_000]'),
    becomes: "wrong_observation",
  },
  {
    what: "a text of 9 MB",
    completion: () => returns('["x" * 9_000_000]'),
    becomes: "refused_observation",
  },
  {
    what: "900 kB of blanks",
    completion: () => ripe(`${" ".repeat(900_000)}return []`),
    becomes: "too_costly",
  },
  {
    what: "a line of 200 kB",
    completion: () => returns(Array.from({ length: 50_000 }, () => "1").join(" + ")),
    becomes: "too_costly",
  },
  {
    what: "20,000 nested brackets",
    completion: () => returns("(".repeat(20_000) + ")".repeat(20_000)),
    becomes: "too_costly",
  },
  {
    what: "300 nested brackets",
    completion: () => returns(`${"(".repeat(300)}1${")".repeat(300)}`),
    becomes: "not_built",
  },
  {
    what: "100,000 nested minuses",
    completion: () => returns(`${"-".repeat(10 ** 5)}1`),
    becomes: "too_costly",
  },
  {
    what: "200 nested blocks",
    completion: () =>
      ripe(...Array.from({ length: 200 }, (_, at) => `${" ".repeat(at)}if 1:`), `${" ".repeat(200)}pass`),
    becomes: "not_built",
  },
  {
    what: "1,000 branches of one statement",
    completion: () =>
      ripe(
        "if least == -1: pass",
        ...Array.from({ length: 1000 }, (_, at) => `elif least == ${-at - 2}: pass`),
        ...body,
      ),
    becomes: "resolved",
  },
  {
    what: "a constant that takes long to compute",
    completion: () => returns("9 ** 9 ** 9 ** 9"),
    becomes: "timed_out",
  },
  {
    what: "a product of constants that fills memory",
    completion: () => returns("((((1,) * 4000) * 4000) * 4000) * 4000"),
    becomes: "out_of_memory",
  },
  {
    what: "a repeated text of constants",
    completion: () => returns("'x' * 10 ** 12"),
    becomes: "out_of_memory",
  },
];

const heavy: readonly BadInput[] = [
  { what: "900 kB of quotes", completion: () => returns('"'.repeat(900_000)), becomes: "too_costly" },
  {
    what: "waiting for what never comes",
    completion: () => ripe("import threading", "threading.Event().wait()"),
    becomes: "timed_out",
  },
  {
    what: "900 kB of comments",
    completion: () => `${right}${"# ripe\n".repeat(120_000)}`,
    becomes: "too_costly",
  },
  {
    what: "40,000 definitions before it",
    completion: () => after(lines(40_000, (at) => `def f${at}(): pass`)),
    becomes: "too_costly",
  },
  {
    what: "2,000 definitions before it",
    completion: () => after(lines(2_000, (at) => `def f${at}(): pass`)),
    becomes: "resolved",
  },
  {
    what: "40,000 definitions after it",
    completion: () => `${right}\n${lines(40_000, (at) => `def f${at}(): f${at + 1}`)}`,
    becomes: "too_costly",
  },
  {
    what: "20,000 definitions of the name",
    completion: () => `${ripe("return []")}\n`.repeat(20_000) + right,
    becomes: "too_costly",
  },
  {
    what: "70,000 statements",
    completion: () => `${header}\n${"    x = 1\n".repeat(70_000)}    return []`,
    becomes: "too_costly",
  },
  {
    what: "900 kB of prose",
    completion: () => "ripe apples are red. ".repeat(43_000),
    becomes: "too_costly",
  },
  {
    what: "900 kB of lines of prose",
    completion: () => "ripe apples are red.\n".repeat(43_000),
    becomes: "too_costly",
  },
  {
    what: "60,000 fenced texts",
    completion: () => "```\nripe apples\n```\n".repeat(45_000),
    becomes: "not_parsable",
  },
  { what: "900,000 brackets", completion: () => returns("(".repeat(900_000)), becomes: "too_costly" },
  {
    what: "450,000 continued lines",
    completion: () => returns("\\\n".repeat(450_000)),
    becomes: "too_costly",
  },
  {
    what: "deeper and deeper indentation",
    completion: () => lines(1_300, (at) => `${" ".repeat(at)}if x:`),
    becomes: "too_costly",
  },
];

const other: readonly BadInput[] = [
  {
    what: "another function",
    completion: () => "def pears(apples, least):\n    return []\n",
    becomes: "wrong_definition",
  },
  { what: "a class of the name", completion: () => "class ripe:\n    pass\n", becomes: "wrong_kind" },
  {
    what: "an assignment of the name",
    completion: () => "ripe = lambda apples, least: []\n",
    becomes: "wrong_observation",
  },
  {
    what: "a method of the name in a class of its own",
    completion: () => `class Answer:\n    def ripe(self, apples, least):\n        return []\n`,
    becomes: "wrong_definition",
  },
  {
    what: "the name in other letters that normalise to it",
    completion: () => right.replace("def ripe", "def ｒipe"),
    becomes: "resolved",
  },
  {
    what: "a letter that looks alike",
    completion: () => right.replace("def ripe", "def rіpe"),
    becomes: "wrong_definition",
  },
  {
    what: "a name of the file in letters that normalise to it",
    completion: () => after("ＳEASON = [5]"),
    becomes: "redefines",
  },
  {
    what: "fewer parameters",
    completion: () => "def ripe(apples):\n    return []\n",
    becomes: "wrong_observation",
  },
  {
    what: "more parameters",
    completion: () => "def ripe(apples, least, most):\n    return []\n",
    becomes: "wrong_observation",
  },
  { what: "renamed parameters", completion: () => right.replaceAll("apples", "fruits"), becomes: "resolved" },
  {
    what: "a parameter twice",
    completion: () => "def ripe(apples, apples):\n    return []\n",
    becomes: "not_built",
  },
  {
    what: "defaults that raise",
    completion: () => right.replace("least):", "least=1 / 0):"),
    becomes: "import_failed",
  },
  {
    what: "annotations that raise",
    completion: () => right.replace("least):", "least: missing):"),
    becomes: "import_failed",
  },
  { what: "a decorator", completion: () => `@staticmethod\n${right}`, becomes: "decorators_differ" },
  { what: "a coroutine instead of a function", completion: () => `async ${right}`, becomes: "wrong_kind" },
  {
    what: "a generator instead of a function",
    completion: () => ripe("yield from ()"),
    becomes: "wrong_observation",
  },
  {
    what: "a function instead of a coroutine",
    target: "pick",
    completion: () => "def pick(trees):\n    return [tree.upper() for tree in trees]\n",
    becomes: "wrong_kind",
  },
  {
    what: "an asynchronous generator instead of a coroutine",
    target: "pick",
    completion: () => "async def pick(trees):\n    for tree in trees:\n        yield tree.upper()\n",
    becomes: "wrong_observation",
  },
  {
    what: "a function instead of a generator",
    target: "rows",
    completion: () => "def rows(width, height):\n    return 7\n",
    becomes: "wrong_observation",
  },
  {
    what: "a list instead of a generator",
    target: "rows",
    completion: () =>
      "def rows(width, height):\n    return [[row * width + column for column in range(width)] for row in range(0, height, 2)]\n",
    becomes: "wrong_observation",
  },
  {
    what: "a coroutine instead of a generator",
    target: "rows",
    completion: () => "async def rows(width, height):\n    return []\n",
    becomes: "wrong_kind",
  },
  { what: "return outside of a function", completion: () => `return 1\n${right}`, becomes: "not_built" },
  { what: "await in a function", completion: () => returns("await apples"), becomes: "not_built" },
  { what: "a break outside of a loop", completion: () => ripe("break"), becomes: "not_built" },
  {
    what: "nonlocal of nothing",
    completion: () => ripe("nonlocal apples", "return []"),
    becomes: "not_built",
  },
  {
    what: "other names of the file bound anew",
    completion: () => after("SEASON = [9]"),
    becomes: "redefines",
  },
  {
    what: "a function of the file defined anew",
    completion: () => after("def rows(width, height):", "    return []"),
    becomes: "redefines",
  },
  {
    what: "a module of the file's imports bound anew",
    completion: () => after("import json as os"),
    becomes: "redefines",
  },
  {
    what: "other names of the file changed from inside",
    completion: () => ripe("global SEASON", "SEASON = 5", ...body),
    becomes: "resolved",
  },
  { what: "names of the file deleted", completion: () => after("del SEASON"), becomes: "redefines" },
  { what: "an import of all names", completion: () => after("from os import *"), becomes: "redefines" },
  {
    what: "an import of what is not there",
    completion: () => after("import no_such_module"),
    becomes: "import_failed",
  },
  {
    what: "an import of what is not there, in the body",
    completion: () => ripe("import no_such_module", ...body),
    becomes: "wrong_observation",
  },
  {
    what: "an import of a name that is not there",
    completion: () => after("from os import no_such_name"),
    becomes: "import_failed",
  },
  {
    what: "an import of the file itself",
    completion: () => after("import orchard.harvest"),
    becomes: "resolved",
  },
  {
    what: "a future import",
    completion: () => after("from __future__ import annotations"),
    becomes: "resolved",
  },
  {
    what: "a future that does not exist",
    completion: () => after("from __future__ import apples"),
    becomes: "not_built",
  },
];

const effects: readonly BadInput[] = [
  { what: "prints at the top", completion: () => after('HELPER = print("x" * 100000)'), becomes: "resolved" },
  { what: "prints in a call", completion: () => ripe('print("x" * 10 ** 6)', ...body), becomes: "resolved" },
  {
    what: "a file written at the top",
    completion: () => after('HELPER = open("left.txt", "w").write("x")'),
    becomes: "resolved",
  },
  {
    what: "a file written in a call",
    completion: () => ripe('open("left.txt", "w").write("x")', ...body),
    becomes: "wrong_observation",
  },
  { what: "reading input", completion: () => ripe("input()", ...body), becomes: "wrong_observation" },
  {
    what: "sys.exit at the top",
    completion: () => after("import sys", "HELPER = sys.exit(0)"),
    becomes: "import_failed",
  },
  {
    what: "sys.exit in a call",
    completion: () => ripe("import sys", "sys.exit(0)"),
    becomes: "wrong_observation",
  },
  {
    what: "os._exit at the top",
    completion: () => after("import os as system", "HELPER = system._exit(0)"),
    becomes: "crashed",
  },
  { what: "os._exit in a call", completion: () => ripe("import os", "os._exit(0)"), becomes: "crashed" },
  { what: "os.abort", completion: () => ripe("import os", "os.abort()"), becomes: "crashed" },
  {
    what: "a segmentation fault",
    completion: () => ripe("import ctypes", "ctypes.string_at(0)"),
    becomes: "crashed",
  },
  { what: "an exception at the top", completion: () => after("HELPER = 1 / 0"), becomes: "import_failed" },
  {
    what: "an exception whose text raises",
    completion: () =>
      after(
        "class Broken(Exception):",
        "    def __str__(self):",
        "        raise self",
        "",
        "def fail():",
        "    raise Broken",
        "HELPER = fail()",
      ),
    becomes: "import_failed",
  },
  {
    what: "an endless loop at the top",
    completion: () => after("HELPER = max(iter(int, 1))"),
    becomes: "timed_out",
  },
  { what: "an endless loop in a call", completion: () => ripe("while True: pass"), becomes: "timed_out" },
  {
    what: "an endless loop that catches everything",
    completion: () =>
      ripe("while True:", "    try:", "        while True: pass", "    except BaseException: pass"),
    becomes: "timed_out",
  },
  {
    what: "a sleep of a day",
    completion: () => ripe("import time", "time.sleep(86400)", ...body),
    becomes: "resolved",
  },
  {
    what: "a thread at the top",
    completion: () => after("import threading", "HELPER = threading.Thread(target=print).start()"),
    becomes: "resolved",
  },
  {
    what: "a thread that would be waited for at the end",
    completion: () =>
      after("import threading", "HELPER = threading.Thread(target=threading.Event().wait).start()"),
    becomes: "resolved",
  },
  {
    what: "signal handlers",
    completion: () =>
      after(
        "import signal",
        "HELPER = [signal.signal(one, signal.SIG_IGN) for one in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)]",
      ),
    becomes: "resolved",
  },
  {
    what: "something to do at exit",
    completion: () => after("import atexit, os as system", "HELPER = atexit.register(system._exit, 3)"),
    becomes: "resolved",
  },
  {
    what: "recursion without end",
    completion: () => returns("ripe(apples, least)"),
    becomes: "wrong_observation",
  },
  {
    what: "memory without end",
    completion: () => ripe("x = []", "while True: x.append(' ' * 10 ** 6)"),
    becomes: "out_of_memory",
  },
  { what: "all memory at once", completion: () => ripe("bytearray(10 ** 12)"), becomes: "out_of_memory" },
  {
    what: "all memory at the top",
    completion: () => after("HELPER = bytearray(10 ** 12)"),
    becomes: "out_of_memory",
  },
  {
    what: "closed descriptors",
    completion: () => ripe("import os", "os.closerange(0, 1000)", ...body),
    becomes: "crashed",
  },
  {
    what: "garbage on every descriptor",
    completion: () =>
      ripe(
        "import os",
        "for one in range(64):",
        "    try: os.write(one, b'garbage')",
        "    except OSError: pass",
        ...body,
      ),
    becomes: "malformed_output",
  },
];

const values: readonly BadInput[] = (
  [
    ["refused_observation", "a lock", "threading.Lock()", "import threading"],
    ["refused_observation", "a socket", "socket.socket(socket.AF_UNIX)", "import socket"],
    ["wrong_observation", "a module", "os", "import os"],
    ["refused_observation", "a function", "lambda: 1"],
    ["refused_observation", "a class", "type('Apple', (), {})"],
    ["wrong_observation", "a list that contains itself", "x", "x = []", "x.append(x)"],
    ["wrong_observation", "a dict that contains itself", "x", "x = {}", "x['x'] = x"],
    ["refused_observation", "a huge integer", "1 << 10 ** 7"],
    ["refused_observation", "a deep nesting", "x", "x = []", "for _ in range(10 ** 5): x = [x]"],
    ["refused_observation", "a deep nesting of tuples", "x", "x = ()", "for _ in range(10 ** 5): x = (x,)"],
    [
      "refused_observation",
      "a deep chain of objects",
      "x",
      "class Node: pass",
      "x = None",
      "for _ in range(10 ** 5):",
      "    y = Node(); y.next = x; x = y",
    ],
    ["refused_observation", "a list of 200,000", "list(range(200_000))"],
    [
      "wrong_observation",
      "an object whose repr raises",
      "Apple()",
      "class Apple:",
      "    def __repr__(self): raise ValueError",
    ],
    [
      "wrong_observation",
      "an object whose comparison raises",
      "Apple()",
      "class Apple:",
      "    def __eq__(self, other): raise ValueError",
    ],
    [
      "wrong_observation",
      "an object whose hash raises",
      "Apple()",
      "class Apple:",
      "    def __hash__(self): raise ValueError",
    ],
    [
      "wrong_observation",
      "an object whose class raises",
      "Apple()",
      "class Apple:",
      "    @property",
      "    def __class__(self): raise SystemExit",
    ],
    [
      "wrong_observation",
      "an object whose attributes raise",
      "Apple()",
      "class Apple:",
      "    def __getattribute__(self, name): raise SystemExit",
    ],
    [
      "wrong_observation",
      "an object whose class claims to be a list",
      "Apple()",
      "class Apple:",
      "    __class__ = list",
    ],
    [
      "wrong_observation",
      "a list of another class",
      "Apple(['b'])",
      "class Apple(list):",
      "    def __iter__(self): return iter(['b'])",
    ],
    [
      "wrong_observation",
      "a metaclass that raises",
      "Apple()",
      "class Meta(type):",
      "    def __getattribute__(self, name): raise SystemExit",
      "class Apple(metaclass=Meta): pass",
    ],
    ["wrong_observation", "an iterator that never ends", "iter(int, 1)"],
    ["wrong_observation", "a generator that never ends", "(x for x in iter(int, 1))"],
    ["timed_out", "a generator that never gives", "(x for x in iter(int, 1) if x)"],
    ["wrong_observation", "a generator that raises", "(1 / x for x in [0])"],
    ["wrong_observation", "a generator that exits", "(exit() for x in [0])"],
    ["wrong_observation", "NaN keys", "{float('nan'): 1, float('nan'): 2}"],
    ["wrong_observation", "a memoryview", "memoryview(b'ripe')"],
    ["refused_observation", "a native value", "ctypes.c_int(3)", "import ctypes"],
    ["refused_observation", "a pointer", "ctypes.pointer(ctypes.c_int(3))", "import ctypes"],
    ["wrong_observation", "an open file", "open('x', 'w')"],
    ["refused_observation", "a frame", "sys._getframe()", "import sys"],
    ["wrong_observation", "an exception", "ValueError('x')"],
    ["refused_observation", "a weak reference", "weakref.ref(Apple)", "import weakref", "class Apple: pass"],
    ["wrong_observation", "a coroutine of its own", "f()", "async def f(): return []"],
    [
      "timed_out",
      "a coroutine that never ends",
      "f()",
      "import asyncio",
      "async def f():",
      "    while True: await asyncio.sleep(0)",
    ],
    ["refused_observation", "a mock that equals everything", "ANY", "from unittest.mock import ANY"],
    ["wrong_observation", "a bare object", "object()"],
    ["wrong_observation", "a surrogate", "['\\udcff']"],
    ["wrong_observation", "infinity", "[float('inf')]"],
  ] as const
).map(
  ([becomes, what, expression, ...before]): BadInput => ({
    what,
    completion: () => returns(expression, ...before),
    becomes,
  }),
);

/** What a candidate can be beside right and wrong; `heavy` takes longer than the rest together. */
export const badInputs: Readonly<
  Record<"text" | "size" | "other" | "effects" | "values" | "heavy", readonly BadInput[]>
> = { text, size, other, effects, values, heavy };
