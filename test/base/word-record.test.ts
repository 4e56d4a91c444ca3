import { describe, expect, it } from "vitest";
import { z } from "zod";

import { createWordRecord, ownMember, readableJson, wordRecord } from "../../src/base/index.ts";
import { caseRecipe, parseObservations } from "../../src/spec/index.ts";

const WORDS = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const counts = wordRecord(z.number());

describe.each(WORDS)("the word %s as a key", (word) => {
  it("is there once it is set, and not before", () => {
    const record = createWordRecord<number>();
    expect([record[word], ownMember({}, word)]).toEqual([undefined, undefined]);
    record[word] = (record[word] ?? 0) + 1;
    expect([Object.keys(record), ownMember(record, word)]).toEqual([[word], 1]);
  });

  it("is read with its value, and refused with its path", () => {
    const read = counts.parse(JSON.parse(`{"${word}": 2}`));
    expect(Object.entries(read)).toEqual([[word, 2]]);
    const { error } = counts.safeParse(JSON.parse(`{"${word}": "two"}`));
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [[word], "Invalid input: expected number, received string"],
    ]);
  });

  it("keeps its place in the records of a task", () => {
    const shown = {
      status: "returned",
      value: { dict: [[word, 1]] },
      positional: [],
      keywords: {},
      files: {},
    };
    const text = `{"format":"observations/2","observations":{"${word}":${JSON.stringify(shown).replace('"files":{}', `"files":{"${word}":"x"}`)}}}`;
    const read = parseObservations(JSON.parse(text));
    expect(JSON.parse(readableJson(read))).toEqual(JSON.parse(text));
    expect(Object.keys(read.observations)).toEqual([word]);
    const recipe = `{"shared":[],"positional":[],"keywords":{"${word}":1},"files":{"${word}":"x"},"variables":{"${word}":null}}`;
    expect(JSON.parse(readableJson(caseRecipe.parse(JSON.parse(recipe))))).toEqual(JSON.parse(recipe));
  });
});

it.each([[null], [[]], ["text"], [1]])("a record is no %j", (value) => {
  expect(counts.safeParse(value).error?.issues[0]?.message).toBe("Invalid input: expected record");
});
