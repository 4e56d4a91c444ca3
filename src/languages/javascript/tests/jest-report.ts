import { z } from "zod";

import { createTestIds } from "../../test-names.ts";
import type { CollectionError, FinishedTest, TestReport } from "../../test-report.ts";

const MAX_MESSAGE = 4000;
const NO_TESTS = 5;

/** The part of the JSON that jest and vitest both write that is used. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** How a report is read: `framework` begins the ids, `root` is the tree's folder as the run saw it. */
export interface JestReading {
  readonly framework: "jest" | "vitest";
  readonly root: string;
}

/** Reads the JSON of jest or vitest. A file that failed without a test was not collected; what is no report has no exit. */
export function readJestReport(text: string, { framework, root }: JestReading): TestReport {
  const parsed = report.safeParse(parseJson(text));
  const finished = new Map<string, FinishedTest>();
  const collectionErrors: CollectionError[] = [];
  const name = createTestIds();
  for (const file of parsed.data?.testResults ?? []) {
    const path = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name;
    if (file.status === "failed" && file.assertionResults.length === 0)
      collectionErrors.push({ path, message: file.message.slice(0, MAX_MESSAGE) });
    for (const test of file.assertionResults) {
      const id = name([`${framework}:${path}`, ...test.ancestorTitles, test.title].join("::"));
      const message = (test.failureMessages ?? []).join("\n").slice(0, MAX_MESSAGE);
      finished.set(id, { outcome: outcomeOf(test.status), message });
    }
  }
  return {
    collected: undefined,
    collectionErrors,
    notBegun: undefined,
    finished,
    late: [],
    interrupted: undefined,
    exit: parsed.success ? exitOf(finished, collectionErrors) : undefined,
  };
}

function outcomeOf(status: string): FinishedTest["outcome"] {
  if (status === "passed" || status === "failed") return status;
  return "skipped";
}

function exitOf(finished: ReadonlyMap<string, FinishedTest>, errors: readonly CollectionError[]): number {
  if (finished.size === 0 && errors.length === 0) return NO_TESTS;
  const isGood = errors.length === 0 && ![...finished.values()].some(({ outcome }) => outcome === "failed");
  return isGood ? 0 : 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
