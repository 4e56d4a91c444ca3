import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import { getImportFormatName, importFormats } from "../../../src/datasets/index.ts";

const folder = mkdtempSync(join(tmpdir(), "diorama-rows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function givenFile(text: string) {
  const file = asHostPath(join(folder, "rows.json"));
  writeFileSync(file, text);
  return file;
}

test("rows keep every field, and their own id", () => {
  const rows = [
    { idx: "7", func_name: "clamp", more: [1] },
    { idx: 9, eval_script: "" },
  ];
  expect(importFormats.repost.read(givenFile(JSON.stringify(rows)))).toEqual([
    { id: "7", record: rows[0] },
    { id: "9", record: rows[1] },
  ]);
});

test.each([
  ["no JSON", "{", /Unexpected|Expected/],
  ["an object", '{"idx": "1"}', /no JSON array of objects/],
  ["a row without an id", '[{"idx": "1"}, {}]', /row 2 of .*: it has no "idx"/],
  ["an id twice", '[{"idx": "1"}, {"idx": 1}]', /two rows have the idx "1"/],
])("%s is refused", (_, text, message) => {
  expect(() => importFormats.repost.read(givenFile(text))).toThrow(message);
});

test("a format that does not exist is told with those that do", () => {
  expect(() => getImportFormatName("repots")).toThrow(/Known: repost.*Did you mean "repost"\?/);
});
