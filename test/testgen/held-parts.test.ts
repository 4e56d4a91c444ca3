import { describe, expect, it } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { inferHeldParts, keepsHeldParts } from "../../src/testgen/held-parts.ts";

function pattern(text: string): ValueRecipe {
  return { value: ["re.Pattern", text, 32] };
}

/** A call of a reader's method with a match. */
function call(own: string, given: string): CaseRecipe {
  return {
    receiver: { object: { class: "oven:Reader", state: { name: own, expression: pattern(own) } } },
    positional: [{ value: ["re.Match", pattern(given), "match", "rye", 0, 3] }],
    keywords: {},
    shared: [],
    files: {},
    variables: {},
  };
}

function seen(...calls: CaseRecipe[]): { readonly recipe: CaseRecipe }[] {
  return calls.map((recipe) => ({ recipe }));
}

describe("arguments that hold something of their receiver", () => {
  const words = ["r.+", "ry.", "[a-z]+"];

  it("hold what it has where all calls that were seen do", () => {
    const held = inferHeldParts(seen(...words.map((each) => call(each, each))));
    expect(keepsHeldParts(held, call("r.e", "r.e"))).toBe(true);
    expect(keepsHeldParts(held, call("r.e", "r.+"))).toBe(false);
  });

  it("hold anything where a call was seen that did, or few were", () => {
    const others = inferHeldParts(seen(...words.map((each) => call(each, each)), call("r.e", "r.+")));
    expect(keepsHeldParts(others, call("r.+", "ry."))).toBe(true);
    const few = inferHeldParts(seen(call("r.+", "r.+"), call("r.+", "r.+")));
    expect(keepsHeldParts(few, call("r.+", "ry."))).toBe(true);
  });

  it("hold of a receiver that is made what was seen with it", () => {
    const made = (text: string): ValueRecipe => ({
      made: { class: "oven:Reader", call: "oven:read", positional: [text] },
    });
    const calls = words.map((each) => ({
      recipe: call(each, each),
      as_made: { ...call(each, each), receiver: made(each) },
    }));
    const held = inferHeldParts(calls);
    expect(keepsHeldParts(held, { ...call("", "r.+"), receiver: made("r.+") })).toBe(true);
    expect(keepsHeldParts(held, { ...call("", "r.+"), receiver: made("ry.") })).toBe(false);
  });

  it("are what the receiver has where they are shared with it, however deep it stands there", () => {
    const token = (text: string): ValueRecipe => ({ object: { class: "oven:Token", state: { text } } });
    const receiver: ValueRecipe = { object: { class: "oven:Reader", state: { tokens: [{ ref: 1 }] } } };
    const shared = (text: string): ValueRecipe[] => [
      token("other"),
      { object: { class: "oven:Line", state: { first: { ref: 2 } } } },
      token(text),
    ];
    const given = (text: string, ...positional: ValueRecipe[]): CaseRecipe => ({
      ...call("", ""),
      receiver,
      positional,
      shared: shared(text),
    });
    const held = inferHeldParts(seen(...words.map((each) => given(each, { ref: 2 }))));
    expect(keepsHeldParts(held, given("rye", { ref: 2 }))).toBe(true);
    expect(keepsHeldParts(held, given("rye", token("rye")))).toBe(true);
    expect(keepsHeldParts(held, given("rye", { ref: 0 }))).toBe(false);
    const made: ValueRecipe = { made: { class: "oven:Token", call: "oven:Token", positional: ["rye"] } };
    expect(keepsHeldParts(held, given("rye", made))).toBe(false);
    expect(keepsHeldParts(held, given("rye", token("oat")))).toBe(false);
  });
});
