import { describe, expect, test } from "vitest";

import { givenStructure } from "../shown-structure.ts";

describe("the structure of JavaScript", () => {
  test("has functions by what they are bound to, and CommonJS", async () => {
    const read = await givenStructure("javascript", "orchard.js");
    expect(read.outline).toEqual([
      "8 variable orchard",
      "13 function createOrchard",
      "  14 method createOrchard.count",
      "  15 method createOrchard.describe",
      "18 function pick",
      "20 method Tree.grow",
      "21 method Tree.fall",
      "21 method Tree.ripe",
      "21 method Tree.is old",
      "23 class Tree",
      "  24 variable Tree.kinds",
      "  25 variable Tree.#height",
      "  26 method Tree.onFall",
      "    27 function Tree.onFall.land",
      "  30 constructor Tree.constructor",
      "  31 method Tree.height",
      "  32 method Tree.height",
      "  33 method Tree.[Symbol.asyncIterator]",
      "  34 method Tree.#secret",
      "37 variable table",
      "  37 method table.open",
      "  37 method table.inner.close",
      "  37 method table.1",
      "37 variable other",
      "38 class Plant",
      "  38 method Plant.water",
      "39 function each",
      "  39 class each.Local",
      "    39 method each.Local.run",
      "40 variable hoisted",
    ]);
    expect(read.imports).toEqual([
      "3 fs itself as fs",
      "3 path join as join",
      "3 path resolve as absolute",
      "4 ./prices priceOf as price",
      "5 ./effects itself as nothing",
    ]);
    expect(read.exports).toEqual(["8 default of createOrchard", "18 pick of pick"]);
    expect(read.all("createOrchard")).toEqual([
      {
        whole:
          'function createOrchard(trees = 3, { kind } = {}, ...rest) {\n  this.count = function () { return trees; };\n  return { describe() { return "🌳"; } };\n}',
        header: "function createOrchard(trees = 3, { kind } = {}, ...rest) ",
        name: "createOrchard",
        parameters: "(trees = 3, { kind } = {}, ...rest)",
        documentation: "/**\n * Makes one.\n */",
        body: '{\n  this.count = function () { return trees; };\n  return { describe() { return "🌳"; } };\n}',
        given: ["positional trees = 3", "positional  = {}", "variadic rest"],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Tree.grow")).toEqual([
      {
        whole: "Tree.prototype.grow = function grow(by) { return by; };",
        header: "Tree.prototype.grow = function grow(by) ",
        name: "grow",
        parameters: "(by)",
        body: "{ return by; }",
        given: ["positional by"],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("pick")).toEqual([
      {
        whole: "exports.pick = async (tree) => tree.pop();",
        header: "exports.pick = async (tree) => ",
        name: "pick",
        parameters: "(tree)",
        body: "tree.pop()",
        given: ["positional tree"],
        decorators: [],
        modifiers: ["async"],
        bases: [],
      },
    ]);
    expect(read.all("Tree.#height")).toEqual([
      {
        whole: "#height = 1;",
        header: "#height = 1;",
        name: "#height",
        given: [],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
  });

  test("has modules, with JSX", async () => {
    const read = await givenStructure("javascript", "module.mjs");
    expect(read.outline).toEqual([
      "8 variable first",
      "8 variable second",
      "8 function third",
      "  8 function third.caught",
      "9 function default",
      "10 class Basket",
    ]);
    expect(read.imports).toEqual([
      "1 ./tree.mjs default as tree",
      "1 ./tree.mjs leaf as blatt",
      "1 ./tree.mjs default as other",
      "2 market itself as market",
      "3 ./effects.mjs itself as nothing",
    ]);
    expect(read.exports).toEqual([
      "4 * of nothing from ./all.mjs",
      "5 prices of nothing from ./prices.mjs",
      "6 blatt of blatt",
      "6 fruit of other",
      "7 stall of stall from market",
      "8 first of first",
      "8 second of second",
      "8 third of third",
      "9 default of default",
      "10 Basket of Basket",
    ]);
    expect(read.all("default")).toEqual([
      {
        whole: "export default function () { return market; }",
        header: "export default function () ",
        name: "default",
        parameters: "()",
        body: "{ return market; }",
        given: [],
        decorators: [],
        modifiers: ["export", "default"],
        bases: [],
      },
    ]);
  });

  test("has tests by their titles, and what stands in them as if it stood outside", async () => {
    const read = await givenStructure("javascript", "test/orchard.test.js");
    expect(read.outline).toEqual([
      "4 namespace An orchard 🌳 (test)",
      "  5 function plant",
      "  7 function An orchard 🌳 > grows (test)",
      "  11 function An orchard 🌳 > has %d trees (test)",
      "  13 namespace An orchard 🌳 > in winter (test)",
      "    14 function An orchard 🌳 > in winter > sleeps (test)",
    ]);
    expect(read.imports).toEqual([
      "1 node:test describe as describe",
      "1 node:test it as it",
      "2 ../orchard.js itself as createOrchard",
    ]);
    expect(read.all("An orchard 🌳 > grows")).toEqual([
      {
        whole: 'it("grows", async (context) => {\n    plant();\n  });',
        header: 'it("grows", async (context) => ',
        name: "grows",
        parameters: "(context)",
        body: "{\n    plant();\n  }",
        given: ["positional context"],
        decorators: [],
        modifiers: ["async"],
        bases: [],
      },
    ]);
  });
});
