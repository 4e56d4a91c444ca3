import { defineConfig } from "vitest/config";

import { slowFiles } from "./scripts/slow-files.mjs";
import defaults from "./vitest.config.ts";

export default defineConfig({
  test: {
    include: slowFiles,
    env: { ...defaults.test?.env, DIORAMA_SLOW_SUITES: "run" },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
    passWithNoTests: true,
  },
});
