import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it, test } from "vitest";

import { z } from "zod";

import { findBackendsUnderTest } from "../slow-suites.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";

/*
 * Whatever a candidate leaves in the kernel is gone when the next one runs, in every tier that works here: the rows of
 * docs/kernel-objects.md, each with a program that leaves it and one that looks for it.
 */

const programs = readFileSync(
  fileURLToPath(new URL("../fixtures/programs/kernel-objects.py", import.meta.url)),
  "utf8",
);
const page = readFileSync(fileURLToPath(new URL("../../docs/kernel-objects.md", import.meta.url)), "utf8");
const rows = page.split("\n").flatMap((line) => /^\| ([^|]+?) +\| .*\|$/.exec(line)?.[1] ?? []);
const objects = [...programs.matchAll(/^ {4}"(.+)": \(_leave/gm)].flatMap(([, name]) => name ?? []);

const usingNetwork = objects.slice(0, 6);

const backends = await findBackendsUnderTest();

test("every object of the list has its programs, and every program its row", () => {
  expect(new Set(objects)).toEqual(new Set(rows.filter((row) => row !== "object" && !row.startsWith("-"))));
});

describe.each(backends)("in sandbox $name", ({ name: sandbox, nestsSandboxes: nests }) => {
  let orchard: Orchard;
  beforeAll(async () => {
    orchard = await plantOrchard({ sandbox });
  });
  afterAll(() => orchard[Symbol.asyncDispose]());

  /** The value that a function with this body gives, in an evaluation of its own. */
  const shown = async (body: string): Promise<unknown> => {
    const signature = "def note(text):\n";
    const outcome = await orchard.evaluator.evaluate(
      harvestJob(orchard.editableTree, {
        name: "note",
        header: "def note",
        text: `${harvest.replace(signature, `${signature}    ${body}\n`)}\n${programs}`,
        cases: [call("a", ["one"])],
        trust: "candidate",
        limits: roomy,
      }),
    );
    const [result] = outcome.results;
    return result?.observation.status === "returned" ? result.observation.value : outcome;
  };

  it("nothing that is left stays, and the honest one after it shows what it shows", async () => {
    // What uses the network is left by itself, for the next evaluation gets a new one; all else at once.
    const rest = objects.filter((name) => !usingNetwork.includes(name));
    const groups = nests ? [...usingNetwork.map((name) => [name]), rest] : [objects];
    const parents = orchard.evaluator.parents.started;
    for (const group of groups) {
      const left = await ofEach("leave", group);
      expect(left.filter(([, how]) => how !== "left" && how !== "refused")).toEqual([]);
      const found = await ofEach("look", group);
      expect(found).toEqual(group.map((name) => [name, "gone"]));
      expect(await shown("pass")).toBe("one");
    }
    if (nests) expect(orchard.evaluator.parents.started - parents).toBeLessThanOrEqual(2);
    expect(orchard.evaluator.parents.lost).toBe(0);
  });

  /** What a function of the programs says for each name, in one evaluation. */
  async function ofEach(
    what: "leave" | "look",
    names: readonly string[],
  ): Promise<readonly (readonly [string, string])[]> {
    const said = await shown(
      `import json; return json.dumps([[name, ${what}(name)] for name in ${JSON.stringify(names)}])`,
    );
    return z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(z.string().parse(said)));
  }
});
