import { describe, expect, test } from "vitest";

import { createRandom } from "../../../src/base/index.ts";
import type { CaseRecipe } from "../../../src/spec/index.ts";
import { MendedTexts } from "../../../src/testgen/breadth/mended-texts.ts";
import { spotsOf } from "../../../src/testgen/breadth/places.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

function call(text: string): CaseRecipe {
  return { shared: [], positional: [text], keywords: {}, files: {}, variables: {} };
}

/** What is proposed where `changes` of a text made it refused, in turns of `most`. */
function mend(
  before: string,
  changes: readonly string[],
  most = 400,
  mended = new MendedTexts(createRandom("mend")),
) {
  const base = { recipe: call(before), arcs: ["kind returns true"] };
  const contract = {
    ...PLAIN_CONTRACT,
    variadicTypes: new Map([["*", new Set(["str"])]]),
  };
  const [spot] = spotsOf(base.recipe, contract);
  if (spot === undefined) throw new Error("no place");
  for (const [at, text] of changes.entries())
    mended.offer({ base, spot, before, text, respect: `change ${at}` });
  const texts: string[] = [];
  for (let proposal = mended.next(); proposal !== undefined && texts.length < most; proposal = mended.next())
    texts.push(JSON.stringify(proposal.recipe.positional[0]));
  return texts.map((text) => JSON.parse(text) as string);
}

describe("texts that are mended", () => {
  test("have another sign in one place that the change left as it was", () => {
    for (const text of mend("19010342", ["29010342"])) {
      expect(text).toMatch(/^2[0-9]{7}$|^2[0-9]{6}X$/u);
      expect(Array.from(text).filter((sign, at) => sign !== "29010342"[at]).length).toBe(1);
    }
    expect(mend("19010342", ["29010342"]).length).toBeGreaterThanOrEqual(9);
  });

  test("are of each respect one, and none that are long, cut short, of several words or beyond the basic plane", () => {
    const long = "1".repeat(80);
    expect(mend("12345", ["1234", "12 45", "123", "1234\u{1F600}"]).some((text) => text.length > 5)).toBe(
      false,
    );
    expect(mend(long, [`2${long.slice(1)}`])).toEqual([]);
    expect(mend("12345", ["1 2345", "123", "\u{1F600}2345"])).toEqual([]);
  });

  test("are given up where none was taken", () => {
    const changes = Array.from({ length: 40 }, (_, at) => `${10 + at}010342`);
    const all = mend("19010342", changes, 4_000);
    expect(new Set(all.map((text) => text.slice(0, 2))).size).toBeLessThanOrEqual(26);
    const used = new MendedTexts(createRandom("mend"));
    used.noteTaken({ recipe: call("19010342"), arcs: [] }, 0);
    expect(mend("19010342", changes, 4_000, used).length).toBeGreaterThan(all.length);
  });
});
