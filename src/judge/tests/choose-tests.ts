/**
 * The tests that candidates are judged by, cut: for each of their assertions what a candidate records and what the judge knows
 * of its other side. See `learn-tests.ts` for where that knowledge comes from.
 */
import { isDecidable, type AssertionRules, type ExpectedRecord } from "./assertions.ts";
import { findDifference, type ExpectedTest, type TestExpectation } from "./judge-tests.ts";
import { plainVariation } from "../protocol/world.ts";
import { isRefused, type LearntTests } from "./learn-tests.ts";
import { runOriginal, type TestSubject } from "./run-original.ts";
import {
  testId,
  type Cutting,
  type PreparedTests,
  type TestKey,
  type TestResult,
  type TestRun,
} from "./test-run.ts";

/** What of the tests candidates are judged by. `expectation` is undefined where none of those asked for can be used. */
export interface ChosenTests {
  readonly expectation: TestExpectation | undefined;
  readonly dropped: LearntTests["dropped"];
  /** The reference's run that the expectation was checked with, and which gives limits. */
  readonly run: TestRun;
}

/** The tests with the given ids, cut, and what they must give. The reference has passed them once more, the blind ones too. */
export async function chooseTests(
  subject: TestSubject,
  learnt: LearntTests,
  ids: ReadonlySet<string>,
): Promise<ChosenTests> {
  const { language, freeClasses = [] } = subject;
  const rules: AssertionRules = { policy: { ...learnt.policy, free_classes: freeClasses }, language };
  const chosen = learnt.tests.filter((test) => ids.has(testId(test)));
  const cutting = {
    native: nativeSites(learnt, chosen, language),
    collected: distinct(learnt.collected.map(functionName)),
    selected: distinct(chosen.map(functionName)),
  };
  const seeing = await prove(subject, learnt, chosen, cutting, rules);
  const blind: Pick<TestExpectation, "prepared" | "tests">[] = [];
  for (const sites of sitesToBlind(learnt, seeing.tests, language)) {
    const looking = seeing.tests.filter(({ records }) => records.some(({ site }) => sites.has(site)));
    const proven = await prove(subject, learnt, looking, { ...cutting, blind: [...sites] }, rules);
    if (proven.tests.length > 0) blind.push(proven);
  }
  const kept = new Set(seeing.tests.map(testId));
  return {
    expectation:
      seeing.tests.length === 0
        ? undefined
        : {
            prepared: seeing.prepared,
            tests: seeing.tests,
            ...rules,
            blind,
          },
    dropped: chosen
      .filter((test) => !kept.has(testId(test)))
      .map((test) => ({ id: testId(test), reason: "changed_by_cutting" as const })),
    run: seeing.run,
  };
}

/** Those of the tests that the reference passes when they are cut. */
async function prove(
  subject: TestSubject,
  { plugins }: LearntTests,
  tests: readonly ExpectedTest[],
  cutting: Cutting,
  rules: AssertionRules,
): Promise<{ readonly prepared: PreparedTests; readonly tests: ExpectedTest[]; readonly run: TestRun }> {
  const sources = { ...subject.sources, plugins };
  const prepared = await subject.evaluator.prepareTests(subject.editableTree, sources, cutting);
  const run = await runOriginal(subject, prepared, { order: tests, variation: plainVariation });
  const results = new Map(run.results.map((result) => [testId(result), result]));
  const passed = tests.flatMap((test) => {
    const result = results.get(testId(test));
    const cut = result && withPlaces(test, result);
    const isPassed =
      cut !== undefined &&
      result !== undefined &&
      findDifference({ prepared, ...rules }, cut, result) === undefined;
    return isPassed ? [cut] : [];
  });
  return { prepared, tests: passed, run };
}

/**
 * Assertions that stay in the tests as written: those that the judge could not decide from plain data, or that did not hold (they are
 * expected to fail), and those whose records have no order by which to find their other side.
 */
function nativeSites(
  { prepared, policy }: LearntTests,
  chosen: readonly ExpectedTest[],
  language: AssertionRules["language"],
): number[] {
  const native = new Set<number>();
  for (const { records, isUnordered } of chosen) {
    for (const record of records) {
      const site = prepared.sites[record.site];
      const isCuttable =
        site !== undefined && record.truth && !isUnordered && isDecidable(site, record, { policy, language });
      if (!isCuttable) native.add(record.site);
    }
  }
  return [...native].sort((a, b) => a - b);
}

/**
 * Assertions that two values of the tests' own process are equal, wherever they are reached; each with the operand to keep. A second
 * time those of which either operand may be what the test found out, with the other one.
 */
function sitesToBlind(
  { prepared }: LearntTests,
  tests: readonly ExpectedTest[],
  { assertions }: AssertionRules["language"],
): readonly ReadonlyMap<number, number>[] {
  const refused = new Set<number>();
  const reached = new Set<number>();
  for (const { records, isUnordered } of tests)
    for (const { site, operands, truth, places } of records) {
      reached.add(site);
      const isWhole = places.length === operands.length;
      if (isUnordered || !truth || !isWhole || operands.some(isRefused)) refused.add(site);
    }
  const sites = [...reached].filter((site) => !refused.has(site)).sort((a, b) => a - b);
  return [0, 1]
    .map((round) => {
      const pairs = sites.flatMap((number) => {
        const site = prepared.sites[number];
        const place = site && assertions.isEquality(site) ? site.actual[round] : undefined;
        return place === undefined ? [] : [[number, place] as const];
      });
      return new Map(pairs);
    })
    .filter((pairs) => pairs.size > 0);
}

/** What candidates will record of each assertion, as the reference did in the cut tests. */
function withPlaces(test: ExpectedTest, { records }: TestResult): ExpectedTest | undefined {
  if (records.length !== test.records.length) return undefined;
  return {
    ...test,
    records: test.records.map((record, index) => ({
      ...record,
      places: placesFor(record, records, index, test.isUnordered),
    })),
  };
}

function placesFor(
  record: ExpectedRecord,
  records: TestResult["records"],
  index: number,
  isUnordered: boolean,
): readonly number[] {
  const found = isUnordered ? records.find(({ site }) => site === record.site) : records[index];
  return found?.places ?? record.places;
}

function functionName({ name }: TestKey): string {
  return name.split("::").at(-1) ?? name;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
