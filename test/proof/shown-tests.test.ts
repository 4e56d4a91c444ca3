import { describe, expect, it } from "vitest";

import { chooseShownTests } from "../../src/proof/by-tests/shown-tests.ts";
import type { ToldMutant } from "../../src/proof/by-tests/tests-told.ts";

/** Killed mutants, each by what tells it. */
function killedBy(...told: readonly (readonly string[])[]): ToldMutant[] {
  return told.map((ids, index) => ({
    mutant: { variant: { id: `m${index}`, kind: "k", completion: "" }, status: "killed" },
    told: new Set(ids),
    isFirm: true,
  }));
}

const always = (): boolean => true;

describe("the tests that are shown", () => {
  it("are those that tell most, with all of a function's parameters", () => {
    const killed = killedBy(
      ["t::a", "t::a#1", "t::c"],
      ["t::a", "t::b"],
      ["t::b", "t::c"],
      ["t::a#1", "t::c"],
    );
    const ids = ["t::a", "t::a#1", "t::b", "t::c"];
    const shown = chooseShownTests(ids, killed, { determinacy: 0.6, hiddenKills: 2, mayShow: always });
    expect(shown).toEqual(new Set(["t::a", "t::a#1"]));
  });

  it("leave hidden ones that tell enough without them", () => {
    const killed = killedBy(["t::a"], ["t::a"], ["t::a", "t::b"], ["t::b"]);
    const ids = ["t::a", "t::b", "t::c"];
    const shown = chooseShownTests(ids, killed, { determinacy: 0.5, hiddenKills: 3, mayShow: always });
    expect(shown).toEqual(new Set(["t::b"]));
    expect(
      chooseShownTests(ids, killed, { determinacy: 0.5, hiddenKills: 4, mayShow: always }),
    ).toBeUndefined();
  });

  it("are never all, and none that nobody may see", () => {
    const goal = { determinacy: 0, hiddenKills: 0, mayShow: always };
    expect(chooseShownTests(["t::a"], killedBy(["t::a"]), goal)).toBeUndefined();
    const ids = ["t::a", "t::b"];
    const mayShow = (name: string): boolean => name !== "t::a";
    expect(chooseShownTests(ids, killedBy(["t::a"], ["t::b"]), { ...goal, mayShow })).toEqual(
      new Set(["t::b"]),
    );
    expect(chooseShownTests(ids, killedBy(["t::a"]), { ...goal, determinacy: 1, mayShow })).toBeUndefined();
  });
});
