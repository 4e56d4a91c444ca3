import { readFileSync } from "node:fs";

import { createWordRecord, DioramaError, joinPath, sha256, type RepositoryPath } from "../../base/index.ts";
import {
  buildEnvironment,
  materialiseTree,
  runtimeOf,
  type EnvironmentOutcome,
} from "../../environments/index.ts";
import {
  measuringLimits,
  prepareEditableTree,
  pytestArguments,
  type TestSources,
} from "../../judge/index.ts";
import type { Definition } from "../../languages/index.ts";
import type { TestedTarget } from "../../proof/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Services } from "../services.ts";
import { splitTestId } from "../test-ids.ts";

/** Time of one test of the original, which nobody has measured yet, in seconds. */
const LONGEST_TEST_SECONDS = 60;

/** What all tests of the original may record of what they look at. */
const MOST_RECORDED_BYTES = 2 ** 29;

/** A target in its source, and the text of its file. */
export interface FileToTest {
  readonly source: string;
  readonly acquired: AcquiredSource;
  readonly requested: EnvironmentRequest;
  readonly definition: Definition;
  readonly originalText: string;
}

/**
 * A target in its repository's environment, with the repository's tests as they stand. Throws `no-environment`, `no-tests` where there is nothing
 * to judge by, and `unreachable-target` where no import leads to the target's file.
 */
export async function openTestedFile(
  { source, acquired, requested, definition, originalText }: FileToTest,
  services: Services,
): Promise<TestedTarget> {
  const { language, evaluator, environmentOptions, temporaryDirectory } = services;
  const outcome = await buildEnvironment(acquired, { ...environmentOptions, requested });
  if (outcome.status === "failed")
    throw new DioramaError(
      "no-environment",
      `Cannot mutate ${definition.name}: no environment could be made for ${source}: ${outcome.failure.message}`,
      { hint: "See what was tried with: diorama environment build SOURCE" },
    );
  const { environment } = outcome;
  const importRoots = environment.recipe.import_roots;
  const editedFile = definition.path;
  const module = language.modules.nameOf(editedFile, importRoots);
  if (module === undefined)
    throw new DioramaError(
      "unreachable-target",
      `Cannot mutate ${editedFile}:${definition.name}: no import of the repository leads to that file.`,
    );
  const directory = joinPath(temporaryDirectory, `mutate-${sha256(`${source}:${editedFile}`).slice(0, 16)}`);
  const tree = joinPath(directory, "whole");
  await materialiseTree(acquired, environment, tree);
  const run = new Set(outcome.testRecords.map(({ id }) => splitTestId(id).path));
  const texts = readTestTexts(acquired, run, services);
  return {
    evaluator,
    language,
    definition,
    module,
    originalText,
    // Nobody's candidate is judged: tests may read their own sources, as tracebacks do.
    editableTree: prepareEditableTree({
      source: tree,
      editedFile,
      destination: joinPath(directory, "tree"),
      runtime: runtimeOf(environment),
      importRoots,
    }),
    sources: testSources(source, { outcome, run }, texts),
    limits: { ...measuringLimits, caseCpuSeconds: LONGEST_TEST_SECONDS, outputBytes: MOST_RECORDED_BYTES },
    signal: environmentOptions.signal,
  };
}

function readTestTexts(
  acquired: AcquiredSource,
  run: ReadonlySet<string>,
  { language: { syntax } }: Services,
): Readonly<Record<RepositoryPath, string>> {
  const texts = createWordRecord<string>();
  for (const { path } of acquired.files) {
    if (!syntax.isSourceFile(path) || !(syntax.isTestFile(path) || run.has(path))) continue;
    const decoded = syntax.decode(readFileSync(joinPath(acquired.directory, path)));
    if (decoded.status === "decoded") texts[path] = decoded.text;
  }
  return texts;
}

/** The tests that ran when the environment was made. */
function testSources(
  source: string,
  {
    outcome: { testInvocation },
    run,
  }: {
    readonly outcome: Exclude<EnvironmentOutcome, { readonly status: "failed" }>;
    readonly run: ReadonlySet<string>;
  },
  texts: TestSources["texts"],
): TestSources {
  const files = [...run].filter((path) => Object.hasOwn(texts, path)).sort();
  if (files.length === 0)
    throw new DioramaError(
      "no-tests",
      `Cannot judge mutants of ${source}: none of its tests ran in its environment.`,
      { hint: "See why with: diorama environment build SOURCE" },
    );
  return { framework: "pytest", texts, files, arguments: pytestArguments(testInvocation) };
}
