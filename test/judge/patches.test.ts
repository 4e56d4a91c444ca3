import { afterAll, beforeAll, expect, test } from "vitest";

import type { CasePatch, SuiteCase, ValueRecipe } from "../../src/spec/index.ts";
import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const basket = (...apples: string[]): ValueRecipe => ({
  object: { class: "orchard.harvest:Basket", state: { apples } },
});

function patched({ recipe, ...rest }: SuiteCase, ...patches: CasePatch[]): SuiteCase {
  return { ...rest, recipe: { ...recipe, patches } };
}

async function show(about: Parameters<typeof harvestJob>[1]): Promise<unknown[]> {
  const { results } = await orchard.evaluator.evaluate(harvestJob(orchard.editableTree, about));
  return results.map(({ observation }) =>
    observation.status === "returned"
      ? observation.value
      : observation.status === "raised"
        ? observation.exception.class
        : `${observation.status}: ${observation.message}`,
  );
}

const limit: CasePatch = { owner: "orchard.harvest:Basket", name: "limit" };
const add = { name: "Basket.add", header: "def add", kind: "method" };

test("an attribute of a class is another, or not there, in one case only", async () => {
  const full = call("c", ["fuji"], basket("a", "b"));
  const cases = [
    patched(call("a", ["fuji"], basket("gala")), { ...limit, value: 1 }),
    patched(call("b", ["fuji"], basket("gala")), limit),
    full,
    { ...call("d", ["fuji"], basket("a", "b", "c")) },
  ];
  const expected = ["builtins:OverflowError", "builtins:AttributeError", 3, "builtins:OverflowError"];
  expect(await show({ ...add, cases })).toEqual(expected);
});

test("what the candidate itself puts in the place of a replaced attribute is gone after the case", async () => {
  const header = "        if len(self.apples) >= self.limit:";
  const text = harvest.replace(
    header,
    header.replace("if ", "if self.limit == 1 and setattr(Basket, 'limit', 99) or "),
  );
  const cases = [
    patched(call("a", ["fuji"], basket("gala")), { ...limit, value: 1 }),
    call("b", ["fuji"], basket("a", "b", "c")),
  ];
  expect(await show({ ...add, text, cases })).toEqual([2, "builtins:OverflowError"]);
});

test("a replaced function answers from its table, as often as it is asked, also while a generator is read", async () => {
  const answer = (positional: ValueRecipe[], returns: ValueRecipe): ValueRecipe => ({
    positional,
    keywords: {},
    returns,
  });
  const range: CasePatch = {
    owner: "orchard.harvest",
    name: "range",
    value: { callback: { name: "range", calls: [answer([5], [0, 2, 4]), answer([1], [0])] } },
  };
  const cases = [patched(call("a", [1, 5]), range), call("b", [1, 1]), patched(call("c", [1, 6]), range)];
  expect(await show({ name: "rows", header: "def rows", cases })).toMatchObject([
    { iterator: [[0], [2], [4]], end: "stop" },
    { iterator: [[0]], end: "stop" },
    { iterator: [], end: { class: "diorama_building:UnknownCall" } },
  ]);
});

test("a replaced static function of a class is not bound, and a value can be shared with an argument", async () => {
  const weigh: ValueRecipe = { callback: { name: "mock", calls: [{ positional: [["ab"]], returns: 7 }] } };
  const shared: SuiteCase = call("a", [{ ref: 0 }]);
  shared.recipe.shared = [["ab"]];
  const text = harvest.replace(
    "return sum(len(apple) for apple in apples)",
    "return [Basket([]).size_of(apples), SEASON is apples]",
  );
  const cases = [
    patched(
      shared,
      { owner: "orchard.harvest", name: "SEASON", value: { ref: 0 } },
      { owner: "orchard.harvest:Basket", name: "size_of", value: weigh, is_static: true },
    ),
  ];
  const about = { name: "Basket.weight", header: "    @staticmethod", kind: "static_method" };
  expect(await show({ ...about, text, cases })).toEqual([[7, true]]);
});

test("a case whose attribute cannot be replaced has no input", async () => {
  const cases = [
    patched(
      call("a", ["fuji"], basket("gala")),
      { ...limit, value: 1 },
      { owner: "builtins:str", name: "upper", value: 1 },
    ),
    call("b", ["fuji"], basket("gala")),
  ];
  expect(await show({ ...add, cases })).toEqual([expect.stringMatching(/^refused: malformed: patch/), 2]);
});

test("what a function of the repository keeps of earlier calls does not outlive what they met", async () => {
  const cached = "\n\n@functools.lru_cache(maxsize=None)\ndef season():\n    return list(SEASON)\n";
  const body = "return sum(len(apple) for apple in apples)";
  const text = harvest.replace(body, "return season()") + cached;
  const season: CasePatch = { owner: "orchard.harvest", name: "SEASON", value: [1, 2] };
  const cases = [call("a", [[]]), patched(call("b", [[]]), season), call("c", [[]])];
  const about = { name: "Basket.weight", header: "    @staticmethod", kind: "static_method" };
  expect(await show({ ...about, text, cases })).toEqual([[0], [1, 2], [0]]);
});

test("a replaced function knows the interpreter by its name, wherever that lies", async () => {
  const calls = [{ positional: [{ named: "sys:executable" }], keywords: {}, returns: "here" }];
  const text = harvest.replace("return sum(len(apple) for apple in apples)", "return find(SEASON[0])");
  const cases = [
    patched(
      call("a", [[]]),
      { owner: "orchard.harvest", name: "SEASON", value: [{ named: "sys:executable" }] },
      { owner: "orchard.harvest", name: "find", value: { callback: { name: "find", calls } } },
    ),
  ];
  const about = { name: "Basket.weight", header: "    @staticmethod", kind: "static_method" };
  expect(await show({ ...about, text, cases })).toEqual(["here"]);
});
