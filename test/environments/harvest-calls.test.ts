import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  buildEnvironment,
  harvestCalls,
  recordCalls,
  tryEntries,
  type EntryCall,
  type Environment,
  type EnvironmentOptions,
  type RecordedCall,
  type Recording,
} from "../../src/environments/index.ts";
import { givenOptions, givenRepository, whyNothingCanBeInstalled } from "./given.ts";
import { slowTest } from "../slow-suites.ts";

const obstacle = await whyNothingCanBeInstalled();

const targets = [
  { path: "parcels.py", name: "Reader.item", kind: "method", first: 29, last: 45 },
  { path: "parcels.py", name: "Reader.read", kind: "method", first: 15, last: 19 },
];

const entry = (text: string): EntryCall => ({
  call: "parcels:read_parcels",
  recipe: { shared: [], positional: [text], keywords: {}, files: {}, variables: {} },
  raises: ["ParcelError"],
});

/** The text that the receiver of a recorded call was made of, and how far it had been read. */
function stateOf({ fields }: RecordedCall): string {
  const { receiver } = fields["recipe"] as {
    receiver: { object: { state: { tokens: string[]; at: number } } };
  };
  const { tokens, at } = receiver.object.state;
  return `${tokens.join(" ")} @${at}`;
}

describe.skipIf(obstacle !== undefined)(`calls from entry calls (${obstacle ?? "installed"})`, () => {
  const repository = givenRepository("parcel-lists");
  afterAll(() => repository[Symbol.dispose]());
  let options: EnvironmentOptions;
  let environment: Environment;
  let recording: Recording;

  beforeAll(async () => {
    options = await givenOptions();
    const outcome = await buildEnvironment(repository, options);
    if (outcome.status === "failed") throw new Error(JSON.stringify(outcome));
    ({ environment } = outcome);
    recording = await recordCalls(
      {
        acquired: repository,
        environment,
        targets,
        excluded: ["tests/test_parcels.py"],
        tests: outcome.testInvocation,
        documented: [],
      },
      options,
    );
  });

  test("a recording has the calls of tests from which targets were reached, with how they ended", () => {
    const seen = recording.entries.map(({ targets: reached, fields: { call, recipe, raised } }) => ({
      reached,
      call,
      given: (recipe as EntryCall["recipe"]).positional,
      raised,
    }));
    const both = ["parcels.py:Reader.item", "parcels.py:Reader.read"];
    const known = (text: string): object => ({
      reached: both,
      call: "parcels:read_parcels",
      given: [text],
      raised: null,
    });
    expect(seen).toEqual([
      known("box"),
      known("box, bag"),
      known("crate(tin, 2 jar), bag"),
      known("3 tin"),
      // Called by a test itself, `read` is no target that it leads to.
      { reached: ["parcels.py:Reader.item"], call: "read", given: [], raised: null },
      { ...known("box bag"), raised: "parcels:ParcelError" },
    ]);
    const [reader] = recording.entries.filter(({ fields }) => fields["call"] === "read");
    expect(reader?.fields["recipe"]).toMatchObject({
      receiver: { made: { call: "parcels:Reader", positional: ["box(tin)"] } },
    });
  });

  test("an entry returns, is refused as it may be, or shows nothing: an accident, or one that cannot be made", async () => {
    const missing = { ...entry("box"), call: "parcels:nothing" };
    const tried = await tryEntries(
      { acquired: repository, environment, modules: ["parcels"] },
      [
        entry("bag(2 tin)"),
        entry("bag("),
        entry("jam"),
        missing,
        { ...entry("bag,"), raises: [] },
        entry("bag"),
      ],
      options,
    );
    expect(tried).toEqual(["returned", "raised", "other", "other", "other", "returned"]);
  });

  slowTest(
    "what entries lead to is recorded, but for what known ones do and what ends by accident",
    async () => {
      const harvest = (): Promise<readonly RecordedCall[]> =>
        harvestCalls(
          {
            acquired: repository,
            environment,
            modules: ["parcels"],
            targets,
            excluded: ["tests/test_parcels.py"],
            phases: [
              [entry("box, bag")],
              [entry("box, bag"), entry("0 tin"), entry("jam")],
              [entry("bag(,")],
            ],
            choose: (first, otherWays) => [...first, ...otherWays],
          },
          options,
        );
      const calls = await harvest();
      const items = calls.filter(({ target }) => target === "parcels.py:Reader.item");
      expect(items.map(stateOf)).toEqual(["0 tin @0", "bag ( , @2", "bag ( , @0"]);
      expect(items.map(({ origin, fields }) => [origin, fields["test"], fields["raised"]])).toEqual([
        ["harvested", "varied:2", null],
        ["harvested", "varied:4", "parcels:ParcelError"],
        ["harvested", "varied:4", "parcels:ParcelError"],
      ]);
      expect(await harvest()).toEqual(calls);
    },
  );
});
