import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("a program that imports the package gets all that the library exports", () => {
  expect(namesIn("diorama")).toContain("openJudge");
  expect(namesIn("diorama")).toEqual(namesIn("./src/evaluation/library.ts"));
});

/** What a module exports, as Node finds it from the root of the package. */
function namesIn(specifier: string): unknown {
  const program = `import * as all from "${specifier}"; console.log(JSON.stringify(Object.keys(all)));`;
  const words = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" }));
}
