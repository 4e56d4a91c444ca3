import { beforeAll, describe, expect, it } from "vitest";

import type { Syntax } from "../../src/languages/language.ts";
import { pythonInputs } from "../../src/languages/python/inputs/inputs.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { inferContract, isInside } from "../../src/testgen/contract.ts";
import { poolValues, type TargetContext } from "../../src/testgen/index.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const TEXT = `
def next_date(day, unit, step=1):
    if not isinstance(step, int):
        raise TypeError(step)
    if unit == "week":
        step *= 7
    elif unit in ("month", 'year'):
        return day.replace(unit)
    return day + step
`;

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** What is known of a target after these calls of it. */
function givenContext(calls: readonly CaseRecipe[], text = TEXT): TargetContext {
  const [definition] = syntax.parse("dates.py", text).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  return {
    definition,
    module: "dates",
    text,
    fileText: text,
    inputs: pythonInputs,
    calls: calls.map((recipe) => ({ recipe, raised: undefined, origin: "observed" })),
    pools: poolValues([]),
    calleeExceptions: new Set(),
  };
}

describe("the contract of a target", () => {
  const seen = [1, 2, 3, 4, 5, 6].map((day) => call(day, "day", 1 + day));

  it("takes the texts that were seen where they are few, those that the target asks for, and no others", () => {
    const contract = inferContract(givenContext(seen));
    for (const unit of ["day", "week", "month", "year"])
      expect(isInside(contract, call(1, unit, 1))).toBe(true);
    expect(isInside(contract, call(1, "decade", 1))).toBe(false);
  });

  it("takes tuples of as many items as were seen, and of any number where that differed or the annotation says so", () => {
    const versions = [
      [7, 0],
      [12, 1],
    ].map((tuple) => call({ tuple }, "day"));
    const pairs = [
      [["a", 1]],
      [
        ["b", 2],
        ["c", 3],
      ],
    ].map((list) =>
      call(
        list.map((tuple) => ({ tuple })),
        "day",
      ),
    );
    const contract = inferContract(givenContext(versions));
    expect(isInside(contract, call({ tuple: [3, 4] }, "day"))).toBe(true);
    for (const tuple of [[], [3], [1, 2, 3]]) expect(isInside(contract, call({ tuple }, "day"))).toBe(false);
    expect(isInside(inferContract(givenContext(pairs)), call([{ tuple: ["a"] }], "day"))).toBe(false);
    expect(isInside(inferContract(givenContext(pairs)), call([], "day"))).toBe(true);
    const free = TEXT.replace("day,", "day: tuple[int, ...],");
    expect(isInside(inferContract(givenContext(versions, free)), call({ tuple: [3] }, "day"))).toBe(true);
    const differing = inferContract(givenContext([...versions, call({ tuple: [1] }, "day")]));
    expect(isInside(differing, call({ tuple: [1, 2, 3] }, "day"))).toBe(true);
  });

  it("takes a line end at the end of a text but where a pattern lets one through by accident, unless one was seen", () => {
    const loose = `import re\nDAY = re.compile(r"\\d+$")\n`;
    const texts = ["1", "2"].map((text) => call(text, "day"));
    const asks = (calls: readonly CaseRecipe[], file: string): boolean =>
      isInside(inferContract({ ...givenContext(calls), fileText: file + TEXT }), call("3\n", "day"));
    expect(asks(texts, "")).toBe(true);
    expect(asks(texts, loose)).toBe(false);
    expect(asks(texts, loose.replace("$", "\\Z"))).toBe(true);
    expect(asks([...texts, call("4\n", "day")], loose)).toBe(true);
  });

  it("takes other signs where signs were seen among few texts, and no other words", () => {
    const joined = [1, 2, 3, 4, 5, 6].map((day) => call(day, ["-", "", "__"][day % 3] ?? "", day));
    const contract = inferContract(
      givenContext(joined, TEXT.replaceAll("unit", "joint").replaceAll(/"\w+"|'\w+'/g, "1")),
    );
    for (const joint of [".", "*", "", "__", "+-"]) expect(isInside(contract, call(1, joint, 1))).toBe(true);
    for (const joint of ["and", "-a", "---"]) expect(isInside(contract, call(1, joint, 1))).toBe(false);
  });

  it("keeps bounds in order where every call does", () => {
    const text = "def clamp(value, low, high):\n    return max(low, min(value, high))\n";
    const ordered = inferContract(givenContext([call(1, 2, 3), call(9, -1, 4)], text));
    expect(isInside(ordered, call(5, 1, 2))).toBe(true);
    expect(isInside(ordered, call(5, 2, 2))).toBe(false);
    const any = inferContract(givenContext([call(1, 2, 3), call(9, 4, -1)], text));
    expect(isInside(any, call(5, 2, 1))).toBe(true);
  });

  it("takes the types that were seen, and one that the target refuses", () => {
    const contract = inferContract(givenContext(seen));
    expect(isInside(contract, call(1, "day", "abc"))).toBe(true);
    expect(isInside(contract, call(1, "day", [1]))).toBe(false);
    expect(isInside(contract, call("monday", "day", 1))).toBe(false);
  });

  it("takes bytes where the target turns them into a text", () => {
    const takesBytes = (text: string): boolean =>
      isInside(
        inferContract(givenContext([call("a")], `def read(text):\n    ${text}\n`)),
        call({ bytes: "b" }),
      );
    expect(takesBytes('return str(text, "utf-8")')).toBe(true);
    expect(takesBytes("return text.decode()")).toBe(true);
    expect(takesBytes("return str(text) + other.decode()")).toBe(false);
  });

  it("takes sequences of what was seen in sequences, and any where none was seen", () => {
    const contract = inferContract(
      givenContext([call([1, 2], "day"), call({ tuple: [3] }, "day"), call([], "day")]),
    );
    for (const days of [[7], { tuple: [1, 2] }, []]) expect(isInside(contract, call(days, "day"))).toBe(true);
    for (const days of [["a"], { tuple: [1, null] }, [[1]]])
      expect(isInside(contract, call(days, "day"))).toBe(false);
    expect(isInside(inferContract(givenContext([call([], "day")])), call(["a"], "day"))).toBe(true);
  });

  it("takes nothing negative where nothing negative was seen often", () => {
    expect(isInside(inferContract(givenContext(seen)), call(-1, "day", 1))).toBe(false);
    expect(isInside(inferContract(givenContext(seen.slice(0, 2))), call(-1, "day", 1))).toBe(true);
  });
});
