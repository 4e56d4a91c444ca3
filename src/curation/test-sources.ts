import { readFileSync } from "node:fs";

import { createWordRecord, joinPath, type RepositoryPath } from "../base/index.ts";
import type { EnvironmentOutcome } from "../environments/index.ts";
import { measuringLimits, type EvaluationLimits, type TestSources } from "../judge/index.ts";
import { getTestFramework, splitTestId, type Language } from "../languages/index.ts";
import type { AcquiredSource } from "../sources/index.ts";

/** For tests of the original, which nobody has measured yet: time of one of them, and what all may record of what they look at. */
export const TEST_LIMITS: EvaluationLimits = {
  ...measuringLimits,
  caseCpuSeconds: 60,
  outputBytes: 2 ** 29,
};

type Built = Exclude<EnvironmentOutcome, { readonly status: "failed" }>;

/**
 * The tests that ran when an environment was made, and the text of every test source that `isTaken` says. Undefined where none of them ran from such a
 * file.
 */
export function readTestSources(
  acquired: AcquiredSource,
  { testInvocation, testRecords }: Pick<Built, "testInvocation" | "testRecords">,
  { files: sources }: Language,
  isTaken: (path: RepositoryPath, hasRun: boolean) => boolean,
): TestSources | undefined {
  const run = new Set(testRecords.map(({ id }) => splitTestId(id).path));
  const texts = createWordRecord<string>();
  for (const { path } of acquired.files) {
    if (!sources.isSourceFile(path) || !isTaken(path, run.has(path))) continue;
    const decoded = sources.decode(readFileSync(joinPath(acquired.directory, path)));
    if (decoded.status === "decoded") texts[path] = decoded.text;
  }
  const files = [...run].filter((path) => Object.hasOwn(texts, path)).sort();
  if (files.length === 0) return undefined;
  const { framework } = testInvocation;
  return { framework, texts, files, arguments: getTestFramework(framework).judgeArguments(testInvocation) };
}
