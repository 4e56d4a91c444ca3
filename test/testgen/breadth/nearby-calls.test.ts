import { beforeAll, describe, expect, test } from "vitest";

import { canonicalJson } from "../../../src/base/index.ts";
import type { Syntax } from "../../../src/languages/language.ts";
import { pythonInputs } from "../../../src/languages/python/inputs/inputs.ts";
import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { nearbyCalls } from "../../../src/testgen/breadth/nearby-calls.ts";
import type { Proposal } from "../../../src/testgen/breadth/proposal.ts";
import { SpotEffects } from "../../../src/testgen/breadth/spot-effects.ts";
import { hintsOf } from "../../../src/testgen/contract.ts";
import { inferContract } from "../../../src/testgen/infer-contract.ts";
import { poolValues, type TargetContext } from "../../../src/testgen/index.ts";
import { givenPythonSyntax } from "../../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const MERGE = `
def merge(path, *tables, default=None):
    found = {}
    for table in tables:
        found.update(table)
    return found.get(path, default)
`;

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** The first calls that are proposed beside one, or several, with what became of each place told beforehand. */
function proposedBeside(
  known: CaseRecipe | readonly CaseRecipe[],
  effects: SpotEffects,
  most = 900,
  text = MERGE,
): readonly Proposal[] {
  const [definition] = syntax.parse("tables.py", text).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  const recipes = "positional" in known ? [known] : known;
  const context: TargetContext = {
    definition,
    module: "tables",
    text,
    fileText: text,
    inputs: pythonInputs,
    calls: recipes.map((recipe) => ({ recipe, raised: undefined, origin: "observed" })),
    pools: poolValues([]),
    calleeExceptions: new Set(),
  };
  const hints = hintsOf(context);
  const contract = inferContract(context, hints);
  const calls = recipes.map((recipe) => ({ recipe, arcs: ["arc 1 2", "kind returns int"], isOwn: true }));
  return Iterator.from(nearbyCalls(calls, context, { contract, hints, seed: 0, effects }))
    .take(most)
    .toArray();
}

describe("calls beside known ones", () => {
  const known = call("bread.txt", { dict: [["bread", 1]] }, { dict: [["rye", 2]] });

  test("take fewer and more of what a variadic parameter takes", () => {
    const counts = new Set(
      proposedBeside(known, new SpotEffects()).map(({ recipe }) => recipe.positional.length),
    );
    for (const count of [1, 2, 5]) expect(counts).toContain(count);
  });

  test("find a path in folders and below the root", () => {
    const paths = new Set(proposedBeside(known, new SpotEffects()).map(({ recipe }) => recipe.positional[0]));
    for (const path of ["docs/bread.txt", "/bread.txt", "bread.txt/"]) expect(paths).toContain(path);
  });

  test("give what is read by its name from all that no parameter takes", () => {
    const text = `def fill(box, **options):
    how = options.pop("how", "all")
    return sorted(box) if "tidy" in options else list(box)[: 1 if how == "first" else 9]
`;
    const given = proposedBeside(call([2, 1]), new SpotEffects(), 400, text).map(
      ({ recipe: { keywords } }) => keywords,
    );
    expect(given).toEqual(
      expect.arrayContaining([{ how: "first" }, { how: "all" }, { tidy: true }, { tidy: null }]),
    );
  });

  test("give keywords that no parameter takes in another order", () => {
    const text = "def stack(box, **sizes):\n    return [box] + [sizes[name] for name in sizes]\n";
    const sized = { ...call("tin"), keywords: { depth: 1, height: 2, width: 3 } };
    const given = proposedBeside(sized, new SpotEffects(), 400, text);
    const orders = new Set(given.flatMap(({ recipe }) => recipe.order?.join() ?? []));
    for (const order of ["width,height,depth", "height,width,depth"]) expect(orders).toContain(order);
    expect(orders).not.toContain("depth,height,width");
  });

  test("give what is left to its default beside another change", () => {
    const given = proposedBeside(known, new SpotEffects()).filter(
      ({ recipe }) => "default" in recipe.keywords,
    );
    expect(given.some(({ spot, recipe }) => spot === undefined && recipe.positional[0] !== "bread.txt")).toBe(
      true,
    );
  });

  test("have the key of one argument in another, and keys that are others", () => {
    const given = proposedBeside(known, new SpotEffects());
    const holds = (key: string) =>
      given.some(({ recipe }) => JSON.stringify(recipe.positional[1] ?? null).includes(`"${key}"`));
    expect(holds("bread.txt")).toBe(true);
    expect(holds("rye")).toBe(true);
    expect(given.some(({ spot }) => spot?.endsWith(" key"))).toBe(true);
  });

  test("seldom change a place at which nothing has an effect", () => {
    const effects = new SpotEffects();
    for (let tried = 0; tried < 40; tried++) effects.note("path", false);
    const timesOf = (proposals: readonly Proposal[]): number =>
      proposals.filter(({ spot }) => spot === "path").length;
    const all = timesOf(proposedBeside(known, new SpotEffects(), 150));
    expect(timesOf(proposedBeside(known, effects, 150))).toBeLessThan(all / 2);
  });

  test("give none of the few texts that an argument may be, where that is refused", () => {
    const text = `
def cut(loaf, level="half"):
    if level == "half":
        return loaf // 2
    elif level == "all":
        return loaf
    raise ValueError(level)
`;
    const levelsOf = (definition: string): readonly unknown[] =>
      proposedBeside(call(8, "all"), new SpotEffects(), 900, definition)
        .filter(({ unless }) => unless !== undefined)
        .map(({ recipe }) => recipe.positional[1]);
    expect(levelsOf(text)).toEqual(expect.arrayContaining(["allx", "ALL"]));
    expect(levelsOf(text.replace("raise ValueError(level)", "return 0"))).not.toContain("allx");
  });

  test("have flags in every combination", () => {
    const text = `
def slice_bread(loaf, thin=False, both=False, rest=True):
    return [loaf, thin, both, rest]
`;
    const given = proposedBeside(call("rye"), new SpotEffects(), 60, text)
      .filter(({ recipe }) => recipe.positional[0] === "rye" && Object.keys(recipe.keywords).length === 3)
      .map(({ recipe: { keywords } }) => canonicalJson(keywords));
    expect(new Set(given).size).toBe(8);
  });

  test("have each of the few values that a parameter was given beside all else that was", () => {
    const text = "def frame(method, headers):\n    return [method, headers]\n";
    const methods = [{ bytes: "GET" }, { bytes: "HEAD" }, null];
    const headers = [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ];
    const known = methods.map((method, at) => call(method, headers[at] ?? null));
    const wanted = methods.flatMap((method) => headers.map((header) => [method, header]));
    const given = proposedBeside(known, new SpotEffects(), 60, text).map(({ recipe }) => recipe.positional);
    expect(given).toEqual(expect.arrayContaining(wanted.filter((_, at) => at % 4 !== 0)));
    const many = Array.from({ length: 9 }, (_, at) => call({ bytes: `GET ${at}` }, ["a", at]));
    const crossed = proposedBeside(many, new SpotEffects(), 60, text).map(({ recipe }) => recipe.positional);
    expect(crossed).not.toContainEqual([{ bytes: "GET 3" }, ["a", 5]]);
  });

  test("match what an argument is a pattern of, in a part and nearly, where arguments are patterns", () => {
    const text = "def has(rule, word):\n    return re.search(rule, word) is not None\n";
    const words = (source: string): unknown[] =>
      proposedBeside(call("[0-9]{3}", "rye"), new SpotEffects(), 400, source).map(
        ({ recipe }) => recipe.positional[1],
      );
    expect(words(text)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d{3}$/), expect.stringMatching(/^a\d{3}$/)]),
    );
    expect(words(text.replace("search(rule", 'search("rye"'))).not.toContainEqual(
      expect.stringMatching(/^a\d{3}$/),
    );
  });
});
