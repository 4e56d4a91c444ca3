import { givenOptions, givenRepository } from "./test/environments/given.ts";
import { go } from "./src/environments/go/build-system.ts";
import { buildEnvironment } from "./src/environments/index.ts";
import { runAllTests } from "./src/environments/tests/run-all-tests.ts";
import { testFrameworks } from "./src/languages/index.ts";
import { createStagingDirectory } from "./src/base/index.ts";
using repository = givenRepository("go-legacy");
const options = await givenOptions({ testLimits: { testSeconds: 60, runSeconds: 300 } });
const outcome: any = await buildEnvironment(repository, options);
console.log(outcome.status, outcome.tests, outcome.durationMs);
await using staging = createStagingDirectory(options.cacheDirectory);
const setup = {
  system: go,
  environment: outcome.environment,
  acquired: repository,
  staging,
  options,
  limits: { testSeconds: 60, runSeconds: 300 },
} as any;
for (let i = 0; i < 8; i++) {
  const runs = await Promise.all(
    [0, 1].map((n) =>
      runAllTests(setup, {
        framework: testFrameworks.gotest,
        arguments: { configuration: "declared", addopts: [], files: [] },
        seed: 0,
        skip: [],
        workerNumber: n,
      }),
    ),
  );
  for (const run of runs) if (run.outcomes.size !== 1) console.log(run);
}
