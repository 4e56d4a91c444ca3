import { expect, test } from "vitest";

import { SetStrength } from "../../../src/curation/import/set-strength.ts";

const mutation = (counted: number, survived: number) => ({
  counted,
  survived,
  score: counted === 0 ? null : (counted - survived) / counted,
});

test("a weak task joins where the others make up for it, a strong one always", () => {
  const strength = new SetStrength([mutation(300, 2)]);
  expect(strength.findWeakness(mutation(20, 2))).toBeUndefined();
  expect(strength.findWeakness(mutation(20, 4))).toBeUndefined();
  strength.take(mutation(20, 4));
  expect(strength.findWeakness(mutation(20, 4))).toBe(
    "0.800 < 0.9, and with it 0.029 of the set's mutants would survive",
  );
  expect(strength.findWeakness(mutation(40, 4))).toBeUndefined();
});

test("a task is weak below nine mutants of ten", () => {
  expect([mutation(10, 1), mutation(10, 2), mutation(0, 0)].map((one) => SetStrength.isWeak(one))).toEqual([
    false,
    true,
    true,
  ]);
});
