import { afterAll, beforeAll, expect, test } from "vitest";

import { testId, type TestEvaluator } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { findTold, type ToldMutant } from "../../src/proof/by-tests/tests-told.ts";
import { openBakery, oven, type Bakery } from "../judge/tests/bakery.ts";
import { roomy } from "../judge/orchard.ts";

let bakery: Bakery;
beforeAll(async () => {
  bakery = await openBakery("unittest");
});
afterAll(() => bakery[Symbol.asyncDispose]());

/** What tests tell of a label without its unit, where the workers of the first runs of it are lost, and where said those of the original too. */
async function tellLosing(most: number, losesOriginal = false): Promise<ToldMutant | undefined> {
  const { subject, expectation } = bakery;
  const language = await loadLanguage("python");
  const definition = language.syntax
    .parse("bakery/oven.py", oven)
    .definitions.find(({ name }) => name === "Loaf.label");
  if (definition === undefined) throw new Error("There is no label.");
  let lost = 0;
  const losing =
    (run: TestEvaluator["runTests"]): TestEvaluator["runTests"] =>
    async (job, signal) => {
      const seen = await run(job, signal);
      const isLost = job.fileText === oven ? losesOriginal : lost++ < most;
      return isLost ? { ...seen, results: [], status: "lost-worker", message: "The worker ended." } : seen;
    };
  const evaluator = {
    ...subject.evaluator,
    runTests: losing((job, signal) => subject.evaluator.runTests(job, signal)),
    runTestsCold: losing((job, signal) => subject.evaluator.runTestsCold(job, signal)),
  };
  const target = { ...subject, evaluator, language, definition, module: "bakery.oven" };
  const completion = 'def label(self):\n    return "%s, %g" % (self.flour, self.grams)';
  const given = [{ id: "no-unit", operator: "given", completion }];
  const [told] = await findTold({ target, expectation, limits: roomy }, { given });
  return told;
}

const namesOf = (told: ToldMutant | undefined): string[] =>
  [...(told?.told ?? [])].map((id) => id.split("::").at(-1) ?? "");

test("a mutant whose worker is lost once is told by the tests that tell it", async () => {
  expect(namesOf(await tellLosing(0))).toEqual(["test_label"]);
  expect(namesOf(await tellLosing(1))).toEqual(["test_label"]);
});

test("one that loses its worker each time is told by all tests, where the original does not", async () => {
  const told = await tellLosing(2);
  expect([...(told?.told ?? [])]).toEqual(bakery.expectation.tests.map(testId));
  expect(told).toMatchObject({ mutant: { status: "killed" }, isFirm: true });
});

test("no word is said of one where the original loses its worker too", async () => {
  expect(await tellLosing(2, true)).toMatchObject({ mutant: { status: "open" }, isLost: true });
});
