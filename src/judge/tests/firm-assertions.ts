import { asksForAgreement, type ExpectedRecord } from "./assertions.ts";
import { findDifference, type ExpectedTest, type TestExpectation } from "./judge-tests.ts";
import { testId, type TestRun } from "./test-run.ts";

/**
 * Ids of the tests that a run fails by what no candidate could have written down without working it out: assertions whose other side is not
 * in the process that it shares with the tests, or in that of a blind run, and those that ask for what the reference showed. That something is
 * true, is another, or was raised is told by the assertion itself. A run that does not get to such an assertion fails its test.
 */
export function findFirmFailures(
  expectation: TestExpectation,
  run: Pick<TestRun, "results">,
): ReadonlySet<string> {
  const seen = new Map(run.results.map((result) => [testId(result), result]));
  const failed = expectation.tests.filter((test) => {
    const sites = firmSites(expectation, test);
    const records = test.records.filter(({ site }) => sites.has(site));
    if (records.length === 0) return false;
    const result = seen.get(testId(test));
    if (result === undefined) return true;
    const found = { ...result, records: result.records.filter(({ site }) => sites.has(site)) };
    return (
      findDifference(expectation, { ...test, records }, { ...found, outcome: test.outcome }) !== undefined
    );
  });
  return new Set(failed.map(testId));
}

/** Assertions of a test all of whose records are firm. */
function firmSites(expectation: TestExpectation, test: ExpectedTest): ReadonlySet<number> {
  const blind = new Set(blindSites(expectation, test));
  const isFirm = (record: ExpectedRecord): boolean => {
    const site = expectation.prepared.sites[record.site];
    const isCut = record.places.length < record.operands.length;
    const isHidden = isCut || blind.has(record.site);
    return isHidden || (site !== undefined && asksForAgreement(site, record, expectation));
  };
  const soft = new Set(test.records.filter((record) => !isFirm(record)).map(({ site }) => site));
  return new Set(test.records.map(({ site }) => site).filter((site) => !soft.has(site)));
}

/** Assertions that the blind runs of a test look at. */
function blindSites({ blind }: TestExpectation, test: ExpectedTest): readonly number[] {
  const id = testId(test);
  return blind
    .filter(({ tests }) => tests.some((other) => testId(other) === id))
    .flatMap(({ prepared }) => (prepared.cutting?.blind ?? []).map(([site]) => site));
}
