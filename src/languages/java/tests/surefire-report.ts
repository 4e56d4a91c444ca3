import { readJunit } from "../../junit-report.ts";
import { exitOfParts, partsOf, readParts } from "../../report-parts.ts";
import { createTestIds } from "../../test-names.ts";
import {
  MAX_MESSAGE,
  NO_TESTS,
  reportOfOutcomes,
  type CollectionError,
  type FinishedTest,
  type TestReport,
} from "../../test-report.ts";

/** Reads a report of `guest/run-tests.sh`. Ids are `surefire:MODULE/CLASS::METHOD[PARAMETER]`, the module a folder, without it where that is the root. */
export function readSurefireReport(text: string): TestReport {
  const parts = readParts(text);
  const finished = readCases(partsOf(parts, "junit"));
  const late = partsOf(parts, "crashed").map(({ rest }) => {
    const [module = "", className = ""] = rest.split(" ");
    return idOf(module, className, className.split(".").at(-1) ?? "");
  });
  for (const id of late) finished.set(id, { outcome: "error", message: "The class ended its process." });
  const output = partsOf(parts, "output")[0]?.text ?? "";
  const exit = exitOfParts(parts);
  const collectionErrors = exit === 0 ? [] : readProblems(output, late.length > 0);
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  return reportOfOutcomes({
    finished,
    collectionErrors,
    late,
    isCut: late.length > 0,
    exit: isEmpty && exit !== undefined ? NO_TESTS : exit,
  });
}

function readCases(
  reports: readonly { readonly rest: string; readonly text: string }[],
): Map<string, FinishedTest> {
  const name = createTestIds();
  const found = new Map<string, FinishedTest>();
  for (const { rest: module, text } of reports)
    for (const { name: method, className, outcome, message } of readJunit(text)) {
      const id = name(idOf(module, className, method === "" ? (className.split(".").at(-1) ?? "") : method));
      found.set(id, { outcome, message: message.slice(0, MAX_MESSAGE) });
    }
  return found;
}

/** Objects that have no text of their own are named by where they lie. */
function idOf(module: string, className: string, method: string): string {
  const folder = module === "" || module === "." ? "" : `${module}/`;
  return `surefire:${folder}${className}::${method.replaceAll(/@[0-9a-f]{5,8}\b/g, "@…")}`;
}

const FAILED_GOAL = /^\[ERROR\] Failed to execute goal (\S+)(?: \([^)\n]*\))? on project ([^:\s]+): (.*)$/gm;

/** What Maven complained of: for each module that failed what it says of it, else the beginning of all it said. */
function readProblems(output: string, isCrashed: boolean): CollectionError[] {
  const failures = [...output.matchAll(FAILED_GOAL)].filter(
    ([, goal = ""]) => !(isCrashed && /surefire/.test(goal)),
  );
  const problems = failures.map(([line, , project = ""]) => ({
    path: project,
    message: `${line}\n${output}`.slice(0, MAX_MESSAGE),
  }));
  if (problems.length > 0 || output === "" || isCrashed) return problems;
  return [{ path: "pom.xml", message: output.slice(0, MAX_MESSAGE) }];
}
