import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  rankCorrelation,
  renderMutationPage,
  renderReportPage,
  renderStatsPage,
  summarise,
  type RunReport,
  type TaskSetStatistics,
} from "../../../src/evaluation/index.ts";
import { markup } from "../../../src/evaluation/page/markup.ts";
import { describeDistribution } from "../../../src/evaluation/statistics/distribution.ts";
import { findChromium, seePage, startBrowser } from "./browser.ts";

const HOSTILE = `<img src=x onerror="alert(1)"> & 'long' ${"name".repeat(40)}`;

const nothing = summarise([]);

const run: RunReport = {
  run: `/runs/${HOSTILE}`,
  model: HOSTILE,
  is_finished: true,
  stops_at_first: false,
  context_reads_answer: false,
  ...nothing,
  tasks: 2,
  samples: 4,
  pass_at_k: {
    "1": { value: 0.5, low: 0.1, high: 0.9, tasks: 2 },
    "2": { value: null, low: 0, high: 1, tasks: 0 },
  },
  verdicts: { resolved: 3, unresolved: 1 },
  reasons: { wrong_observation: 1 },
  components: { built: 1, cases_passed: null, cases_run: 0.5 },
  baselines: { null: nothing, reference: nothing },
  task_results: [
    { task_id: "pear-000000000001", judged: 2, resolved: 1, reasons: ["wrong_observation"] },
    { task_id: HOSTILE, judged: 2, resolved: 2, reasons: [] },
  ],
  task_set: { status: "found", path: "/sets/orchard" },
  retired: [{ task_id: "plum-000000000001", reason: HOSTILE, date: "2026-01-02" }],
  retired_cases: [{ task_id: HOSTILE, case_id: HOSTILE, reason: HOSTILE, date: "2026-01-02" }],
  to_judge_again: 1,
  with_retired: { ...nothing, pass_at_k: { "1": { value: 0.4, low: 0.1, high: 0.8, tasks: 3 } } },
};

const answers = new Map([
  [
    "pear-000000000001",
    {
      instruction: HOSTILE,
      answers: [{ sample: 0, verdict: "unresolved: wrong_observation", text: HOSTILE }],
      more: 1,
    },
  ],
]);

const spread = describeDistribution([1, 0.9, 0.85, 0.2, null]);

const statistics: TaskSetStatistics = {
  task_set: "/sets/orchard",
  name: HOSTILE,
  tasks: 3,
  retired: [],
  retired_cases: [{ task_id: HOSTILE, case_id: HOSTILE, reason: HOSTILE, date: "2026-01-02" }],
  tiers: { core: 2, simple: 1 },
  funnel: {
    found: 9,
    filtered: { stub: 4 },
    tried: 5,
    reached: 5,
    accepted: 3,
    rejected: { trivial: 2 },
    reached_core_shape: 4,
    accepted_core_shape: 3,
    steps: [
      { step: "found", left: 9, lost: {} },
      { step: "tried", left: 5, lost: { stub: 4 } },
      { step: "accepted", left: 3, lost: { trivial: 2 } },
    ],
    failed_sources: [{ source: HOSTILE, category: "install_failed" }],
  },
  quality: {
    mutation_score: spread,
    mistakes_told: spread,
    branch_coverage: spread,
    line_coverage: spread,
    determinacy: spread,
  },
  difficulty: {
    predicted: spread,
    form: { specification: "full", context: "file", method: "direct" },
    outdated: 2,
    measured: [
      {
        solver: HOSTILE,
        tasks: 3,
        samples: 9,
        rate: { value: 0.6, low: 0.3, high: 0.8 },
        spearman: rankCorrelation([
          [0.2, 0],
          [0.5, 0.6],
          [0.9, 1],
        ]),
        points: [0.2, 0.5, 0.9].map((predicted, index) => ({
          task_id: `pear-${index}`,
          predicted,
          n: 3,
          passed: index + 1,
        })),
      },
    ],
  },
  diversity: { licence: { MIT: 2, [HOSTILE]: 1 } },
};

const pages = [
  {
    name: "report",
    page: renderReportPage([{ report: run, answers }]),
    headings: [`Report on ${HOSTILE}`, "Scores", HOSTILE],
    // Two scores, one with retired tasks, and a task each; the baselines have none.
    marks: { bar: 3, dot: 4, whisker: 4 },
  },
  {
    name: "stats",
    page: renderStatsPage(statistics, [{ id: HOSTILE, tier: "core", target: HOSTILE, instruction: HOSTILE }]),
    headings: [`Task set ${HOSTILE}`, "Funnel", "Quality", "Difficulty", "Diversity", "Tasks"],
    marks: { bar: 3 + 1 + 5 * 3 + 2, dot: 4, whisker: 4 },
  },
];

test("what comes from outside is escaped, in text and in attributes", () => {
  expect(markup`<b title="${`"'<&>`}">${"<i>"}</b>`.text).toBe(
    '<b title="&quot;&#39;&lt;&amp;&gt;">&lt;i&gt;</b>',
  );
  for (const { page } of pages) expect(page).not.toContain("<img");
});

describe("names of runs on a page of several", () => {
  const namesOf = (...runs: readonly Partial<RunReport>[]): string[] => {
    const reports = runs.map((change) => ({ report: { ...run, ...change }, answers: new Map() }));
    const headings = [...renderReportPage(reports).matchAll(/<h2>(.*?)<\/h2>/g)];
    return headings.map(([, heading = ""]) => heading).slice(1);
  };

  test("are those of the models, with the folder where a model has several runs, and all of its path where needed", () => {
    const [mutant, stub] = [
      { model: "mutant", run: "/runs/mutant" },
      { model: "stub", run: "/runs/stub" },
    ];
    expect(namesOf(mutant, stub)).toEqual(["mutant", "stub"]);
    expect(namesOf(mutant, stub, { model: "stub", run: "/runs/again" })).toEqual([
      "mutant",
      "stub in stub",
      "stub in again",
    ]);
    expect(namesOf(stub, { model: "stub", run: "/old/stub" })).toEqual([
      "stub in /runs/stub",
      "stub in /old/stub",
    ]);
  });
});

test("what there is nothing of has no heading and no plot", () => {
  const empty = {
    verdicts: {},
    reasons: {},
    task_results: [],
    retired: [],
    retired_cases: [],
    with_retired: null,
  };
  const report = renderReportPage([{ report: { ...run, ...empty }, answers: new Map() }]);
  expect(report).not.toMatch(/<tbody><\/tbody>|Why samples|<h3>/);
  const stats = renderStatsPage(
    { ...statistics, tasks: 0, diversity: {}, retired: [], retired_cases: [] },
    [],
  );
  expect(stats).not.toMatch(/<tbody><\/tbody>|Quality|Difficulty|Diversity|Tasks/);
});

test("the page of mutants needs no font of pictographs", () => {
  const report = {
    schemaVersion: "2",
    thresholds: { high: 80, low: 60 },
    files: { "pear.py": { language: "python", source: "pass\n", mutants: [] } },
  };
  expect(renderMutationPage(report, "pear.py:pick")).not.toMatch(/\p{Extended_Pictographic}/u);
});

const chromium = findChromium();
const title = `in a real browser (${chromium ?? "no chromium on the search path: install Debian's package chromium"})`;

describe.skipIf(chromium === undefined)(title, () => {
  let directory: string;
  let browser: Browser;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "diorama-pages-"));
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(async () => {
    await browser.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("a task's name leads to its instruction and answers", async () => {
    const path = join(directory, "report.html");
    writeFileSync(path, renderReportPage([{ report: run, answers }]));
    const page = await browser.newPage();
    await page.goto(pathToFileURL(path).href);
    expect(await page.locator("pre").first().isVisible()).toBe(false);
    await page.locator("table a").click();
    expect(await page.locator("pre").allTextContents()).toEqual([HOSTILE, HOSTILE]);
    expect(await page.locator("pre").first().isVisible()).toBe(true);
    await page.close();
  });

  test.each(pages.flatMap((page) => [400, 1200].map((width) => ({ ...page, width }))))(
    "the $name page fits into $width pixels, shows its marks and asks for nothing",
    async ({ name, page, headings, marks, width }) => {
      const path = join(directory, `${name}.html`);
      writeFileSync(path, page);
      const { background, ...light } = await seePage(browser, path, { width });
      expect(light).toEqual({
        complaints: [],
        title: headings[0],
        headings,
        overflow: 0,
        wide: [],
        marks,
        unnamed: 0,
      });
      const dark = await seePage(browser, path, { width, dark: true });
      expect({ ...dark, background: "" }).toEqual({ ...light, background: "" });
      expect(dark.background).not.toBe(background);
    },
  );
});
