import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import {
  array,
  assert,
  boolean,
  constant,
  double,
  integer,
  letrec,
  oneof,
  property,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { expect, test } from "vitest";

import { canonicalJson, type Json } from "../../../src/base/index.ts";
import {
  readPythonArguments,
  readPythonLiteral,
} from "../../../src/languages/python/literals/read-literal.ts";
import { writePythonLiteral } from "../../../src/languages/python/literals/write-literal.ts";
import type { ValueRecipe } from "../../../src/spec/index.ts";

const guest = fileURLToPath(new URL("../../../src/languages/python/guest", import.meta.url));

/** Expressions of plain data; Python makes a value of each, and says how it writes it and what its recipe is. */
const EXPRESSIONS = [
  "None",
  "[True, False, Ellipsis, NotImplemented]",
  "[0, -1, 10**15, 2**53, -(2**53), 10**40, 0x1F]",
  "[0.1, -0.0, 1e16, 1e-5, 123456789012345680.0, 1.5e300, 5e-324, float('inf'), -float('inf'), float('nan'), 1e22]",
  "[1j, complex(-0.0, 2), complex(1.5, -2), complex(float('nan'), float('inf'))]",
  "['', 'a', \"it's\", 'say \"x\"', 'both \\' and \"', 'tab\\t\\n\\r\\\\', '\\x00\\x7f\\x85\\xa0', 'ü', '\\u2028', '\\U0001f600', '\\ud800']",
  "[b'', b'abc', b\"it's\", bytes(range(256))]",
  "[(), (1,), (1, (2,)), [[], [[]]]]",
  "[set(), {1, 2}, frozenset(), frozenset([1]), bytearray(), bytearray(b'x\\xff')]",
  "[{}, {'a': 1, 2: [3], (4, 5): {'b': None}}]",
  "[__import__('collections').deque([1, 2]), __import__('collections').deque([1], maxlen=3)]",
  "__import__('collections').OrderedDict([('a', 1), ('b', 2)])",
  "__import__('collections').Counter('abca')",
  "[range(3), range(1, 9, 2), slice(1, None, 2)]",
  "[__import__('decimal').Decimal('1.50'), __import__('fractions').Fraction(-1, 3)]",
  "[__import__('datetime').date(2020, 2, 29), __import__('datetime').datetime(2020, 1, 2, 3, 4)]",
  "__import__('datetime').datetime(2020, 1, 2, 3, 4, 5, 6, __import__('datetime').timezone.utc, fold=1)",
  "[__import__('datetime').time(1), __import__('datetime').time(1, 2, 3, 4), __import__('datetime').timedelta(-1, 5, 7)]",
  "__import__('datetime').timezone(__import__('datetime').timedelta(hours=2), 'CEST')",
  "__import__('uuid').UUID('12345678-1234-5678-1234-567812345678')",
  "[__import__('pathlib').PurePosixPath('a/b'), __import__('pathlib').PosixPath('/c')]",
];

const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
from diorama_values import Anything, recipe_of_call
rows = []
for text in json.load(sys.stdin):
    value = eval(text)
    rows.append([repr(value), recipe_of_call((value,), {}, None, Anything(), False)["positional"][0]])
json.dump(rows, sys.stdout)
`;

function askPython(expressions: readonly string[]): [string, ValueRecipe][] {
  const input = JSON.stringify(expressions);
  return JSON.parse(execFileSync("python3", ["-c", PROGRAM, guest], { input, encoding: "utf8" })) as [
    string,
    ValueRecipe,
  ][];
}

const json = (value: ValueRecipe | undefined): string =>
  value === undefined ? "not read" : canonicalJson(value as Json);

test("what Python's repr writes is read as the recipe that the recorder makes of the value, and written back to the same", () => {
  const rows = askPython(EXPRESSIONS);
  expect(rows.map(([text]) => json(readPythonLiteral(text)))).toEqual(rows.map(([, recipe]) => json(recipe)));
  const written = rows.map(([, recipe]) => writePythonLiteral(recipe) ?? "");
  expect(written.map((text) => json(readPythonLiteral(text)))).toEqual(
    rows.map(([, recipe]) => json(recipe)),
  );
  const isAlike = ([text]: [string, ValueRecipe], index: number): boolean => written[index] === text;
  expect(rows.filter(isAlike).length).toBeGreaterThanOrEqual(14);
});

const { value: values } = letrec<{ value: ValueRecipe }>((tie) => ({
  value: oneof(
    { depthSize: "small" },
    constant(null),
    boolean(),
    integer(),
    string({ unit: "binary", maxLength: 6 }),
    double().map(
      (number): ValueRecipe =>
        readPythonLiteral(Object.is(number, -0) ? "-0.0" : pythonFloat(number)) ?? null,
    ),
    uint8Array({ maxLength: 4 }).map((bytes) => ({ bytes: Buffer.from(bytes).toString("latin1") })),
    array(tie("value"), { maxLength: 3 }),
    array(tie("value"), { maxLength: 3 }).map((items) => ({ tuple: items })),
    array(tuple(string({ maxLength: 3 }), tie("value")), { maxLength: 3 }).map((pairs) => ({
      dict: [...new Map(pairs)],
    })),
  ),
}));

function pythonFloat(number: number): string {
  if (Number.isNaN(number)) return "nan";
  const text = number.toString().replace("Infinity", "inf");
  return /[.einf]/.test(text) ? text : `${text}.0`;
}

test("whatever plain data is written reads back the same", () => {
  assert(
    property(values, (value) => {
      expect(json(readPythonLiteral(writePythonLiteral(value) ?? ""))).toBe(json(value));
    }),
  );
});

test.each([
  ["1, [2.5], key='a'", { positional: [1, [{ float: "2.5" }]], keywords: { key: "a" } }],
  ["", { positional: [], keywords: {} }],
  ["(1, 2)", { positional: [{ tuple: [1, 2] }], keywords: {} }],
  ["(1, limit=2)", { positional: [1], keywords: { limit: 2 } }],
  ["b'a' b'b', r'\\n', 1_000,", { positional: [{ bytes: "ab" }, "\\n", 1000], keywords: {} }],
])("an argument list %j", (text, expected) => {
  expect(readPythonArguments(text)).toEqual(expected);
});

test.each([
  "<pantry.Jar object at 0x7f0000000000>",
  "Jar(size=3)",
  "__import__('os').system('true')",
  "open('x')",
  "1 + 1",
  "[1, 2",
  "'a",
  "{1: 2, 3}",
  "01",
  "(1, 2]",
  "lambda: 0",
  "f'{1}'",
  "b'ü'",
  "'\\N{BULLET}'",
  "array([1, 2])",
  "1 2",
  "",
  "[".repeat(5000),
])("%# is no plain data", (text) => {
  expect(readPythonLiteral(text)).toBeUndefined();
});

test.each(["a=1, 2", "a=1, a=2", "*[1]", "1,,2", ", 1"])("%j is no argument list", (text) => {
  expect(readPythonArguments(text)).toBeUndefined();
});
