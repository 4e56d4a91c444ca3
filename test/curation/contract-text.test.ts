import { beforeAll, expect, test } from "vitest";

import {
  describeContract,
  publicContract,
} from "../../src/curation/kinds/function/instruction/contract-text.ts";
import { loadLanguage, type Language } from "../../src/languages/index.ts";
import type { CaseRecipe, Observation, ValueRecipe } from "../../src/spec/index.ts";
import { inferContract, poolValues, widenedBy, type Contract } from "../../src/testgen/index.ts";

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

function call(...positional: ValueRecipe[]): { readonly recipe: CaseRecipe } {
  return { recipe: { shared: [], positional, keywords: {}, files: {}, variables: {} } };
}

function returned(value: unknown): Observation {
  return { status: "returned", value, positional: [], keywords: {}, files: {} };
}

interface Given {
  readonly observed: readonly { readonly recipe: CaseRecipe }[];
  readonly cases: readonly { readonly recipe: CaseRecipe }[];
  readonly shown: readonly Observation[];
}

/** What is told of `lend(item)`, by the calls that were observed, the cases and what they show. */
function describeLending({ observed, cases, shown }: Given): string[] {
  return describeContract(publicContract(contractOf(observed), cases, shown, language.present)).split("\n");
}

function contractOf(observed: Given["observed"]): Contract {
  const text = "def lend(item):\n    yield from item.copies\n";
  const [definition] = language.syntax.parse("desk.py", text).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  return inferContract({
    definition,
    module: "desk",
    text,
    fileText: text,
    inputs: language.inputs,
    calls: observed.map(({ recipe }) => ({ recipe, raised: undefined, origin: "observed" })),
    pools: poolValues([]),
    calleeExceptions: new Set(),
  });
}

test("values known by their names are told as what they are", () => {
  const named = ["builtins:int", "desk.kinds:Kind.BOOK", "builtins:str.lower", "desk.kinds:ANY"].map((name) =>
    call({ named: name }),
  );
  const shown = [returned({ named: "desk.kinds:Kind.BOOK" })];
  expect(describeLending({ observed: named, cases: named, shown })).toEqual([
    "- `item`: `class or function` or `class, function or constant` or `member of desk.kinds.Kind` or `member of str`.",
    "- The result: `member of desk.kinds.Kind`.",
  ]);
});

test("where nothing is known of a parameter, the types that the cases give it are told", () => {
  const shared = { recipe: { ...call({ ref: 0 }).recipe, shared: [{ tuple: [1] }] } };
  const shown = [returned([])];
  expect(describeLending({ observed: [], cases: [call("a"), call(1), shared, call("b")], shown })).toEqual([
    "- `item`: `int` or `str` or `tuple`.",
    "- The result: `list`.",
  ]);
  expect(describeLending({ observed: [call("a")], cases: [call("a"), call(1)], shown })[0]).toBe(
    "- `item`: `str`.",
  );
});

test("an exception that comes while a generator is gone through is told", () => {
  const ended = { iterator: [1], end: { class: "desk.errors:Gone" } };
  const shown = [returned({ iterator: [1], end: "stop" }), returned(ended)];
  expect(describeLending({ observed: [call(1)], cases: [call(1)], shown }).slice(1)).toEqual([
    "- The result: `iterator`.",
    "- Raised in some cases: `Gone`.",
  ]);
});

test("what calls are graded with that tests never gave is told with its type, and no bound that it breaks", () => {
  const observed = [1, 2, 3, 4, 5, 6, 7].map((number) => call(number));
  const contract = contractOf(observed);
  const cases = [call(-1), call(null), call("")];
  const shown = cases.map(() => returned(0));
  const tell = (told: Contract): string =>
    describeContract(publicContract(told, cases, shown, language.present)).split("\n")[0] ?? "";
  expect(tell(contract)).toBe("- `item`: `int` (never negative).");
  expect(tell(widenedBy(contract, cases))).toBe("- `item`: `None` or `int` or `str`.");
  expect(widenedBy(contract, observed)).toEqual(contract);
});
