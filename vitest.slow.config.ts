import { globSync, readFileSync } from "node:fs";

import { defineConfig } from "vitest/config";

import defaults from "./vitest.config.ts";

/** Files of which the default suite leaves something out. */
const withSlowTests = globSync("test/*/**/*.test.ts").filter((path) =>
  readFileSync(path, "utf8").includes("/slow-suites.ts"),
);

export default defineConfig({
  test: {
    include: ["test/slow/**/*.test.ts", ...withSlowTests],
    env: { ...defaults.test?.env, DIORAMA_SLOW_SUITES: "run" },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
    passWithNoTests: true,
  },
});
