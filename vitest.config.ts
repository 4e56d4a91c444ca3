import { homedir } from "node:os";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/fixtures/**", "test/slow/**"],
    // For what hangs: a busy machine takes many times what an idle one does.
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    maxWorkers: 4,
    isolate: false,
    // A golden file that is not there fails, as in CI; `npm test -- --update` writes it.
    update: "none",
    // Tests start the program hundreds of times, many with a cache of their own: what it compiles is kept for all of them.
    env: { NODE_COMPILE_CACHE: join(homedir(), ".cache", "diorama", "compiled") },
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
  },
});
