import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { unifiedDiff } from "../../src/proof/unified-diff.ts";

test("git applies the diff of any two texts to the first and gets the second", () => {
  const line = fc.constantFrom("a = 1", "b = 2", "if a:", "    return b", "");
  const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const directory = mkdtempSync(join(tmpdir(), "unified-diff-"));
      writeFileSync(join(directory, "shop.py"), before);
      execFileSync("git", ["apply", "--unidiff-zero", "-"], {
        cwd: directory,
        input: unifiedDiff(before, after, "shop.py", 1),
      });
      expect(readFileSync(join(directory, "shop.py"), "utf8")).toBe(after);
    }),
    { numRuns: 30 },
  );
});
