import { describe, expect, test } from "vitest";

import { findUnstated } from "../../src/proof/determinacy.ts";

describe("a constant is stated", () => {
  test.each([
    ['"late"', "too late to lend", []],
    ['"late"', "the plate", ['"late"']],
    ['"late"', "translated", ['"late"']],
    ['"späte"', "verspätete", ['"späte"']],
    ['"late fee: "', "'late fee: 12'", []],
    ['".txt"', "notes.txt", ['".txt"']],
    ['".txt"', "ends in .txt, or", []],
    ['", "', "f('a', 'b')", ['", "']],
    ['", "', "join(', ')", []],
    ['"-"', "split at `-`, then", []],
    ['"-"', "a well-known way", ['"-"']],
    [`'"'`, `quoted by "`, []],
    ["12", "12 books.", []],
    ["12", "about 12.", []],
    ["12", "112, 12.5, x12 or 0.12", ["12"]],
    ['"12"', "'12'", []],
  ])("%s by %j: %j is left", (constant, visible, left) => {
    expect(findUnstated([constant], visible, "")).toEqual(left);
    expect(findUnstated([constant], "", visible)).toEqual(left);
  });
});
