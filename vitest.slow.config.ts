import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

import defaults from "./vitest.config.ts";

const files = readdirSync(join(import.meta.dirname, "test"), { recursive: true })
  .map((path) => `test/${String(path)}`)
  .filter((path) => path.endsWith(".test.ts") && !path.startsWith("test/fixtures/"))
  .sort();

const isRealWorld = (path: string): boolean => path.startsWith("test/slow/");
/** Files of which the default suite leaves something out, or that it runs under fewer interpreters. */
const leavesOut = (path: string): boolean =>
  /\/(?:slow-suites|interpreters)\.ts"/.test(readFileSync(join(import.meta.dirname, path), "utf8"));

export default defineConfig({
  test: {
    include: [...files.filter(isRealWorld), ...files.filter((path) => !isRealWorld(path) && leavesOut(path))],
    env: { ...defaults.test?.env, DIORAMA_SLOW_SUITES: "run" },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    reporters: ["default", "./test/skipped-tests-reporter.ts"],
    passWithNoTests: true,
  },
});
