import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { EvaluationOutcome } from "../../src/judge/index.ts";
import { probeUnderTest } from "../slow-suites.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";

/** The judge in containers, as it runs where its parent isolates its children there and where it cannot. */

const availability = await probeUnderTest("docker");

const bodies = {
  "the original": "",
  "another answer": "return text * 2",
  "no answer": "raise ValueError(text)",
  "the end of its process": "import os; os._exit(0)",
  "no end": "while True: pass",
  "all memory": "x = []\nwhile True: x.append(bytearray(10 ** 6))",
  "a forged word": "import os\nos.write(3, b'\\x07\\x00\\x00\\x00\\x02{}')\nos._exit(0)",
};

if (availability.status === "available") {
  const manners = availability.nestsSandboxes ? [true, false] : [false];
  describe.each(manners)("the judge in a container (nests: %s)", (nests) => {
    let here: Orchard;
    let usual: Orchard;
    beforeAll(async () => {
      here = await plantOrchard({ sandbox: "docker", nests });
      usual = await plantOrchard();
    });
    afterAll(async () => {
      await here[Symbol.asyncDispose]();
      await usual[Symbol.asyncDispose]();
    });

    test.each(Object.entries(bodies))("sees in %s what it sees elsewhere", async (_name, body) => {
      const outcome = await evaluate(here, body);
      expect(outcome).toEqual(await evaluate(usual, body));
    });
  });
} else {
  test.skip(`the judge in a container: not tested here: ${availability.reason} (${availability.remedy})`, () =>
    undefined);
}

/** What a body shows, without what it cost. */
async function evaluate(orchard: Orchard, body: string): Promise<unknown> {
  const signature = "def note(text):\n";
  const job = harvestJob(orchard.editableTree, {
    name: "note",
    header: "def note",
    text: harvest.replace(signature, `${signature}${body.replace(/^/gm, "    ")}\n`),
    cases: [call("a", ["one"]), call("b", ["two"])],
    trust: "candidate",
    limits: { ...roomy, caseCpuSeconds: 0.2, memoryBytes: 128 * 1024 * 1024 },
  });
  const outcome: EvaluationOutcome = await orchard.evaluator.evaluate(job);
  const results = outcome.results.map(({ id, observation }) => ({ id, observation }));
  return { status: outcome.status, codeDigest: outcome.codeDigest, results };
}
