import { PassThrough } from "node:stream";

import { describe, expect, test, vi } from "vitest";

import type { WorkLoad } from "../../src/base/index.ts";
import { showProgress } from "../../src/cli/progress.ts";
import { describeStage, formatClock, formatRate, newStage } from "../../src/cli/progress-line.ts";
import { formatCounts, formatFraction, renderTable } from "../../src/cli/table.ts";

describe("describeStage", () => {
  const stage = { name: "mutants", total: 40, done: 10, note: "parse_url", startedAt: 0 };

  test.each([
    { now: 20_000, change: {}, line: "mutants 10/40 · parse_url · 0:20 · about 1:00 left" },
    { now: 500, change: { done: 0, note: undefined }, line: "mutants 0/40" },
    { now: 5_000, change: { total: undefined, done: 3 }, line: "mutants 3 · parse_url · 0:05" },
    {
      now: 30_000,
      change: { expected: 20 },
      line: "mutants 10/40 · parse_url · 0:30 · about 0:30 left",
    },
    { now: 5_000, change: { done: 1 }, line: "mutants 1/40 · parse_url · 0:05" },
    { now: 80_000, change: { done: 40 }, line: "mutants 40/40 · parse_url · 1:20" },
  ])("is $line", ({ now, change, line }) => {
    expect(describeStage({ ...stage, ...change }, now)).toBe(line);
  });
});

describe("describeStage of a stage that asks and judges", () => {
  const nothing: WorkLoad = { asked: undefined, waiting: 0, atWork: 0, evaluated: 0, stored: 0 };

  /** Shows the stage at each of the moments, and gives the last line. */
  function lineAfter(moments: readonly { at: number; done: number; load: Partial<WorkLoad> }[]): string {
    let load = nothing;
    const stage = newStage("judging m", 1_000, () => load, 0);
    return moments.reduce((_, { at, done, load: now }) => {
      load = { ...nothing, ...now };
      return describeStage({ ...stage, done }, at);
    }, "");
  }

  test("says at first only how much waits", () => {
    expect(lineAfter([{ at: 100, done: 0, load: { waiting: 254, atWork: 2 } }])).toBe(
      "judging m 0/1000 · 254 waiting, 2 at work",
    );
    expect(lineAfter([{ at: 9_000, done: 0, load: { asked: 4 } }])).toBe(
      "judging m 0/1000 · 4 asked, 0 waiting, 0 at work · 0:09",
    );
  });

  test("draws rates from the last seconds, and leaves out what cost nothing", () => {
    const moments = [0, 10, 20, 30].map((second) => ({
      at: second * 1_000,
      done: 300 + (second === 30 ? 600 : second),
      load: { evaluated: second === 30 ? 500 : second, stored: 300, waiting: 3, atWork: 2 },
    }));
    // From 10 on the 10 s clock to 500 at 30 s; of the steps 590 in those 20 s.
    expect(lineAfter(moments)).toBe(
      "judging m 900/1000 · 24.5 evaluations/s · 3 waiting, 2 at work · 0:30 · about 0:03 left",
    );
  });

  test("promises no end while nothing ends", () => {
    const moments = [0, 5, 30, 60].map((second) => ({
      at: second * 1_000,
      done: Math.min(second, 5),
      load: { evaluated: Math.min(second, 5), asked: 4 },
    }));
    expect(lineAfter(moments)).toBe(
      "judging m 5/1000 · 0.00 evaluations/s · 4 asked, 0 waiting, 0 at work · 1:00",
    );
  });
});

test.each([
  [1_234, "1234"],
  [99.97, "100"],
  [45.21, "45.2"],
  [0.418, "0.42"],
])("a rate of %d is %s", (rate, text) => expect(formatRate(rate)).toBe(text));

test.each([
  [0, "0:00"],
  [65_400, "1:05"],
  [7_209_000, "2:00:09"],
])("%i ms on the clock are %s", (ms, text) => expect(formatClock(ms)).toBe(text));

function capture(): { stream: PassThrough; text: () => string } {
  const stream = new PassThrough();
  let text = "";
  stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { stream, text: () => text };
}

describe("progress", () => {
  test("without a terminal is a line for each event, and one more after four silent seconds", () => {
    vi.useFakeTimers();
    try {
      const { stream, text } = capture();
      using progress = showProgress({ stream, isTerminal: false, columns: () => 80 });
      progress.begin("proving targets", 12);
      progress.advance(3, "slugify");
      vi.advanceTimersByTime(4_500);
      progress.note("pypi:python-slugify: 3 tasks.");
      progress.begin("writing");
      expect(text().split("\n")).toEqual([
        "proving targets 0/12",
        expect.stringMatching(/^proving targets 3\/12 · slugify · 0:04 · about 0:1\d left$/),
        "pypi:python-slugify: 3 tasks.",
        expect.stringMatching(/^proving targets 3\/12 · 0:0\d$/),
        "writing",
        "",
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("on a terminal redraws one line no wider than the terminal and leaves it empty", () => {
    const { stream, text } = capture();
    {
      using progress = showProgress({ stream, isTerminal: true, columns: () => 30 });
      progress.begin("proving targets of a package with a long name", 12);
      progress.note("one fact");
    }
    const lines = text().split("\r\u001b[K");
    expect(lines.filter((line) => line.length > 30)).toEqual([]);
    expect(lines).toContain("one fact\n");
    expect(lines.at(-1)).toBe("");
  });
});

describe("tables", () => {
  test("align their columns", () => {
    const columns = [{ heading: "source" }, { heading: "tried", align: "right" as const }];
    expect(
      renderTable(columns, [
        ["pypi:toml", "7"],
        ["x", "112"],
      ]),
    ).toBe(["source     tried", "---------  -----", "pypi:toml      7", "x            112"].join("\n"));
  });

  test("show counts largest first and missing figures as a dash", () => {
    expect(formatCounts({ tier: 2, trivial: 9, unstable: 0 })).toBe("trivial 9, tier 2");
    expect(formatCounts({})).toBe("–");
    expect([formatFraction(0.825), formatFraction(null)]).toEqual(["0.82", "–"]);
  });
});
