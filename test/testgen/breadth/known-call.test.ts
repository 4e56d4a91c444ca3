import { describe, expect, it } from "vitest";

import type { CaseRecipe } from "../../../src/spec/index.ts";
import { Discovered } from "../../../src/testgen/breadth/discovered.ts";
import { coveringCalls, type KnownCall } from "../../../src/testgen/breadth/known-call.ts";
import { createRandom } from "../../../src/base/index.ts";

function recipe(name: string): CaseRecipe {
  return { shared: [], positional: [name], keywords: {}, files: {}, variables: {} };
}

function known(name: string, conditions: readonly string[], isOwn = false): KnownCall {
  return { recipe: recipe(name), isOwn, arcs: ["kind returns str"], conditions };
}

function namesOf(calls: readonly KnownCall[]): readonly unknown[] {
  return calls.map(({ recipe: { positional } }) => positional[0]);
}

describe("calls to change", () => {
  it("are first those that go where few others go", () => {
    const common = Array.from({ length: 30 }, (_, at) => known(`common ${at}`, ["0:2>4 x1"]));
    const rare = known("rare", ["0:2>8 x1", "0:2>4 x1"]);
    expect(namesOf(coveringCalls([...common, rare], 2))).toContain("rare");
    expect(namesOf(coveringCalls([...common, rare], 24))).toHaveLength(24);
  });

  it("are the repository's own before others that show as much", () => {
    const calls = [known("other", ["a"]), known("own", ["a"], true)];
    expect(namesOf(coveringCalls(calls, 1))).toEqual(["own"]);
  });

  it("are taken evenly where nothing is known of what they show", () => {
    const calls = Array.from({ length: 9 }, (_, at): KnownCall => ({ recipe: recipe(`${at}`), arcs: [] }));
    expect(namesOf(coveringCalls(calls, 3))).toHaveLength(3);
  });
});

describe("calls that are found on the way", () => {
  it("are changed further where they show what none showed before", () => {
    const discovered = new Discovered([known("known", ["a x1"])]);
    discovered.offer(known("the same", ["a x1"]));
    expect(Array.from({ length: 8 }, () => discovered.isNext())).not.toContain(true);
    discovered.offer(known("more often", ["a x2"]));
    expect(Array.from({ length: 8 }, () => discovered.isNext())).toContain(true);
    expect(namesOf([discovered.draw(createRandom("found"))])).toEqual(["more often"]);
  });
});
