import { expect, test } from "vitest";

import { SetStrength } from "../../../src/curation/import/set-strength.ts";

const mutation = (counted: number, survived: number) => ({
  counted,
  survived,
  score: counted === 0 ? null : (counted - survived) / counted,
});

test("a weak task joins where the others make up for it, a strong one always", () => {
  const strength = new SetStrength([mutation(300, 2)]);
  expect(strength.findWeakness(mutation(300, 9))).toBeUndefined();
  expect(strength.findWeakness(mutation(20, 2))).toBeUndefined();
  expect(strength.findWeakness(mutation(20, 4))).toBeUndefined();
  strength.take(mutation(20, 4));
  expect(strength.findWeakness(mutation(20, 4))).toBe(
    "0.800 < 0.97, and with it 0.029 of the set's mutants would survive",
  );
  expect(strength.findWeakness(mutation(100, 3))).toBeUndefined();
});

test("in a small set a few survivors are no reason", () => {
  const strength = new SetStrength([]);
  expect(strength.findWeakness(mutation(20, 4))).toBeUndefined();
  expect(strength.findWeakness(mutation(30, 5))).toContain("0.167 of the set's mutants");
});

test("a task is weak where more than three mutants of a hundred survive", () => {
  expect([mutation(100, 3), mutation(100, 4), mutation(0, 0)].map((one) => SetStrength.isWeak(one))).toEqual([
    false,
    true,
    true,
  ]);
});
