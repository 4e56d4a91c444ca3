import { isRecord } from "../../../base/index.ts";
import { readJsonLines, textOf } from "../../json-events.ts";
import type { CollectionError, FinishedTest } from "../../test-report.ts";
import type { NamedTest, PackageReport, ReadTest } from "./package-report.ts";

const OUTCOMES: Readonly<Record<string, FinishedTest["outcome"]>> = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
};

/** Reads what our reporter of mocha wrote; undefined where mocha did not come to run a test. */
export function readMochaEvents(text: string): PackageReport | undefined {
  const tests: ReadTest[] = [];
  let collected: NamedTest[] | undefined;
  let interrupted: NamedTest | undefined;
  for (const event of readJsonLines(text)) {
    if (event["event"] === "collected") collected = recordsOf(event["tests"]).map(testOf);
    if (event["event"] === "started") interrupted = testOf(event);
    const outcome = OUTCOMES[textOf(event["outcome"])];
    if (event["event"] !== "finished" || outcome === undefined) continue;
    tests.push({ ...testOf(event), outcome, message: textOf(event["message"]) });
    interrupted = undefined;
  }
  return collected === undefined ? undefined : { tests, collected, interrupted };
}

function testOf(event: Record<string, unknown>): NamedTest {
  const { path, names, index } = event;
  return {
    path: textOf(path),
    names: Array.isArray(names) ? names.map(textOf) : [],
    index: typeof index === "number" ? index : undefined,
  };
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A test that has begun, or what holds tests. */
interface OpenTest {
  readonly name: string;
  hasTests: boolean;
  hasFailed: boolean;
}

/** Reads what our reporter of node:test wrote. A file that failed outside of its tests was not collected. */
export function readNodeTestEvents(text: string): PackageReport | undefined {
  const events = readJsonLines(text);
  if (events.length === 0) return undefined;
  const tests: ReadTest[] = [];
  const collectionErrors: CollectionError[] = [];
  const open: OpenTest[] = [];
  for (const event of events) {
    const nesting = Number(event["nesting"]);
    const begun = { name: textOf(event["name"]), hasTests: false, hasFailed: false };
    if (event["event"] === "started") open.splice(nesting, Infinity, begun);
    else endTest(event, open.splice(nesting)[0] ?? begun, open, { tests, collectionErrors });
  }
  return { tests, collectionErrors };
}

function endTest(
  event: Record<string, unknown>,
  own: OpenTest,
  holders: readonly OpenTest[],
  told: { readonly tests: ReadTest[]; readonly collectionErrors: CollectionError[] },
): void {
  const path = textOf(event["path"]);
  const isFailed = event["event"] === "failed" && event["isExpected"] !== true;
  for (const holder of holders) {
    holder.hasTests = true;
    holder.hasFailed ||= isFailed;
  }
  const isFile = isPathOf(own.name, path);
  const message = isFailed ? textOf(event["message"]) : "";
  const isTold = own.hasTests ? !isFailed || own.hasFailed : event["isSuite"] === true && !isFailed;
  if ((isFile || event["isSuite"] === true) && isTold) return;
  if (isFile && isFailed) {
    told.collectionErrors.push({ path, message });
    return;
  }
  const outcome = event["isSkipped"] === true ? "skipped" : isFailed ? "failed" : "passed";
  const above = holders.map(({ name }) => name).filter((name) => !isPathOf(name, path));
  told.tests.push({ path, names: [...above, isFile ? "main" : own.name], outcome, message });
}

/** Releases of Node differ in whether a file is a test that holds its own. */
function isPathOf(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`);
}
