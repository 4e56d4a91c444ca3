import { beforeAll, describe, expect, test } from "vitest";

import type { OutlineItem, Syntax } from "../../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary } from "./real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const ORCHARD = `"""Fruit."""
# Licence: none.

import os
try:
    import json
except ImportError:
    json = None

LIMIT: int = 3

# How it is graded.
# In days.
@cached(
    maxsize=None,
)
async def grade(
    days,
): return days

class Tree(Plant):
    """One tree."""
    height = 2

    def grow(self): self.height += 1

class Bush: leaves = 7
print(LIMIT); print(grade)
`;

function brief(items: readonly OutlineItem[]): unknown[] {
  return items.map(({ kind, lines, declaration, members, isAnnotated }) => [
    kind,
    `${lines.start}-${lines.end}`,
    ...(declaration === undefined ? [] : [declaration]),
    ...(isAnnotated ? ["annotated"] : []),
    ...(members.length === 0 ? [] : [brief(members)]),
  ]);
}

describe("the outline of a Python file", () => {
  test("lists statements with their lines, comments above and headers, and opens classes", () => {
    expect(brief(syntax.outline(ORCHARD)?.items ?? [])).toEqual([
      ["other", "1-1"],
      ["import", "4-4"],
      ["import", "5-8"],
      ["assignment", "10-10", "annotated"],
      ["function", "12-19", "@cached(\n    maxsize=None,\n)\nasync def grade(\n    days,\n):"],
      [
        "class",
        "21-25",
        "class Tree(Plant):",
        [
          ["other", "22-22"],
          ["assignment", "23-23"],
          ["function", "25-25", "    def grow(self):"],
        ],
      ],
      ["class", "27-27", "class Bush:"],
      ["other", "28-28"],
      ["other", "28-28"],
    ]);
  });

  test("is undefined for what cannot be read, and empty for an empty file", () => {
    expect(syntax.outline("x".repeat(2_000_001))).toBeUndefined();
    expect(syntax.outline("")?.items).toEqual([]);
  });

  test("is in order and inside the file for every class and function of real modules", () => {
    for (const { text } of readStandardLibrary(["enum.py", "textwrap.py"])) {
      const last = text.split("\n").length;
      const check = (items: readonly OutlineItem[], from: number, to: number): void => {
        let free = from;
        for (const { lines, members } of items) {
          expect(lines.start).toBeGreaterThanOrEqual(free);
          expect(lines.end).toBeGreaterThanOrEqual(lines.start);
          expect(lines.end).toBeLessThanOrEqual(to);
          free = Math.max(free, lines.end);
          check(members, lines.start, lines.end);
        }
      };
      const items = syntax.outline(text)?.items ?? [];
      expect(items.length).toBeGreaterThan(5);
      check(items, 1, last);
    }
  });
});
