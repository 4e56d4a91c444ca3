import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/fixtures/**", "test/slow/**"],
    // For what hangs: a busy machine takes many times what an idle one does.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
  },
});
