import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { foundElsewhere } from "../../../src/testgen/breadth/found-elsewhere.ts";
import { argumentOfSpot } from "../../../src/testgen/breadth/places.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

test("texts of other arguments stand for a text, keys and items at any depth", () => {
  const recipe = call("none", { dict: [["bread", [{ dict: [["rye", "dark"]] }]]] }, 7);
  expect(foundElsewhere("none", "0", recipe, PLAIN_CONTRACT)).toEqual(["bread", "rye", "dark"]);
  expect(foundElsewhere("dark", "1", recipe, PLAIN_CONTRACT)).toEqual(["none"]);
});

test("what an object is said to hold stands for a text: its attributes, and of one that is made those of its state and what it was made of", () => {
  const state = { object: { class: "shop:Till", state: { names: ["rye"], table: { dict: [["oats", 1]] } } } };
  const byState: CaseRecipe = { ...call("none"), receiver: state };
  expect(foundElsewhere("none", "0", byState, PLAIN_CONTRACT)).toEqual(["rye", "oats"]);
  const making = { class: "shop:Till", call: "shop:Till", positional: ["rye,oats=1"], keywords: {} };
  const made: CaseRecipe = { ...call("none"), receiver: { made: making } };
  expect(foundElsewhere("none", "0", made, PLAIN_CONTRACT, byState)).toEqual(["rye", "oats", "rye,oats=1"]);
});

test("shared values are those of the call that refers to them", () => {
  const recipe: CaseRecipe = { ...call("none", { ref: 0 }), shared: [["rye"]] };
  const states: CaseRecipe = { ...recipe, shared: [["oats"]] };
  expect(foundElsewhere("none", "0", recipe, PLAIN_CONTRACT, states)).toEqual(["rye"]);
});

test("what stands beside it in its own argument stands for a member, too", () => {
  const recipe = call({
    dict: [
      ["from", "/a"],
      ["path", "/b"],
    ],
  });
  expect(foundElsewhere("/b", "0.path", recipe, PLAIN_CONTRACT)).toEqual(["from", "/a", "path"]);
});

test("whole numbers of other arguments stand for a number, and how many items they have", () => {
  const recipe = call(1, ["a", "b", "c"], { float: "2.5" });
  expect(foundElsewhere(1, "0", recipe, PLAIN_CONTRACT)).toEqual(expect.arrayContaining([3, 2]));
  expect(foundElsewhere(1, "0", recipe, PLAIN_CONTRACT)).not.toContain(1);
  expect(foundElsewhere({ float: "2.5" }, "2", recipe, PLAIN_CONTRACT)).toEqual([]);
});

test.each([
  ["path", "path"],
  ["path[]", "path"],
  ["table.bread[0]", "table"],
  ["shared 12[]", "shared 12"],
  ["uri rfc3986.uri:URIReference(1)", "uri"],
])("%s stands in %s", (spot, argument) => expect(argumentOfSpot(spot)).toBe(argument));
