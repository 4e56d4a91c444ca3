import { array, assert, constantFrom, integer, property, string } from "fast-check";
import { expect, test } from "vitest";

import { LineSplitter } from "../../src/sandbox/line-splitter.ts";
import { OutputTail } from "../../src/sandbox/output-tail.ts";

const chunks = array(string({ maxLength: 40 }).map((text) => Buffer.from(text)));

test("a tail is the end of all that was written, however it was cut into chunks", () => {
  assert(
    property(chunks, integer({ min: 1, max: 60 }), (written, limitBytes) => {
      const tail = new OutputTail(limitBytes);
      for (const chunk of written) tail.append(chunk);
      const all = Buffer.concat(written);
      const kept = all.subarray(Math.max(0, all.length - limitBytes));
      expect({ text: tail.text(), isTruncated: tail.isTruncated }).toEqual({
        text: kept.toString("utf8"),
        isTruncated: all.length > limitBytes,
      });
    }),
  );
});

test("lines are the same however the stream was cut into chunks", () => {
  assert(
    property(
      array(constantFrom("a", "b", "\n", "é", "sand\n")),
      integer({ min: 1, max: 9 }),
      (parts, size) => {
        const bytes = Buffer.from(parts.join(""));
        const lines: string[] = [];
        const splitter = new LineSplitter((line) => lines.push(line), 1_000);
        for (let at = 0; at < bytes.length; at += size) splitter.append(bytes.subarray(at, at + size));
        splitter.end();
        const expected = parts.join("").split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines).toEqual(expected);
      },
    ),
  );
});

test("a line without an end is handed on in pieces", () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line), 10);
  for (let index = 0; index < 6; index++) splitter.append(Buffer.from("12345"));
  splitter.end();
  expect(lines.join("")).toBe("12345".repeat(6));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(15);
});
