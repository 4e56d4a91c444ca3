import { readJunit } from "../../junit-report.ts";
import { exitOfParts, partsOf, readParts, type ReportPart } from "../../report-parts.ts";
import { createTestIds } from "../../test-names.ts";
import {
  MAX_MESSAGE,
  NO_TESTS,
  reportOfOutcomes,
  type CollectionError,
  type FinishedTest,
  type TestReport,
} from "../../test-report.ts";

/** Reads what ctest reported. */
export function readCtestReport(text: string): TestReport {
  return readJunitReport(text, "ctest:CMakeLists.txt");
}

/** Reads what Meson reported. */
export function readMesonReport(text: string): TestReport {
  return readJunitReport(text, "meson:meson.build");
}

function readJunitReport(text: string, owner: string): TestReport {
  const parts = readParts(text);
  const name = createTestIds();
  const cases = partsOf(parts, "junit").flatMap(({ text: xml }) => readJunit(xml));
  const finished = cases.flatMap(({ name: test, outcome, message, output }): [string, FinishedTest][] => {
    const id = name(`${owner}::${test}`);
    // One program may hold many tests, and tell of each.
    const within = readTap(output, id);
    const isTold = within.size > 0 && (outcome === "passed" || [...within.values()].some(hasFailed));
    return isTold ? [...within] : [[id, { outcome, message: message.slice(-MAX_MESSAGE) }]];
  });
  return reportOf(parts, new Map(finished));
}

function hasFailed({ outcome }: FinishedTest): boolean {
  return outcome === "failed";
}

/** What make and compilers say where tests could not be built. */
const NOT_BUILT = /: (?:fatal )?error: |ld returned \d+ exit status|^make: \*\*\* No rule to make target/m;

/** Reads what a makefile's tests left: automake's results, else TAP, else how the command ended. */
export function readMakeReport(text: string): TestReport {
  const parts = readParts(text);
  const [output] = partsOf(parts, "output");
  if (output === undefined) return reportOf(parts, new Map());
  const results = readResults(parts);
  const tap = results.size > 0 ? results : readTap(output.text, "make:Makefile");
  const exit = exitOfParts(parts);
  const whole: FinishedTest = {
    outcome: exit === 0 ? "passed" : "failed",
    message: exit === 0 ? "" : output.text.slice(-MAX_MESSAGE),
  };
  const finished = tap.size > 0 ? tap : new Map([["make:Makefile::tests", whole]]);
  if (exit === 0 || tap.size > 0 || !NOT_BUILT.test(output.text)) return reportOf(parts, finished);
  const problem = { path: "Makefile", message: telling(output.text) };
  return { ...reportOf(parts, new Map()), collectionErrors: [problem] };
}

function reportOf(parts: readonly ReportPart[], finished: ReadonlyMap<string, FinishedTest>): TestReport {
  const collectionErrors = partsOf(parts, "failed").map(
    ({ rest, text }): CollectionError => ({ path: rest, message: telling(text) }),
  );
  const exit = exitOfParts(parts);
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  return reportOfOutcomes({
    collectionErrors,
    finished,
    exit: isEmpty && exit !== undefined ? NO_TESTS : exit,
  });
}

/** The first lines that say what is wrong, and the end. */
function telling(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /\berror\b|not found|No such file|needs the program/i.test(line));
  const first = at < 0 ? "" : lines.slice(at, at + 8).join("\n");
  return `${first}\n${text.slice(-MAX_MESSAGE / 2)}`.trim();
}

const WORDS: Readonly<Record<string, FinishedTest["outcome"]>> = {
  PASS: "passed",
  XFAIL: "passed",
  SKIP: "skipped",
  FAIL: "failed",
  XPASS: "failed",
  ERROR: "error",
};

/** What automake wrote of each test, with what the test printed. */
function readResults(parts: readonly ReportPart[]): Map<string, FinishedTest> {
  const name = createTestIds();
  const found = new Map<string, FinishedTest>();
  for (const [index, { kind, rest, text }] of parts.entries()) {
    if (kind !== "results") continue;
    const printed = parts[index + 1]?.text ?? "";
    for (const [, word = "", test = ""] of text.matchAll(/^:test-result: (\w+)(?: (.*))?$/gm)) {
      const outcome = WORDS[word];
      if (outcome === undefined) continue;
      const id = name(["make", rest.replace(/\.trs$/, "")].join(":") + (test === "" ? "" : `::${test}`));
      found.set(id, { outcome, message: outcome === "passed" ? "" : printed.slice(-MAX_MESSAGE) });
    }
  }
  return found;
}

/** Lines of TAP: `ok 1 - name # SKIP why`. A test without a name has its number. None where no plan says how many there are. */
function readTap(text: string, owner: string): Map<string, FinishedTest> {
  const name = createTestIds();
  const found = new Map<string, FinishedTest>();
  if (!/^1\.\.\d+/m.test(text)) return found;
  for (const [, not, number = "", described = ""] of text.matchAll(/^(not )?ok\b[ \t]*(\d*)[ \t]*(.*)$/gm)) {
    const [label = "", directive = ""] = described.split(/\s*# (?=SKIP|TODO)/i);
    const isOk = not === undefined || /^TODO/i.test(directive);
    const outcome = /^SKIP/i.test(directive) ? "skipped" : isOk ? "passed" : "failed";
    const test = label.replace(/^- /, "") || number;
    found.set(name(`${owner}::${test}`), { outcome, message: outcome === "failed" ? described : "" });
  }
  return found;
}
