import type { FailureCause } from "../spec/index.ts";
import { parseCause } from "./failure-cause.ts";
import { readJsonLines, textOf } from "./json-events.ts";

/** What a framework says of a test. */
export type TestOutcome = "passed" | "failed" | "error" | "skipped" | "xfailed" | "xpassed";

/** What one test gave, and where it failed what it said. */
export interface FinishedTest {
  readonly outcome: Exclude<TestOutcome, "xfailed" | "xpassed">;
  readonly message: string;
  readonly cause?: FailureCause | undefined;
}

/** A file or class that a framework could not collect. */
export interface CollectionError {
  readonly path: string;
  readonly message: string;
  readonly cause?: FailureCause | undefined;
}

/** What one process that ran tests told of them. */
export interface TestReport {
  /** Ids in the order of the run, or undefined where collection did not end. */
  readonly collected: readonly string[] | undefined;
  readonly collectionErrors: readonly CollectionError[];
  /** Why nothing could be collected: something broke before. */
  readonly notBegun: FailureCause | undefined;
  readonly finished: ReadonlyMap<string, FinishedTest>;
  /** Tests that passed their time limit. */
  readonly late: readonly string[];
  /** Begun last and never finished: the test that ended the process. */
  readonly interrupted: string | undefined;
  /** True where tests were left that nobody has named, for one ended the process that was to run them. Absent: false. */
  readonly isCut?: boolean;
  /** The framework's exit code, or undefined where the session did not come to its end. */
  readonly exit: number | undefined;
}

/** Exit code by which our own programs tell that a run found no test. */
export const NO_TESTS = 5;

/** Most of what a test said that is kept, in characters. */
export const MAX_MESSAGE = 4000;

/** What a framework told that names tests only as they end, so that nothing is known of what is left. */
export function reportOfOutcomes(
  told: Pick<TestReport, "finished" | "collectionErrors" | "exit"> & Partial<TestReport>,
): TestReport {
  return { collected: undefined, notBegun: undefined, late: [], interrupted: undefined, ...told };
}

const OUTCOMES: ReadonlySet<unknown> = new Set(["passed", "failed", "error", "skipped"]);

/** Reads the lines that our plug-ins write, an event each (`guest/diorama_outcomes.py`); those that make no sense are passed over. */
export function readTestEvents(text: string): TestReport {
  let collected: string[] | undefined;
  let interrupted: string | undefined;
  let exit: number | undefined;
  const late: string[] = [];
  const collectionErrors: CollectionError[] = [];
  const finished = new Map<string, FinishedTest>();
  let notBegun: FailureCause | undefined;
  for (const event of readJsonLines(text)) {
    const id = textOf(event["id"]);
    const cause = parseCause(event["cause"]);
    if (event["event"] === "not-begun") notBegun = cause;
    if (event["event"] === "collected" && Array.isArray(event["ids"])) collected = event["ids"].map(textOf);
    if (event["event"] === "collection-error")
      collectionErrors.push({ path: textOf(event["path"]), message: textOf(event["message"]), cause });
    if (event["event"] === "started") interrupted = id;
    if (event["event"] === "finished" && OUTCOMES.has(event["outcome"])) {
      const outcome = event["outcome"] as FinishedTest["outcome"];
      finished.set(id, { outcome, message: textOf(event["message"]), cause });
      if (event["late"] === true) late.push(id);
      if (interrupted === id) interrupted = undefined;
    }
    if (event["event"] === "ended" && typeof event["exit"] === "number") exit = event["exit"];
  }
  return { collected, collectionErrors, notBegun, finished, late, interrupted, exit };
}
