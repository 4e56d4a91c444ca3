import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/slow/**/*.test.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
    passWithNoTests: true,
  },
});
