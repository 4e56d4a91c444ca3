import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { isAccident } from "../../../../src/languages/python/inputs/accidents.ts";

/** What a statement raises, as the interpreter words it. */
const RAISED = `
import json, sys
for statement in json.load(sys.stdin):
    try:
        exec(statement)
    except Exception as problem:
        print(json.dumps({"class": "builtins:" + type(problem).__name__, "message": str(problem)}))
`;

function raisedBy(statements: readonly string[]): { class: string; message: string }[] {
  const input = JSON.stringify(statements);
  const output = execFileSync("python3", ["-c", RAISED], { input, encoding: "utf8" });
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
  ]);
  expect(found.filter((each) => !isAccident(each))).toEqual([]);
});

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
  expect(found.filter(isAccident)).toEqual([]);
});
