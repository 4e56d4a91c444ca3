import type { EnvironmentOutcome } from "../../environments/index.ts";
import type { RepositoryRecord } from "../../spec/index.ts";
import type { RepairReport } from "./repair-environment.ts";

/** What making the environment of a source gave, as the command line writes it. */
export type EnvironmentDocument = ReturnType<typeof describeEnvironment>;

/** The document of one environment. Its recipe is what it is made again from. `repair` is what a model did for it. */
export function describeEnvironment(
  source: string,
  { commit, licence }: Pick<RepositoryRecord, "commit" | "licence">,
  outcome: EnvironmentOutcome,
  repair?: RepairReport,
) {
  const isMade = outcome.status !== "failed";
  const { passed, failed, skipped, flaky } = isMade
    ? outcome.tests
    : { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  return {
    source,
    commit,
    licence,
    status: outcome.status,
    recipe: isMade ? outcome.environment.recipe : null,
    lock: isMade ? outcome.environment.recipe.lock : null,
    tests: { passed, failed, skipped, flaky },
    failing_tests: listTests(outcome, (outcomes) =>
      outcomes.every((each) => each === "failed" || each === "error"),
    ),
    flaky_tests: listTests(outcome, (outcomes) => new Set(outcomes).size > 1),
    evidence: outcome.evidence,
    remedies: outcome.remedies.map(({ what, failure, sign, goesBy }) => ({
      what,
      failure,
      sign,
      goes_by: goesBy,
    })),
    attempts: outcome.attempts,
    ...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
    ...(outcome.advice === undefined ? {} : { advice: outcome.advice }),
    ...(repair?.ended === "repaired" ? { found_by: "model" as const } : {}),
    ...(repair === undefined ? {} : { repair }),
    duration_ms: Math.round(outcome.durationMs),
  };
}

function listTests(
  outcome: EnvironmentOutcome,
  isListed: (outcomes: readonly string[]) => boolean,
): readonly string[] {
  if (outcome.status === "failed") return [];
  return outcome.testRecords.filter(({ outcomes }) => isListed(outcomes)).map(({ id }) => id);
}

/** All that the failed steps of an environment printed. */
export function describeFailedSteps({ attempts }: Pick<EnvironmentOutcome, "attempts">): string {
  const failed = attempts.filter(({ succeeded }) => !succeeded);
  return failed.map(({ stage, detail }) => `\n\n--- ${stage}: ${detail.trimEnd()}`).join("");
}
