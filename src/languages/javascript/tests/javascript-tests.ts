import type { TestCall, TestFramework } from "../../test-framework.ts";
import { MAX_MESSAGE, NO_TESTS } from "../../test-report.ts";
import { readMochaEvents, readNodeTestEvents } from "./event-reports.ts";
import { readJestReport } from "./jest-report.ts";
import { manifestOf, readPackageReports, type PackagePart, type PackageReport } from "./package-report.ts";
import { readTap } from "./tap-report.ts";
import { readVerdictLines } from "./verdict-lines.ts";

// The first option of all of them is the command of the shell that the repository runs its tests with: what they need to tell of each test is put behind it. Further
// ones are commands that go before, over the whole tree. Files are the folders of packages in which the tests are run; none: the root.

/** How a framework is made to report. */
interface Reporting {
  readonly name: string;
  readonly programs: readonly string[];
  /** Of the report's parts: `output` is what the command prints. */
  readonly kind: "json" | "events" | "output";
  readonly words?: (call: TestCall) => readonly string[];
  readonly variables?: (call: TestCall) => Readonly<Record<string, string>>;
  readonly read: (part: PackagePart) => PackageReport | undefined;
}

function reportingBy({ name, programs, kind, words, variables, read }: Reporting): TestFramework {
  return {
    name,
    programs,
    whole: {
      command: (call) => ({
        words: ["sh", `${call.guests}/run-tests.sh`, ...(words?.(call) ?? [])],
        variables: {
          NODE: call.program,
          REPORT: call.report,
          KIND: kind,
          COMMAND: call.arguments.addopts[0] ?? "",
          BEFORE: call.arguments.addopts.slice(1).join("\n"),
          DIORAMA_REPORT: call.report,
          DIORAMA_SKIP: call.skip,
          ...variables?.(call),
        },
        input: (call.arguments.files.length === 0 ? ["."] : call.arguments.files)
          .map((folder) => `${folder}\n`)
          .join(""),
      }),
      readReport: (text) => readPackageReports(text, name, kind, read),
      noTestsExit: NO_TESTS,
    },
    judgeArguments: ({ addopts }) => addopts,
  };
}

/** jest, and the tools that are jest with settings of their own. */
export const jest = reportingBy({
  name: "jest",
  programs: ["jest"],
  kind: "json",
  words: ({ report }) => [
    "--ci",
    "--watchAll=false",
    "--coverage=false",
    // What a test left open would hold it for ever.
    "--forceExit",
    "--json",
    `--outputFile=${report}.json`,
  ],
  read: ({ text, root }) => readJestReport(text, root),
});

/** vitest. */
export const vitest = reportingBy({
  name: "vitest",
  programs: ["vitest"],
  kind: "json",
  words: ({ report }) => [
    "--run",
    "--coverage.enabled=false",
    "--reporter=json",
    `--outputFile=${report}.json`,
  ],
  read: ({ text, root }) => readJestReport(text, root),
});

/** mocha, with a reporter of ours. */
export const mocha = reportingBy({
  name: "mocha",
  programs: ["mocha"],
  kind: "events",
  words: ({ guests }) => ["--reporter", `${guests}/mocha-reporter.cjs`],
  read: ({ text }) => readMochaEvents(text),
});

/** Node's own runner, with a reporter of ours, whatever program runs Node. */
export const nodeTest = reportingBy({
  name: "nodetest",
  programs: ["node", "tsx", "ts-node"],
  kind: "events",
  variables: ({ guests, report }) => ({
    TEST_NODE_OPTIONS: `--test-reporter=${guests}/node-test-reporter.mjs --test-reporter-destination=${report}.json`,
  }),
  read: ({ text }) => readNodeTestEvents(text),
});

/** Whatever prints lines of TAP: tape, tap, ava where it is asked to. */
export const tap = reportingBy({
  name: "tap",
  programs: ["tape", "tap", "ava"],
  kind: "output",
  read: ({ text }) => readTap(text),
});

/** A command that tells of no test is one, by its exit code; what prints lines of TAP is read, and lines that each end with a verdict. */
export const testScript = reportingBy({
  name: "script",
  programs: ["npm", "npx", "pnpm", "yarn", "gulp", "grunt"],
  kind: "output",
  read: (part) => readTap(part.text) ?? readExit(part),
});

function readExit({ text, root, folder, exit }: PackagePart): PackageReport | undefined {
  if (exit === undefined) return undefined;
  const path = manifestOf(folder);
  const tests = readVerdictLines(text.replaceAll(`${root}/`, ""), path, exit);
  if (tests !== undefined) return { tests };
  const test = { path, names: ["test"] };
  if (exit === 0) return { tests: [{ ...test, outcome: "passed", message: "" }] };
  return { tests: [{ ...test, outcome: "failed", message: text.trim().slice(-MAX_MESSAGE) }] };
}
