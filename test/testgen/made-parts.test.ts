import { describe, expect, it } from "vitest";

import { type MadeCall, otherMakings } from "../../src/testgen/made-parts.ts";

const NOTHING_KNOWN = {
  optional: new Map(),
  declared: new Map(),
  counts: new Set<string>(),
  calls: new Map(),
  settings: new Map(),
};

const add = (...positional: NonNullable<MadeCall["positional"]>): MadeCall => ({ call: "add", positional });

/** What an object is called for where it is made for something more of a kind. */
function oneMore(since: readonly MadeCall[]): unknown[] {
  const tree = { made: { class: "forest:Tree", call: "forest:Tree", positional: [], since } };
  return otherMakings(tree, NOTHING_KNOWN)
    .filter(({ kind }) => kind === "one more by add")
    .map(({ value }) => (value as { readonly made: { readonly since: unknown } }).made.since);
}

describe("an object that was called for several things of a kind", () => {
  it("is called for one more beside each, under the same one", () => {
    const calls = [add("Root", 1), add("One", 2, 1), add("Two", 3, 1)];
    const [root, one, two] = calls;
    expect(oneMore(calls)).toEqual([
      [root, add("Roott", 4), one, two],
      [root, one, add("Onee", 4, 1), two],
      [root, one, two, add("Twoo", 4, 1)],
    ]);
  });

  it("is not where what differs has no plain value, or nothing differs", () => {
    expect(oneMore([add([1]), add([2])])).toEqual([]);
    expect(oneMore([add("a"), add("a")])).toEqual([]);
    expect(oneMore([{ attribute: "add", value: 1 }])).toEqual([]);
  });

  it("is not where it was called as often as calls are noted", () => {
    const most = Array.from({ length: 24 }, (_, at) => add(at));
    expect(oneMore(most)).toEqual([]);
    expect(oneMore(most.slice(1))).toHaveLength(23);
  });
});
