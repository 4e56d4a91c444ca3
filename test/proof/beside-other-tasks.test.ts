import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, it } from "vitest";

import { observeReference } from "../../src/proof/proof-target.ts";
import { runOtherBodies } from "../../src/proof/tried-bodies.ts";
import { call } from "../judge/orchard.ts";
import { openProvingGround, type ProvingGround } from "./proving-ground.ts";

const text = readFileSync(new URL("../fixtures/judge/almanac/almanac.py", import.meta.url), "utf8");

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openProvingGround({ "almanac.py": text }, "almanac.py");
});
afterAll(() => ground[Symbol.asyncDispose]());

it("cheats are unresolved and rewrites resolved where a parent has just served other tasks of the file", async () => {
  const proofTarget = ground.targetOf("Cellar.winter");
  const cases = [3, 8, 50].map((day) => call(`day-${day}`, [day]));
  const { results } = await observeReference(proofTarget, cases);
  const expected = Object.fromEntries(results.map(({ id, observation }) => [id, observation]));
  const { cheats, rewrites } = await runOtherBodies(proofTarget, cases, expected);
  expect(cheats.map(({ name }) => name)).toEqual(expect.arrayContaining(["delegate-heap", "delegate-kept"]));
  expect(cheats.filter(({ verdict }) => verdict !== "unresolved")).toEqual([]);
  expect(rewrites.filter(({ verdict }) => verdict !== "resolved")).toEqual([]);
});
