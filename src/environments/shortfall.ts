import { quoteWord } from "../base/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import type { EnvironmentOutcome } from "./environment.ts";

/** Below this share of passing tests, most of what the tests could show of a repository is not seen. */
const MOST = 0.5;

/** True where there are tests and not one of them ran to an outcome of its own. */
export function ranNoTest(outcome: EnvironmentOutcome): boolean {
  if (outcome.status === "failed" || !outcome.hasTests) return false;
  return !outcome.testRecords.some(({ outcomes }) =>
    outcomes.some((each) => each === "passed" || each === "failed"),
  );
}

/**
 * What is to be told before work goes on with an environment that lacks most of what tests show: what is wrong, why, and the next step.
 * Nothing where most tests pass. `source` is the source as typed, `requested` what was asked of its environment.
 */
export function describeShortfall(
  source: string,
  outcome: EnvironmentOutcome,
  requested: EnvironmentRequest = {},
): readonly string[] {
  const problem = shortfallOf(outcome);
  if (problem === undefined) return [];
  const { advice } = outcome;
  return [
    `${source}: Warning: ${problem}.`,
    ...(advice === undefined ? [] : [`  why   ${advice.problem}`, `  next  ${advice.next}`]),
    `  log   diorama environment build ${quoteWord(source)} ${optionsOf(requested)}--log`,
  ];
}

/** What was asked for as it is typed, with a space behind it. */
function optionsOf(requested: EnvironmentRequest): string {
  const words = Object.entries(requested).flatMap(([key, value]) => {
    const option = `--${key.replaceAll("_", "-")}`;
    return value === true ? [option] : wordsOf(value).flatMap((word) => [option, word]);
  });
  return words.map((word) => `${quoteWord(word)} `).join("");
}

function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.map(String);
  return Object.entries(value ?? {}).map(([name, each]) => `${name}=${String(each)}`);
}

function shortfallOf(outcome: EnvironmentOutcome): string | undefined {
  if (outcome.status === "failed") return "its environment cannot be made";
  const { passed, failed, flaky } = outcome.tests;
  const unskipped = passed + failed + flaky;
  if (outcome.status === "installed") return "nothing of it can be imported, so none of its tests ran";
  if (!outcome.hasTests)
    return "it has no tests that are found; only examples in docstrings show what it does";
  if (ranNoTest(outcome)) return "none of its tests ran; only examples in docstrings show what it does";
  return passed < MOST * unskipped ? `${failed + flaky} of its ${unskipped} tests fail` : undefined;
}
