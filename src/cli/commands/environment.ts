import { resolve } from "node:path";

import { asHostPath, readableJson, writeFileAtomically } from "../../base/index.ts";
import type { EnvironmentOutcome } from "../../environments/index.ts";
import type { AddCommand } from "../command.ts";
import { sandboxOption, workersOption } from "../option-values.ts";
import { formatClock } from "../progress-line.ts";
import { renderTable } from "../table.ts";

interface EnvironmentFlags {
  readonly out?: string;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama environment build SOURCE`: makes the environment of a repository. Exit 1 where it failed. */
export const addEnvironment: AddCommand = (program, attach) => {
  const command = program
    .command("environment")
    .summary("work with the environments of repositories")
    .command("build")
    .summary("install a repository's dependencies and run its own tests")
    .argument("<source>", "repository, as for build")
    .option("--out <file>", "write the document to a file too")
    .addOption(workersOption())
    .addOption(sandboxOption());
  attach<[string], EnvironmentFlags>(command, async (context, [spec], { out, workers, sandbox }) => {
    const { openWorkshop } = await import("../../curation/index.ts");
    const { buildEnvironment } = await import("../../environments/index.ts");
    const { acquireSource } = await import("../../sources/index.ts");
    await using workshop = await openWorkshop({ workers, sandbox }, context);
    const { cacheDirectory, environmentOptions } = workshop;
    context.progress.begin(`acquiring ${spec}`);
    const acquired = await acquireSource(spec, {
      cacheDirectory,
      logger: context.logger,
      signal: context.signal,
    });
    const outcome = await buildEnvironment(acquired, environmentOptions);
    const document = describeOutcome(spec, acquired.repository.commit, outcome);
    if (out !== undefined) writeFileAtomically(asHostPath(resolve(out)), readableJson(document));
    return { exitCode: outcome.status === "failed" ? 1 : 0, document, text: renderOutcome(spec, outcome) };
  });
};

function describeOutcome(
  source: string,
  commit: string | null,
  outcome: EnvironmentOutcome,
): Record<string, unknown> {
  const isMade = outcome.status !== "failed";
  const { passed, failed, skipped, flaky } = isMade
    ? outcome.tests
    : { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  return {
    source,
    commit,
    status: outcome.status,
    recipe: isMade ? outcome.environment.recipe : null,
    lock: isMade ? outcome.environment.recipe.lock : null,
    tests: { passed, failed, skipped, flaky },
    failing_tests: listTests(outcome, (outcomes) =>
      outcomes.every((each) => each === "failed" || each === "error"),
    ),
    flaky_tests: listTests(outcome, (outcomes) => new Set(outcomes).size > 1),
    attempts: outcome.attempts,
    ...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
    duration_ms: Math.round(outcome.durationMs),
  };
}

function listTests(
  outcome: EnvironmentOutcome,
  isListed: (outcomes: readonly string[]) => boolean,
): string[] {
  if (outcome.status === "failed") return [];
  return outcome.testRecords.filter(({ outcomes }) => isListed(outcomes)).map(({ id }) => id);
}

function renderOutcome(source: string, outcome: EnvironmentOutcome): string {
  const attempts = outcome.attempts.map(({ stage, succeeded, detail }) => [
    stage,
    succeeded ? "yes" : "no",
    detail.trimEnd().split("\n").at(-1) ?? "",
  ]);
  const tests = outcome.status === "failed" ? undefined : outcome.tests;
  return [
    `${source}: ${outcome.status} in ${formatClock(outcome.durationMs)}`,
    ...(tests === undefined
      ? []
      : [
          `tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped, ${tests.flaky} flaky`,
        ]),
    ...(outcome.failure === undefined
      ? []
      : [`${outcome.failure.category}: ${outcome.failure.message.trimEnd()}`]),
    "",
    renderTable(
      ["stage", "worked", "detail"].map((heading) => ({ heading })),
      attempts,
    ),
  ].join("\n");
}
