import { describe, expect, test } from "vitest";

import {
  CodeQueries,
  findDeclared,
  maskView,
  openCodeIndex,
  openSimilarCode,
  type IndexedView,
  type SimilarCode,
} from "../../../src/analysis/index.ts";
import type { CodePlace } from "../../../src/languages/index.ts";
import { lispWithGraph } from "../../conformance/lisp-graph.ts";
import { describeResolution } from "../../conformance/resolution.ts";
import { ORCHARD } from "./orchard.ts";

const PLANTS = "src/plants.scheme";
const PRICES = "src/prices.scheme";

describe("the language that the index is tested with", () => {
  describeResolution(lispWithGraph, ORCHARD);
});

async function openOrchard(): Promise<IndexedView> {
  const { views } = await openCodeIndex(ORCHARD, { languages: [lispWithGraph] });
  const [view] = views;
  if (view === undefined) throw new Error("The orchard has files.");
  return view;
}

interface Asked {
  readonly queries: CodeQueries;
  /** The place of a target. */
  readonly place: (target: string) => CodePlace;
}

function ask(view: IndexedView): Asked {
  const queries = new CodeQueries(view);
  return {
    queries,
    place(target) {
      const [found] = findDeclared([queries], target).places;
      if (found === undefined) throw new Error(`There is no ${target}.`);
      return found;
    },
  };
}

function names(found: readonly { readonly place: CodePlace }[]): readonly string[] {
  return found.map(({ place }) => place.name);
}

describe("an index of a tree", () => {
  test("has the files of its languages, what they declare and how they hang together", async () => {
    const view = await openOrchard();
    expect([view.language, view.paths]).toEqual(["lisp", [PLANTS, PRICES, "tests/prices-test.scheme"]]);
    expect(view.text(PRICES)).toBe(ORCHARD.get(PRICES));
    expect(view.text("lisp.project")).toBeUndefined();
    expect(view.structure(PRICES)?.declarations.map(({ name }) => name)).toEqual([
      "price-of",
      "price-of-orchard",
      "sell",
      "open-shop",
    ]);
    expect(view.structure(PRICES)).toBe(view.structure(PRICES));
    const overrides = view.resolved().edges.filter(({ kind }) => kind === "override");
    expect(overrides.map(({ caller, callee }) => [caller.name, callee.name])).toEqual([
      ["Tree.grow", "Plant.grow"],
      ["Apple.show", "Plant.show"],
      ["Pear.show", "Plant.show"],
    ]);
  });

  test("passes over languages whose files nobody reads", async () => {
    const { structure: _, ...unread } = lispWithGraph;
    expect(await openCodeIndex(ORCHARD, { languages: [unread] })).toEqual({ views: [], refused: [] });
  });

  test("has definitions of a language that cannot say what names mean, and no calls", async () => {
    const { resolution: _, ...unresolved } = lispWithGraph;
    const { views } = await openCodeIndex(ORCHARD, { languages: [unresolved] });
    const queries = views.map((view) => new CodeQueries(view));
    const { places } = findDeclared(queries, "price-of");
    expect(places).toEqual([{ path: PRICES, name: "price-of", line: 2 }]);
    expect(views.map(({ isResolved }) => isResolved)).toEqual([false]);
    expect(() => queries[0]?.calls).toThrow(expect.objectContaining({ code: "language-lacks" }));
  });
});

describe("queries", () => {
  test("find callers and callees, of a class by its constructor, near and far", async () => {
    const { queries, place } = ask(await openOrchard());
    const callers = queries.callersOf(place("price-of"));
    expect(callers.map(({ caller, at, how }) => [caller.name, at, how])).toEqual([
      ["sell", 4, "declared"],
      ["test-price", 2, "declared"],
      ["helper", 4, "declared"],
    ]);
    const ofPlant = queries.callersOf(place("Plant"));
    expect(ofPlant.map(({ caller, callee }) => [caller.name, callee.name])).toEqual([
      ["open-shop", "Plant.make"],
    ]);
    const callees = queries.calleesOf(place("price-of"));
    expect(callees.map(({ callee, how, confidence }) => [callee.name, how, confidence])).toEqual([
      ["Tree.rings", "name", 0.5],
    ]);
    const ofModule = queries.calleesOf(place(`${PRICES}:<module>`));
    expect(ofModule.map(({ callee, at }) => [callee.name, at])).toEqual([["open-shop", 6]]);
    const far = queries
      .allCalleesOf(place("open-shop"))
      .map(({ place: { name }, steps }) => `${name} ${steps}`);
    expect(far).toEqual([
      "sell 1",
      "Plant.make 1",
      "price-of 2",
      "Plant.show 2",
      "Apple.show 2",
      "Pear.show 2",
      "Tree.rings 3",
    ]);
  });

  test("find tests over calls, nearest first, also through the method that one overrides", async () => {
    const { queries, place } = ask(await openOrchard());
    const reaching = (target: string): string[] =>
      queries.testsOf(place(target)).map(({ place: { name }, steps }) => `${name} ${steps}`);
    expect(reaching("open-shop")).toEqual(["test-shop 1"]);
    expect(reaching("Apple.show")).toEqual(["test-shop 3"]);
    expect(reaching("Pear")).toEqual(["test-shop 3"]);
    expect(reaching("price-of-orchard")).toEqual([]);
  });

  test("find what a class inherits, what inherits from it, and its relatives", async () => {
    const { queries, place } = ask(await openOrchard());
    const apple = place("Apple");
    expect(names(queries.superclassesOf(apple))).toEqual(["Tree", "Plant"]);
    expect(names(queries.subclassesOf(place("Plant")))).toEqual(["Tree", "Fern", "Apple", "Pear"]);
    expect(names(queries.relativesOf(apple))).toEqual(["Fern", "Pear"]);
    expect(queries.relativesOf(place("Plant"))).toEqual([]);
    expect(names(queries.membersOf(apple))).toEqual(["Apple.show", "Tree.grow", "Tree.rings", "Plant.make"]);
    expect(queries.overriddenBy(place("Apple.show")).map(({ name }) => name)).toEqual(["Plant.show"]);
    expect(queries.overridesOf(place("Plant.show")).map(({ name }) => name)).toEqual([
      "Apple.show",
      "Pear.show",
    ]);
    expect(queries.superclassesOf(place("sell"))).toEqual([]);
  });

  test("find neighbours, uses, definitions of a name, and where one could come from", async () => {
    const { queries, place } = ask(await openOrchard());
    expect(names(queries.siblingsOf(place("Tree.grow")))).toEqual(["Tree.rings"]);
    expect(names(queries.siblingsOf(place("sell")))).toEqual(["price-of", "price-of-orchard", "open-shop"]);
    const text = Buffer.from(ORCHARD.get(PRICES) ?? "");
    const uses = queries.usesOf(place("price-of")).filter(({ path }) => path === PRICES);
    expect(uses.map(({ span }) => text.toString("utf8", span.start, span.end))).toEqual(
      Array(3).fill("price-of"),
    );
    expect(names(queries.definitionsOf("rings"))).toEqual(["Tree.rings", "rings"]);
    expect(names(queries.definitionsOf("Tree.rings"))).toEqual(["Tree.rings"]);
    expect(queries.possibleImportsOf("rings").declared.map(({ line }) => line)).toEqual([12]);
  });

  test("know which target is meant, and say what there is where none or several are", async () => {
    const { queries, place } = ask(await openOrchard());
    const twice = new Map([...ORCHARD, ["src/other.scheme", '(define (sell) "nothing")']]);
    const { views } = await openCodeIndex(twice, { languages: [lispWithGraph] });
    const others = views.map((view) => new CodeQueries(view));
    expect(place("./src/plants.scheme:Tree.rings")).toEqual({ path: PLANTS, name: "Tree.rings", line: 8 });
    expect(() => findDeclared([queries], "grow")).toThrow(
      /has that whole name\. 2 end so: Plant\.grow, Tree\.grow\./u,
    );
    expect(() => findDeclared(others, "sell")).toThrow(/2 definitions have that name/u);
    expect(findDeclared(others, "src/other.scheme:sell").places).toEqual([
      { path: "src/other.scheme", name: "sell", line: 1 },
    ]);
  });
});

describe("an overlay", () => {
  test("knows nothing of what it hides, and leaves the view as it is", async () => {
    const view = await openOrchard();
    const span = view.structure(PRICES)?.declarations.find(({ name }) => name === "sell")?.spans.body;
    if (span === undefined) throw new Error("sell has a body.");
    const edits = [{ path: PRICES, span, placeholder: "(error)" }];
    const masked = maskView(view, { edits, leftOut: ["tests/prices-test.scheme"] });
    const { queries, place } = ask(masked);
    expect(masked.paths).toEqual([PLANTS, PRICES]);
    expect(masked.text(PRICES)).toContain("(define (sell apple) (error))");
    expect(queries.calleesOf(place("sell"))).toEqual([]);
    expect(queries.callersOf(place("price-of"))).toEqual([]);
    expect(queries.testsOf(place("open-shop"))).toEqual([]);
    expect(masked.structure(PLANTS)).toBe(view.structure(PLANTS));
    expect(ask(view).queries.calleesOf(place("sell"))).toHaveLength(4);
  });

  test("may have files that the tree has not", async () => {
    const view = await openOrchard();
    const more = view.overlay(
      new Map([["src/market.scheme", '(load "src/prices.scheme")\n(define (market) (sell 1))']]),
    );
    const { queries, place } = ask(more);
    expect(queries.callersOf(place("sell")).map(({ caller }) => caller.name)).toEqual([
      "market",
      "open-shop",
    ]);
    expect(view.paths).toHaveLength(3);
  });
});

describe("similar code", () => {
  test("is found by the parts of identifiers, rare ones first", async () => {
    using similar = await openSimilarCode(await openOrchard());
    const found = similar.find({ text: "the price of an orchard: priceOfOrchard", most: 2 });
    expect(names(found)).toEqual(["price-of-orchard", "helper"]);
    expect((found[0]?.score ?? 0) > (found[1]?.score ?? 0)).toBe(true);
    expect(similar.find({ text: "…", most: 2 })).toEqual([]);
  });

  test("has every text once: a class without the bodies of its methods", async () => {
    using similar = await openSimilarCode(await openOrchard());
    expect(names(similar.find({ text: "äpple", most: 9 }))).toEqual(["Apple.show"]);
    expect(names(similar.find({ text: "fern", most: 9 }))).toEqual(["Fern"]);
  });

  test("within an overlay is what is found in a tree that never had what is hidden", async () => {
    const view = await openOrchard();
    using similar = await openSimilarCode(view);
    const span = view.structure(PLANTS)?.declarations.find(({ name }) => name === "Apple.show")?.spans.body;
    if (span === undefined) throw new Error("Apple.show has a body.");
    const masked = maskView(view, { edits: [{ path: PLANTS, span, placeholder: "(error)" }] });
    const texts = new Map(masked.paths.map((path) => [path, masked.text(path) ?? ""]));
    const [fresh] = (await openCodeIndex(texts, { languages: [lispWithGraph] })).views;
    if (fresh === undefined) throw new Error("The overlay has files.");
    using alone = await openSimilarCode(fresh);
    for (const text of ["äpple", "grow days", "show plant price"]) {
      const told = (from: SimilarCode, within?: IndexedView): unknown =>
        from
          .find({ text, most: 9, ...(within && { within }) })
          .map(({ place, score }) => `${place.name} ${score.toFixed(12)}`)
          .toSorted();
      expect(told(similar, masked)).toEqual(told(alone));
    }
    expect(names(similar.find({ text: "äpple", most: 9 }))).toEqual(["Apple.show"]);
  });
});
