import { z } from "zod";

import { parseJson } from "../../../base/index.ts";
import { MAX_MESSAGE, type CollectionError } from "../../test-report.ts";
import type { PackageReport, ReadTest } from "./package-report.ts";

/** The part of the JSON that jest and vitest both write that is used. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
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

/** Reads the JSON of jest or vitest; `root` is the tree's folder as the run saw it. A file that failed without a test was not collected. */
export function readJestReport(text: string, root: string): PackageReport | undefined {
  const parsed = report.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const tests: ReadTest[] = [];
  const collectionErrors: CollectionError[] = [];
  const results = parsed.data.testResults.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const { name, status, message, assertionResults } of results) {
    const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    if (status === "failed" && assertionResults.length === 0)
      collectionErrors.push({ path, message: (message ?? "").slice(0, MAX_MESSAGE) });
    for (const test of assertionResults) {
      const outcome = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
      const said = (test.failureMessages ?? []).join("\n");
      tests.push({ path, names: [...test.ancestorTitles, test.title], outcome, message: said });
    }
  }
  return { tests, collectionErrors };
}

type FileResult = z.infer<typeof report>["testResults"][number];

/** Files end in another order each time, and one that several configurations run is there several times: by what it gave it gets the same place. */
function orderOf({ name, status, assertionResults }: FileResult): string {
  return JSON.stringify([
    name,
    status,
    assertionResults.map((test) => [test.ancestorTitles, test.title, test.status]),
  ]);
}
