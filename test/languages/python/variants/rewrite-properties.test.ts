import { array, assert, property, sample } from "fast-check";
import { expect, test } from "vitest";

import { rewriteKinds } from "../../../../src/languages/python/variants/rewrites/rewrites.ts";
import { functionBodies } from "./generated-functions.ts";
import { givenDefinition, givenFunction, variants } from "./library.ts";
import { runPython } from "./real-python.ts";
import { slowTest } from "../../../slow-suites.ts";

const INPUTS = [
  [0, 1, 2],
  ["z", "", null],
  [[1], [0, "z"], 1],
  [null, 0, "z"],
];

/** What each rewrite of these bodies shows otherwise than the body, in a real Python. */
function differences(bodies: readonly string[]): unknown {
  const jobs = bodies.map((body) => {
    const reference = givenFunction(body);
    const rewrites = variants.rewrites(reference, givenDefinition(reference));
    return { reference, rewrites: rewrites.map(({ id, completion }) => ({ id, completion })) };
  });
  return runPython(COMPARE, { jobs, inputs: INPUTS });
}

test("no rewrite of a generated function, alone or with others, shows anything else in any order", () => {
  const groups = array(functionBodies(), { minLength: 1, maxLength: 40, size: "max" });
  assert(
    property(groups, (bodies) => {
      expect(differences(bodies)).toEqual([]);
    }),
    { numRuns: 3 },
  );
});

slowTest("generated functions give occasion for every kind", () => {
  const kinds = new Set(
    sample(functionBodies(), { numRuns: 150, seed: 1 }).flatMap((body) => {
      const text = givenFunction(body);
      return variants.rewrites(text, givenDefinition(text)).map(({ kind }) => kind);
    }),
  );
  expect(kinds).toContain("combined");
  expect(kinds).toContain("combined-reversed");
  expect(rewriteKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
});

const COMPARE = `
import copy, json, sys

def run(source, inputs):
    noted = []
    def seen(number, value):
        noted.append((number, repr(value)))
        return value
    space = {"seen": seen}
    exec(compile(source, "variant", "exec"), space)
    shown = []
    for given in copy.deepcopy(inputs):
        del noted[:]
        try:
            shown.append(("returned", repr(space["target"](*given)), repr(given), list(noted)))
        except Exception as error:
            shown.append(("raised", repr(error), repr(given), list(noted)))
    return shown

task = json.load(sys.stdin)
found = []
for job in task["jobs"]:
    wanted = run(job["reference"], task["inputs"])
    for rewrite in job["rewrites"]:
        shown = run(rewrite["completion"], task["inputs"])
        if shown != wanted:
            found.append([rewrite["id"], job["reference"], rewrite["completion"], wanted, shown])
print(json.dumps(found))
`;
