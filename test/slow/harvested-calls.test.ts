import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { suiteRecord } from "../../src/spec/index.ts";
import { givenFolder, linesOf } from "../curation/desk.ts";
import { bytesOfTaskSet, documentOf, PANTRY, runDiorama, writeRepository } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

const PARCELS = new URL("../fixtures/environments/parcel-lists", import.meta.url).pathname;
const obstacle = await whyNothingCanBeInstalled();

describe.skipIf(obstacle !== undefined)(`harvested calls in a build (${obstacle ?? "installed"})`, () => {
  let folder: string;
  beforeAll(() => {
    folder = givenFolder([]);
    cpSync(PARCELS, join(folder, "parcels"), { recursive: true });
    mkdirSync(join(folder, "pantry"));
    writeRepository(join(folder, "pantry"), PANTRY);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const build = async (source: string, set: string, workers: number): Promise<string> => {
    const words = ["build", source, "--tier", "simple", "--out", set, "--workers", String(workers), "--json"];
    const ended = await runDiorama(folder, words);
    expect(documentOf(ended), ended.lines.join("\n")).toMatchObject({ task_set: join(folder, set) });
    return join(folder, set);
  };

  test("methods that tests hardly call are graded by them too, the same at any number of workers", async () => {
    const [one, three] = [await build("parcels", "one", 1), await build("parcels", "three", 3)];
    expect(bytesOfTaskSet(one)).toEqual(bytesOfTaskSet(three));
    const harvested = linesOf(join(one, "journal.jsonl")).find(({ event }) => event === "calls-harvested");
    expect(harvested?.["calls"]).toBeGreaterThan(20);
    const [task = ""] = readdirSync(join(one, "tasks")).filter((name) => name.includes("reader-item-"));
    const suite = suiteRecord.parse(
      JSON.parse(readFileSync(join(one, "tasks", task, "tests/judge/suite.json"), "utf8")),
    );
    const cases = suite.cases.filter(({ origin }) => origin === "harvested");
    expect(cases.length).toBeGreaterThan(2);
    expect(suite.cases.filter(({ recipe }) => recipe.call === "parcels:read_parcels").length).toBeGreaterThan(
      2,
    );
    const instruction = readFileSync(join(one, "tasks", task, "instruction.md"), "utf8");
    expect(instruction).toContain(">>> read_parcels(");
    // A list that ends with a comma, or is not closed: no test has one.
    expect(JSON.stringify(cases)).toContain('"(",');
  });

  test("nothing is harvested where tests call every target themselves", async () => {
    const events = linesOf(join(await build("pantry", "jars", 1), "journal.jsonl")).map(({ event }) => event);
    expect(events).toContain("calls-recorded");
    expect(events).not.toContain("calls-harvested");
  });
});
