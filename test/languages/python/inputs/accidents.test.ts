import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { installLibrary, needingLibraries } from "../../../judge/python-library.ts";
import { findPython } from "../../../judge/orchard.ts";
import { accidentOf } from "../../../../src/languages/python/inputs/accidents.ts";

/** What a statement raises, as the interpreter words it. */
const RAISED = `
import json, sys
for statement in json.load(sys.stdin):
    try:
        exec(statement)
    except Exception as problem:
        print(json.dumps({"class": "builtins:" + type(problem).__name__, "message": str(problem)}))
`;

function raisedBy(statements: readonly string[], libraries?: string): { class: string; message: string }[] {
  const input = JSON.stringify(statements);
  const env = { PATH: process.env["PATH"], ...(libraries === undefined ? {} : { PYTHONPATH: libraries }) };
  const python = libraries === undefined ? "python3" : findPython();
  const output = execFileSync(python, ["-c", RAISED], { input, encoding: "utf8", env });
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { class: string; message: string });
}

test("what the interpreter says of a value that code was not written for is an accident", () => {
  const found = raisedBy([
    "(lambda a: a)(1, a=2)",
    "(lambda a: a)(a=1, b=2)",
    "(lambda a, b: a)(1)",
    "(lambda *, a: a)()",
    "(lambda a, b=1: a)(1, 2, 3)",
    "max([])",
    "1 / 0",
    "del (1, 2)[0]",
    "1 % 0",
    "1.5 // 0",
    "0.0 ** -1",
    "range(1, 9, 0)",
    "min(())",
    "a, b = [1]",
    "a, b = 1, 2, 3",
    "'a'.index('b')",
    "'a'.split('')",
    "[1].remove(2)",
    "[][0]",
    "[].pop()",
    "None + 1",
    "1 < 'a'",
    "'a' + 1",
    "len(1)",
    "','.join([1])",
    "'%d %d' % 1",
    "{[]: 1}",
    "None.strip()",
    "{}.pop()",
    "{}.popitem(1)",
    "'a'.strip(1, 2)",
    "[].pop(1, 2)",
  ]);
  expect(found.filter((each) => accidentOf(each) === undefined)).toEqual([]);
});

test("accidents are the same whatever the value, and others where something else was not expected", () => {
  const alike = [
    ["1 + None", "None + 'a'"],
    ["a, b = 1", "a, b = None"],
    ["for a in 1: pass", "1[0]"],
    ["[][1]", "''[3]"],
    ["[].x", "(1).strip()"],
  ];
  const named = alike.map((statements) => raisedBy(statements).map((one) => accidentOf(one)));
  for (const [first, second] of named) expect(second).toBe(first);
  expect(new Set(named.map(([first]) => first)).size).toBe(alike.length);
});

for (const [name, folder] of Object.entries({
  "numpy 1": await installLibrary("numpy==1.26.4", "pandas==2.1.4"),
  "numpy 2": await installLibrary("numpy==2.4.6", "pandas==3.1.1"),
}))
  test.skipIf(folder === undefined)(
    needingLibraries(`what ${name} says of arrays that do not fit is an accident`),
    () => {
      const statements = [
        "np.zeros(1)[:] = np.zeros(2)",
        "np.zeros(2) + np.zeros(3)",
        "np.zeros(2).item()",
        "bool(np.zeros(2))",
        "pandas.Series([1, 2]) or 1",
        "np.dot(np.zeros(2), np.zeros(3))",
        "np.zeros((2, 2)) @ np.zeros(3)",
        "np.zeros(3).reshape(2)",
        "np.array([[1, 2], [3]])",
        "np.max(np.zeros(0))",
        "np.concatenate([])",
        "np.zeros(3)[3]",
        "np.zeros(3)[1, 1]",
        "float(np.zeros(2))",
        "[1, 2][np.zeros(2)]",
        "np.sin('a')",
      ];
      const found = raisedBy(["import numpy as np, pandas", ...statements], folder);
      expect(found).toHaveLength(statements.length);
      expect(found.filter((each) => accidentOf(each) === undefined)).toEqual([]);
    },
  );

test("what code says, and what reading a number or a date says, is none", () => {
  const found = raisedBy([
    "raise ValueError('no such colour')",
    "raise TypeError('a text is needed')",
    "raise IndexError('no row 7')",
    "int('a')",
    "float('a')",
    "import datetime; datetime.date(2023, 2, 30)",
    "{}['a']",
  ]);
  expect(found.filter((each) => accidentOf(each) !== undefined)).toEqual([]);
});

test("what it says of a text that is no number is one of a helper alone", () => {
  const found = raisedBy(["int('-')", "float('a')"]);
  expect(found.map((each) => accidentOf(each) !== undefined)).toEqual([false, false]);
  expect(found.map((each) => accidentOf(each, true) !== undefined)).toEqual([true, true]);
});
