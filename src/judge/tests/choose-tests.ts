/**
 * The tests that candidates are judged by, cut: for each of their assertions what a candidate records and what the judge knows
 * of its other side. See `learn-tests.ts` for where that knowledge comes from.
 */
import { isDecidable, type AssertionPolicy, type ExpectedRecord } from "./assertions.ts";
import { findDifference, type ExpectedTest, type TestExpectation } from "./judge-tests.ts";
import { first, isRefused, runOriginal, type LearntTests, type TestSubject } from "./learn-tests.ts";
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
  const policy: AssertionPolicy = { ...learnt.policy, free_classes: subject.freeClasses ?? [] };
  const chosen = learnt.tests.filter((test) => ids.has(testId(test)));
  const native = nativeSites(learnt, chosen);
  const cutting = {
    native,
    collected: distinct(learnt.collected.map(functionName)),
    selected: distinct(chosen.map(functionName)),
  };
  const seeing = await prove(subject, learnt, chosen, cutting, policy);
  const blindSites = sitesToBlind(learnt, seeing.tests, native);
  const looking = seeing.tests.filter(({ records }) => records.some(({ site }) => blindSites.includes(site)));
  const blind =
    looking.length === 0
      ? undefined
      : await prove(subject, learnt, looking, { ...cutting, blind: blindSites }, policy);
  const kept = new Set(seeing.tests.map(testId));
  return {
    expectation:
      seeing.tests.length === 0
        ? undefined
        : {
            prepared: seeing.prepared,
            tests: seeing.tests,
            policy,
            blind: blind === undefined || blind.tests.length === 0 ? undefined : blind,
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
  policy: AssertionPolicy,
): Promise<{ readonly prepared: PreparedTests; readonly tests: ExpectedTest[]; readonly run: TestRun }> {
  const sources = { ...subject.sources, plugins };
  const prepared = await subject.evaluator.prepareTests(subject.workbench, sources, cutting);
  const run = await runOriginal(subject, prepared, { order: tests, variation: first });
  const results = new Map(run.results.map((result) => [testId(result), result]));
  const passed = tests.flatMap((test) => {
    const result = results.get(testId(test));
    const cut = result && withPlaces(test, result);
    const isPassed =
      cut !== undefined &&
      result !== undefined &&
      findDifference({ prepared, policy }, cut, result) === undefined;
    return isPassed ? [cut] : [];
  });
  return { prepared, tests: passed, run };
}

/**
 * Assertions that stay in the tests as written: those that the judge could not decide from plain data, or that did not hold (they are
 * expected to fail), and those whose records have no order by which to find their other side.
 */
function nativeSites({ prepared, policy }: LearntTests, chosen: readonly ExpectedTest[]): number[] {
  const native = new Set<number>();
  for (const { records, isUnordered } of chosen) {
    for (const record of records) {
      const site = prepared.sites[record.site];
      const isCuttable =
        site !== undefined && record.truth && !isUnordered && isDecidable(site, record, policy);
      if (!isCuttable) native.add(record.site);
    }
  }
  return [...native].sort((a, b) => a - b);
}

/** Assertions that two values of the tests' own process are equal, wherever they are reached. */
function sitesToBlind(
  { prepared }: LearntTests,
  tests: readonly ExpectedTest[],
  native: readonly number[],
): readonly number[] {
  const refused = new Set<number>();
  for (const { records, isUnordered } of tests)
    for (const { site, operands, truth } of records)
      if (isUnordered || !truth || operands.some(isRefused)) refused.add(site);
  const reached = new Set(tests.flatMap(({ records }) => records.map(({ site }) => site)));
  const isEquality = (site: number): boolean => prepared.sites[site]?.operators.join() === "==";
  const candidates = [...native, ...uncutSites(tests)].filter(
    (site) => reached.has(site) && isEquality(site),
  );
  return distinct(candidates.filter((site) => !refused.has(site))).sort((a, b) => a - b);
}

/** Sites of which candidates record everything. */
function uncutSites(tests: readonly ExpectedTest[]): number[] {
  const records = tests.flatMap((test) => test.records);
  return records.filter(({ places, operands }) => places.length === operands.length).map(({ site }) => site);
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
