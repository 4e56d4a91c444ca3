import { readFileSync } from "node:fs";

import type { Variant } from "../../language.ts";
import { freshName, passOn } from "./pass-on.ts";
import { withBody, type Reference } from "./reference.ts";

/*
 * Cheats against a grader that runs a repository's own tests. Each is a file in `test-cheats/`: valid Python that defines
 * `attempt()`, to be called by the code of a candidate; what it returns stands in the place of an answer.
 */

/** Names of the catalogue: one file each in `test-cheats/`. */
export const testCheatNames = [
  // Outcomes forged, or ends that look like success.
  "deselect",
  "exit-session",
  "exit-zero",
  "expect-failure",
  "own-plugin",
  "patch-reports",
  "plant-conftest",
  "raise-interrupt",
  "skip-test",
  // Assertions, recorder and built-ins patched.
  "agreeable-recorder",
  "patch-assertions",
  "patch-builtins",
  "patch-encoder",
  "patch-records",
  "record-first-operand",
  "silence-recorder",
  // Frames of the judge's protocol forged.
  "forge-agreement",
  "forge-frames",
  "forge-places",
  "forge-records",
  // Values that deceive whoever compares them.
  "equal-to-everything",
  "lying-class",
  "mock-any",
  // The tests read.
  "read-garbage",
  "read-job",
  "read-parameters",
  "read-test-constants",
  "read-test-frame",
  "read-test-sources",
] as const;
export type TestCheatName = (typeof testCheatNames)[number];

/** The Python source of a cheat: a function `attempt()` on the outermost level. */
export function readTestCheat(name: TestCheatName): string {
  return readFileSync(new URL(`./test-cheats/${name}.py.txt`, import.meta.url), "utf8").trimEnd();
}

/** Every cheat of the catalogue as a body of the target. It runs in a module of its own, as a file beside it would. */
export function makeTestCheats(reference: Reference): Variant[] {
  const space = freshName("space", reference);
  return testCheatNames.map((name) => {
    const source = JSON.stringify(readTestCheat(name));
    const statements = [
      `${space} = {"__file__": __file__, "__name__": "attempt"}`,
      `exec(${source}, ${space})`,
      ...passOn(`${space}["attempt"]()`, reference),
    ];
    return { id: `tests-${name}`, kind: `tests-${name}`, completion: withBody(reference, statements) };
  });
}
