import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const exempt = /^(?:fixtures|slow)\//;
const limit = /^\s*\}, \d[\d_]{4,}\);|\btimeout: \d[\d_]{4,}/gm;

test("no test has a time limit of its own, which a busy machine would meet", () => {
  const found = globSync("**/*.test.ts", { cwd: import.meta.dirname })
    .filter((path) => !exempt.test(path))
    .flatMap((path) =>
      [...readFileSync(join(import.meta.dirname, path), "utf8").matchAll(limit)].map(
        ([text]) => `${path}: ${text.trim()}`,
      ),
    );
  expect(found).toEqual([]);
});
