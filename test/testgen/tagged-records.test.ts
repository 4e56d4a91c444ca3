import { expect, it } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { inferTaggedRecords, keepsTaggedRecords } from "../../src/testgen/tagged-records.ts";

const call = (...positional: readonly ValueRecipe[]): CaseRecipe => ({
  shared: [],
  positional: [...positional],
  keywords: {},
  files: {},
  variables: {},
});
const node = (
  type: string,
  children: readonly ValueRecipe[],
  rest: readonly ValueRecipe[] = [],
): ValueRecipe => ({
  dict: [["type", type], ["children", children], ...rest],
});
const field = (name: string): ValueRecipe => node("field", [], [["value", name]]);
const pair = (left: ValueRecipe, right: ValueRecipe): ValueRecipe => node("pair", [left, right]);

const calls = [
  call(pair(field("a"), field("b"))),
  call(pair(pair(field("a"), node("list", [field("x")])), field("b"))),
  call(pair(node("list", [field("a"), field("b")]), node("list", []))),
];

it.each([
  ["another pair of known nodes", pair(node("list", [field("z")]), pair(field("q"), field("")))],
  ["a list of more nodes than were seen", pair(node("list", Array.from("abcd", field)), field("b"))],
  ["no record", "text"],
])("nodes of a tree may be %s", (_, value) => {
  const records = inferTaggedRecords(calls);
  expect(records?.tag).toBe("type");
  expect(records !== undefined && keepsTaggedRecords(records, call(value))).toBe(true);
});

it.each([
  ["a pair of one", node("pair", [field("a")])],
  ["of a kind that nobody knows", pair(node("pa#ir", [field("a"), field("b")]), field("b"))],
  ["a field without a value", pair(node("field", []), field("b"))],
  ["with a kind that is no text", pair(node("field", []), { dict: [["type", 1]] })],
  ["in the place of another kind", field("a")],
])("but not %s", (_, value) => {
  const records = inferTaggedRecords(calls);
  expect(records !== undefined && keepsTaggedRecords(records, call(value))).toBe(false);
});

it("are told by no key of plain data", () => {
  const rows = ["en", "de", "en", "fr", "en", "de"].map((language) =>
    call({
      dict: [
        ["language", language],
        ["words", ["a", "b"]],
      ],
    }),
  );
  expect(inferTaggedRecords(rows)).toBeUndefined();
});
