import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import { isSystemError, type HostPath } from "../../base/index.ts";
import type { FailureCause } from "../../spec/index.ts";
import { parseCause } from "../causes.ts";

/** What one test gave in one run. */
export type TestOutcome = "passed" | "failed" | "error" | "skipped";

/** What one test gave, and where it failed what it said. */
export interface FinishedTest {
  readonly outcome: TestOutcome;
  readonly message: string;
  readonly cause?: FailureCause | undefined;
}

/** A file or class that pytest could not collect. */
export interface CollectionError {
  readonly path: string;
  readonly message: string;
  readonly cause?: FailureCause | undefined;
}

/** What the outcomes plug-in of one pytest process wrote. */
export interface OutcomeReport {
  /** Ids in the order of the run, or undefined where collection did not end. */
  readonly collected: readonly string[] | undefined;
  readonly collectionErrors: readonly CollectionError[];
  /** Why nothing could be collected: a conftest or a plug-in broke. */
  readonly notBegun: FailureCause | undefined;
  readonly finished: ReadonlyMap<string, FinishedTest>;
  /** Tests that passed their time limit. */
  readonly late: readonly string[];
  /** Begun last and never finished: the test that ended the process. */
  readonly interrupted: string | undefined;
  /** Pytest's exit code, or undefined where the session did not come to its end. */
  readonly exit: number | undefined;
}

const MAX_REPORT_BYTES = 64 * 2 ** 20;
const OUTCOMES: ReadonlySet<unknown> = new Set(["passed", "failed", "error", "skipped"]);

/** Reads a report. It was written beside foreign code: lines that make no sense are passed over, links not followed. */
export function readOutcomeReport(path: HostPath): OutcomeReport {
  let collected: string[] | undefined;
  let interrupted: string | undefined;
  let exit: number | undefined;
  const late: string[] = [];
  const collectionErrors: CollectionError[] = [];
  const finished = new Map<string, FinishedTest>();
  let notBegun: FailureCause | undefined;
  for (const event of readEvents(path)) {
    const id = textOf(event["id"]);
    const cause = parseCause(event["cause"]);
    if (event["event"] === "not-begun") notBegun = cause;
    if (event["event"] === "collected" && Array.isArray(event["ids"])) collected = event["ids"].map(textOf);
    if (event["event"] === "collection-error")
      collectionErrors.push({ path: textOf(event["path"]), message: textOf(event["message"]), cause });
    if (event["event"] === "started") interrupted = id;
    if (event["event"] === "finished" && OUTCOMES.has(event["outcome"])) {
      const outcome = event["outcome"] as TestOutcome;
      finished.set(id, { outcome, message: textOf(event["message"]), cause });
      if (event["late"] === true) late.push(id);
      if (interrupted === id) interrupted = undefined;
    }
    if (event["event"] === "ended" && typeof event["exit"] === "number") exit = event["exit"];
  }
  return { collected, collectionErrors, notBegun, finished, late, interrupted, exit };
}

/** Never asks an object for its text: foreign code could have made one that has none. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function readEvents(path: HostPath): Record<string, unknown>[] {
  return readForeignText(path)
    .split("\n")
    .flatMap((line) => {
      try {
        const event: unknown = JSON.parse(line);
        return event !== null && typeof event === "object" ? [event as Record<string, unknown>] : [];
      } catch {
        return [];
      }
    });
}

/** Text of a file that foreign code could write; empty where it is missing, a link or no regular file. */
export function readForeignText(path: HostPath, maxBytes: number = MAX_REPORT_BYTES): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile()) return "";
    const buffer = Buffer.alloc(Math.min(status.size, maxBytes));
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ELOOP", "ENXIO", "EACCES")) return "";
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
