import { createWordRecord } from "../../base/index.ts";
import type { TestOutcome } from "../../languages/index.ts";
import type { Difference, Judgement } from "../judgement.ts";
import { judgeRun } from "../verdict.ts";
import { findFault, type AssertionRules, type ExpectedRecord } from "./assertions.ts";
import {
  testId,
  type AssertionRecord,
  type PreparedTests,
  type TestKey,
  type TestResult,
  type TestRun,
} from "./test-run.ts";

/** What a test must give. */
export interface ExpectedTest extends TestKey {
  readonly outcome: TestOutcome;
  readonly records: readonly ExpectedRecord[];
  /** True where the order of its assertions is an accident (of hashing): then each site's records are matched in any order. */
  readonly isUnordered: boolean;
}

/** Everything needed to judge candidates by a repository's tests. It stays with the judge. */
export interface TestExpectation extends AssertionRules {
  /** What a candidate runs. */
  readonly prepared: PreparedTests;
  readonly tests: readonly ExpectedTest[];
  /**
   * The same tests again, for candidates that passed them: where an assertion compares two values of the tests' own process,
   * only one of them is computed. Whoever writes down that both are the same has nothing to go by. Two runs where either may be
   * what was found out; none where no assertion is like that.
   */
  readonly blind: readonly Pick<TestExpectation, "prepared" | "tests">[];
}

/** Pairings tried for the records of one site without an order. */
const MAX_PAIRINGS = 100_000;

/**
 * A verdict on a run whose worker was not lost: resolved only where exactly the expected tests have exactly the expected
 * outcomes and every assertion holds for what it saw. Whatever a candidate can cause is `unresolved`.
 */
export function decideTests(expectation: TestExpectation, run: TestRun): Judgement {
  const seen = new Map(run.results.map((result) => [testId(result), result]));
  const outcomes = createWordRecord<"passed" | "failed" | "not_run">();
  let difference: Difference | undefined;
  for (const test of expectation.tests) {
    const id = testId(test);
    const result = seen.get(id);
    const found = result && findDifference(expectation, test, result);
    outcomes[id] = result === undefined ? "not_run" : found === undefined ? "passed" : "failed";
    difference ??= found;
  }
  const isComplete = run.status === "observed" && run.results.length === expectation.tests.length;
  const fault = difference && { reason: "wrong_observation" as const, difference };
  return judgeRun(run, { outcomes, fault, isComplete });
}

/** The first difference of one test, or undefined. */
export function findDifference(
  { prepared, ...rules }: Pick<TestExpectation, "prepared" | "policy" | "language">,
  expected: ExpectedTest,
  actual: TestResult,
): Difference | undefined {
  const id = testId(expected);
  const differ = (message: string, site?: number): Difference => {
    const at = site === undefined ? undefined : prepared.sites[site];
    return { caseId: id, path: at === undefined ? "outcome" : `${at.path}:${at.line}`, message };
  };
  const match = expected.isUnordered ? matchBySite : matchInOrder;
  const fault = match(expected.records, actual.records, (wanted, found) => {
    const site = prepared.sites[wanted.site];
    return site === undefined ? "unknown" : findFault(site, wanted, found, rules);
  });
  if (fault !== undefined && fault.site !== undefined) return differ(fault.message, fault.site);
  if (actual.outcome !== expected.outcome) {
    const said = actual.message === "" ? "" : ` (${actual.message.slice(0, 200)})`;
    return differ(`${actual.outcome}${said}, expected ${expected.outcome}`);
  }
  return fault && differ(fault.message);
}

type Fault = { readonly message: string; readonly site: number | undefined } | undefined;
type Judge = (wanted: ExpectedRecord, found: AssertionRecord) => string | undefined;

/** The same assertions one after the other. One that is missing at the end is told by the outcome, where that differs. */
function matchInOrder(
  expected: readonly ExpectedRecord[],
  actual: readonly AssertionRecord[],
  judge: Judge,
): Fault {
  for (const [index, wanted] of expected.entries()) {
    const found = actual[index];
    if (found === undefined) return { message: "an assertion was not reached", site: undefined };
    if (found.site !== wanted.site)
      return { message: "this assertion was not reached in its turn", site: wanted.site };
    const message = judge(wanted, found);
    if (message !== undefined) return { message, site: wanted.site };
  }
  const [extra] = actual.slice(expected.length);
  return (
    extra && { message: "this assertion was reached more often than by the reference", site: extra.site }
  );
}

/** For each assertion as many records as the reference gave, each of which holds in the place of one of those. */
function matchBySite(
  expected: readonly ExpectedRecord[],
  actual: readonly AssertionRecord[],
  judge: Judge,
): Fault {
  const wantedBySite = Map.groupBy(expected, ({ site }) => site);
  const foundBySite = Map.groupBy(actual, ({ site }) => site);
  for (const site of new Set([...wantedBySite.keys(), ...foundBySite.keys()])) {
    const [wanted, found] = [wantedBySite.get(site) ?? [], [...(foundBySite.get(site) ?? [])]];
    if (wanted.length !== found.length || wanted.length ** 2 > MAX_PAIRINGS)
      return { message: `reached ${found.length} times, by the reference ${wanted.length} times`, site };
    for (const each of wanted) {
      const at = found.findIndex((other) => judge(each, other) === undefined);
      if (at < 0)
        return {
          message: judge(each, found[0] ?? { site, places: [], operands: [], truth: null }) ?? "",
          site,
        };
      found.splice(at, 1);
    }
  }
  return undefined;
}
