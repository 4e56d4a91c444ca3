import { DioramaError, joinPath, sha256 } from "../../base/index.ts";
import { buildEnvironment, materialiseTree, runtimeOf } from "../../environments/index.ts";
import { prepareEditableTree } from "../../judge/index.ts";
import type { Definition } from "../../languages/index.ts";
import type { TestedTarget } from "../../proof/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Services } from "../services.ts";
import { readTestSources, TEST_LIMITS } from "../test-sources.ts";

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
  const sources = readTestSources(
    acquired,
    outcome,
    language,
    (path, hasRun) => hasRun || language.files.isTestFile(path),
  );
  if (sources === undefined)
    throw new DioramaError(
      "no-tests",
      `Cannot judge mutants of ${source}: none of its tests ran in its environment.`,
      { hint: "See why with: diorama environment build SOURCE" },
    );
  return {
    evaluator,
    language,
    definition,
    module,
    originalText,
    // Nobody's candidate is judged: tests may read their own sources, as tracebacks do.
    editableTree: prepareEditableTree({
      source: tree,
      driver: language.driver,
      editedFile,
      destination: joinPath(directory, "tree"),
      runtime: runtimeOf(environment),
      importRoots,
    }),
    sources,
    limits: TEST_LIMITS,
    signal: environmentOptions.signal,
  };
}
