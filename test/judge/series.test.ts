import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { SeriesFinding, SeriesJob, SeriesRun } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { comparisonPolicy, type Observation, type SuiteCase } from "../../src/spec/index.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";

const LAST_LINE = "    return found\n";
const cases = ["gala", "fuji", "elstar"].map((name, days) =>
  call(name, [
    [
      {
        dict: [
          ["name", name],
          ["days", days],
        ],
      },
    ],
    1,
  ]),
);
const everyCase = cases.map((_, index) => index);

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

/** A body of `ripe` that ends with other lines than its last one. */
function body(fileText: string, lines: readonly string[]): NonNullable<SeriesRun["edited"]> {
  const header = fileText.indexOf("def ripe");
  const at = fileText.indexOf(LAST_LINE);
  const start = Buffer.byteLength(fileText.slice(0, at));
  const firstLine = fileText.slice(0, header).split("\n").length;
  return {
    start,
    end: start + Buffer.byteLength(LAST_LINE),
    text: lines.map((line) => `    ${line}\n`).join(""),
    lines: {
      start: firstLine,
      end: firstLine + fileText.slice(header, at).split("\n").length - 2 + lines.length,
    },
  };
}

interface Series {
  readonly bodies: readonly (readonly string[])[];
  readonly isApart?: boolean;
  readonly fileText?: string;
  readonly isResident?: boolean;
  readonly stops?: boolean;
  readonly expected?: Readonly<Record<string, Observation>>;
}

async function observe(fileText: string, given: readonly SuiteCase[]): Promise<Record<string, Observation>> {
  const job = harvestJob(orchard.editableTree, {
    name: "ripe",
    header: "def ripe",
    text: fileText,
    cases: given,
  });
  const outcome = await orchard.evaluator.evaluate(job);
  return Object.fromEntries(outcome.results.map(({ id, observation }) => [id, observation]));
}

async function run({
  bodies,
  isApart = false,
  fileText = harvest,
  isResident = true,
  stops = false,
  expected,
}: Series): Promise<readonly (SeriesFinding | undefined)[]> {
  const { target, limits } = harvestJob(orchard.editableTree, {
    name: "ripe",
    header: "def ripe",
    text: fileText,
    cases,
    limits: { ...roomy, caseCpuSeconds: 0.1 },
  });
  const job: SeriesJob = {
    editableTree: orchard.editableTree,
    target,
    limits,
    output: [],
    fileText,
    cases,
    isApart,
    ...(isResident ? { resident: { text: fileText, lines: target.lines } } : {}),
    runs: bodies.map((lines) => ({
      edited: body(fileText, lines),
      groups: [{ cases: everyCase, stops }],
    })),
    expected: {
      observations: expected ?? (await observe(fileText, cases)),
      policy: comparisonPolicy.parse({}),
      language: await loadLanguage("python"),
    },
  };
  return orchard.evaluator.runSeries(job);
}

const idsOf = (finding: SeriesFinding | undefined): string[] | undefined =>
  finding?.differences.map(({ id }) => id);

describe.each([false, true])("a series of bodies (apart: %s)", (isApart) => {
  it("tells for each in which cases it shows something else than the original", async () => {
    const found = await run({
      isApart,
      bodies: [["return found"], ["return []"], ["return found[:] or None"], ["return list(found)"]],
    });
    expect(found.map(idsOf)).toEqual([[], ["fuji", "elstar"], ["gala"], []]);
    expect(found.map((finding) => finding?.status)).toEqual(["ran", "ran", "ran", "ran"]);
  });

  it("tells the same where the file is imported for it", async () => {
    const found = await run({ isApart, isResident: false, bodies: [["return found"], ["return []"]] });
    expect(found.map(idsOf)).toEqual([[], ["fuji", "elstar"]]);
  });

  it("gives equal digests to equal code and others to other code", async () => {
    const [same, again, other] = await run({
      isApart,
      bodies: [["return found"], ["return found  # the same"], ["return []"]],
    });
    expect(same?.codeDigest).toMatch(/^sha256:/);
    expect(again?.codeDigest).toBe(same?.codeDigest);
    expect(other?.codeDigest).not.toBe(same?.codeDigest);
  });

  it("cuts off what does not end, also where it catches everything, and goes on", async () => {
    const found = await run({
      isApart,
      bodies: [
        ["while True: pass"],
        [
          "while True:",
          "    try:",
          "        for _ in range(10**9): pass",
          "    except BaseException:",
          "        pass",
        ],
        ["return []"],
      ],
    });
    expect(found.map((finding) => [finding?.status, finding?.caseId])).toEqual([
      ["timed-out", "gala"],
      ["timed-out", "gala"],
      ["ran", undefined],
    ]);
  });

  it("leaves a body whose names differ, or that does not compile, to an evaluation of its own", async () => {
    const found = await run({ isApart, bodies: [["return found +"], ["return []"]] });
    expect(found.map(idsOf)).toEqual([undefined, ["fuji", "elstar"]]);
  });

  it("says nothing where the original does not show what it should", async () => {
    const observations = await observe(harvest, cases);
    const wrong = observations["gala"] as Observation;
    const found = await run({
      isApart,
      bodies: [["return []"], ["return None"]],
      expected: { ...observations, elstar: wrong },
    });
    expect(found).toEqual([undefined, undefined]);
  });
});

const remembering = harvest
  .replace("SEASON = [0]\n", "SEASON = [0]\nKNOWN = {}\n")
  .replace(
    LAST_LINE,
    [
      "    found = found * (1 + SEASON[0])",
      "    times = KNOWN[str(apples)] = KNOWN.get(str(apples), 0) + 1",
      LAST_LINE,
    ].join("\n"),
  );

it.each([
  { isApart: false, seen: [[], ["gala", "fuji", "elstar"], ["fuji", "elstar"]] },
  { isApart: true, seen: [[], ["gala", "fuji", "elstar"], []] },
])(
  "what a body leaves behind touches the next only where they share a process (apart: $isApart)",
  async ({ isApart, seen }) => {
    const found = await run({
      isApart,
      fileText: remembering,
      bodies: [["return found"], ["SEASON[0] += 1", "return None"], ["return found"]],
    });
    expect(found.map(idsOf)).toEqual(seen);
  },
);

it.each([
  { isApart: false, seen: ["gala", "fuji", "elstar"] },
  { isApart: true, seen: [] },
])("so does what the original leaves behind (apart: $isApart)", async ({ isApart, seen }) => {
  const [finding] = await run({
    isApart,
    fileText: remembering,
    bodies: [["return found if times == 1 else None"]],
  });
  expect(idsOf(finding)).toEqual(seen);
});

it("does not trust runs apart after one has left a file where others find it", async () => {
  const found = await run({
    isApart: true,
    bodies: [
      ["return []"],
      ['open(os.path.expanduser("~/left"), "w").close()', "return found"],
      ["return found"],
    ],
  });
  expect(found.map(idsOf)).toEqual([["fuji", "elstar"], [], undefined]);
});

it("stops a group at the first difference", async () => {
  const [finding] = await run({ bodies: [["return None"]], stops: true });
  expect(idsOf(finding)).toEqual(["gala"]);
});
