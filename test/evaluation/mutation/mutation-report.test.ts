import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Ajv } from "ajv";
import { calculateMutationTestMetrics } from "mutation-testing-metrics";
import { afterAll, describe, expect, test } from "vitest";

import { createMutationReport, describeMutation, renderMutationPage } from "../../../src/evaluation/index.ts";
import { loadLanguage } from "../../../src/languages/index.ts";
import type { JudgedMutant, MutationResult } from "../../../src/proof/index.ts";
import { findChromium, seePage, startBrowser } from "../page/browser.ts";
import { PATIENCE_MS } from "../../patience.ts";

const SOURCE = `# Ä </script><script>alert(1)</script> <!--
def café(a, b=2):
    if a < b:
        return "</script>" + a
    return b
`;
const TEST = "tests/test_café.py::test_one";

const language = await loadLanguage("python");
const [definition] = language.syntax.parse("café.py", SOURCE).definitions;
if (definition === undefined) throw new Error("There is no café.");

/** A mutant whose edit replaces a text of the definition. */
function mutant(id: string, text: string, replacement: string, about: Partial<JudgedMutant>): JudgedMutant {
  const own = SOURCE.slice(SOURCE.indexOf("def café"));
  const start = Buffer.byteLength(own.slice(0, own.indexOf(text)));
  const end = start + Buffer.byteLength(text);
  return { id, operator: id.replace(/-\d+$/, ""), start, end, replacement, status: "survived", ...about };
}

const mutants: readonly JudgedMutant[] = [
  mutant("comparison-boundary-1", "<", "<=", {
    status: "killed",
    detail: `${TEST} failed`,
    coveredBy: [TEST],
    killedBy: [TEST],
  }),
  mutant("condition-forced-1", "a < b", "True", { status: "timed_out", coveredBy: [TEST], killedBy: [TEST] }),
  mutant("return-value-1", "return b", "return None", { coveredBy: [TEST], diff: "--- a\n+++ b\n" }),
  mutant("operand-removal-1", '"</script>" + a', "a", { status: "not_covered", coveredBy: [] }),
  mutant("string-constant-1", "", "XX", { status: "duplicate", detail: "operand-removal-1" }),
  mutant("integer-constant-1", "2", "3", { status: "equivalent_bytecode" }),
  mutant("default-argument-1", "2", "None", { status: "unobservable", detail: "log_text" }),
  mutant("argument-swap-1", "a, b", "b, a", { status: "not_built" }),
  mutant("call-removal-1", "a)", "a)", { status: "not_judged", detail: "the worker is gone" }),
].map((one) => (one.id === "string-constant-1" ? { ...one, start: 0, end: 0 } : one));

const result: MutationResult = {
  language: language.name,
  definition,
  originalText: SOURCE,
  judgedBy: "tests",
  judges: [TEST],
  leftOut: [{ id: "tests/test_café.py::test_two", reason: "unstable" }],
  mutants,
};
const report = createMutationReport(result, "1.2.3");

describe("the report of a mutated target", () => {
  test("is of the public schema", () => {
    const require = createRequire(import.meta.url);
    const schema = require("mutation-testing-report-schema/mutation-testing-report-schema.json") as Record<
      string,
      unknown
    >;

    const validator = new Ajv({ strict: false, formats: { uri: true } });
    const validate = validator.compile(schema);
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors ?? []).toEqual([]);
    const [file] = Object.values(report.files);
    expect(validate({ ...report, files: { a: { ...file, mutants: [{ id: "1", status: "Broken" }] } } })).toBe(
      false,
    );
  });

  test("says of each mutant what became of it, where, and why it does not count", () => {
    const [file] = Object.values(report.files);
    expect(file?.mutants.map(({ id, status, statusReason }) => [id, status, statusReason])).toEqual([
      ["comparison-boundary-1", "Killed", `${TEST} failed`],
      ["condition-forced-1", "Timeout", undefined],
      ["return-value-1", "Survived", undefined],
      ["operand-removal-1", "NoCoverage", "no test executes it"],
      ["string-constant-1", "Ignored", "the same byte code as operand-removal-1"],
      ["integer-constant-1", "Ignored", "the same byte code as the original"],
      ["default-argument-1", "Ignored", "no comparison sees it: log text"],
      ["argument-swap-1", "CompileError", "no valid program"],
      ["call-removal-1", "RuntimeError", "the worker is gone"],
    ]);
    expect(file?.mutants[0]).toMatchObject({
      location: { start: { line: 3, column: 10 }, end: { line: 3, column: 11 } },
      replacement: "<=",
      coveredBy: [TEST],
      killedBy: [TEST],
      testsCompleted: 1,
    });
    // What is only put in is marked at its neighbour.
    expect(file?.mutants[4]).toMatchObject({
      location: { start: { line: 2, column: 1 }, end: { line: 2, column: 2 } },
      replacement: "XXd",
    });
    expect(report.testFiles).toEqual({ "tests/test_café.py": { tests: [{ id: TEST, name: "test_one" }] } });
  });

  test("has the score that other readers of the schema work out", () => {
    const { metrics } = calculateMutationTestMetrics(report).systemUnderTestMetrics;
    const { score, killed, survived, not_covered: uncovered, ignored } = describeMutation(result);
    expect([killed, survived, uncovered, ignored]).toEqual([1, 1, 1, 4]);
    expect(score).toBeCloseTo(metrics.mutationScore / 100, 12);
    expect(metrics).toMatchObject({
      totalMutants: 9,
      runtimeErrors: 1,
      compileErrors: 1,
      ignored: 3,
      timeout: 1,
    });
  });

  test("lists what was not detected by line", () => {
    expect(describeMutation(result).undetected).toEqual([
      { id: "return-value-1", operator: "return-value", line: 5, status: "survived", diff: "--- a\n+++ b\n" },
      { id: "operand-removal-1", operator: "operand-removal", line: 4, status: "not_covered", diff: "" },
    ]);
  });
});

describe("the page of a mutated target", () => {
  const page = renderMutationPage(report, "café.py:café </title><script>");

  test("holds the report whole, and nothing of it ends an element", () => {
    const scripts = [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)].map(
      ([, content = ""]) => content,
    );
    expect(scripts).toHaveLength(3);
    const [json = "", component = "", starter = ""] = scripts;
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(json + component).not.toMatch(/<!--|<script|<\/script/i);
    expect(component.length).toBeGreaterThan(100_000);
    expect(starter).toContain("mutation-test-report-app");
    expect(page).toContain("café &lt;/title&gt;&lt;script&gt;");
  });

  test("asks for nothing from elsewhere", () => {
    expect(page).toContain("default-src 'none'");
    expect(page.replaceAll(/<script\b[\s\S]*?<\/script>/gi, "")).not.toMatch(/\b(?:src|href)="(?!data:)/);
  });
});

const chromium = findChromium();

describe.skipIf(chromium === undefined)(`the page in a browser (needs chromium)`, () => {
  const folder = mkdtempSync(join(tmpdir(), "diorama-mutation-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("shows the report without a complaint", async () => {
    const path = join(folder, "report.html");
    writeFileSync(path, renderMutationPage(report, "café"));
    const browser = await startBrowser(chromium ?? "");
    try {
      const { complaints } = await seePage(browser, path, { width: 1000 });
      expect(complaints).toEqual([]);
      const opened = await browser.newPage();
      await opened.goto(`file://${path}`);
      await opened.getByText("café.py").first().waitFor({ state: "attached", timeout: PATIENCE_MS });
    } finally {
      await browser.close();
    }
  });
});
