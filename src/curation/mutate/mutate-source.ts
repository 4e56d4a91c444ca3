import { findTarget } from "../../analysis/index.ts";
import { DioramaError } from "../../base/index.ts";
import { findSteadyTests, testMutants, type MutationResult } from "../../proof/index.ts";
import type { WorkContext } from "../work-context.ts";
import { NOTHING_ASKED, openSource } from "../open-source.ts";
import { parseFiles } from "../analysed-source.ts";
import { openServices } from "../services.ts";
import { chooseMutants, type MutateOptions } from "./mutate-options.ts";
import { openTestedFile } from "./open-tested-file.ts";

/**
 * Mutates a target of a repository and judges the mutants by the repository's own tests; without a limit all mutants. Throws `unknown-target`,
 * `ambiguous-target`, `unknown-operator`, `tests-failed` where the tests do not run to their end or none passes, and what `openTestedFile` throws.
 */
export async function mutateSource(
  source: string,
  target: string,
  options: MutateOptions,
  context: WorkContext,
): Promise<MutationResult> {
  const { progress } = context;
  await using services = await openServices(options, context);
  const chosen = chooseMutants(options, services.language);
  progress.begin(`acquiring ${source}`);
  const { acquired, requested } = await openSource(source, NOTHING_ASKED, services, context);
  const { files } = await parseFiles(acquired, services);
  const definition = findTarget(
    [...files.values()].map(({ parsed }) => parsed),
    target,
  );
  const originalText = files.get(definition.path)?.text ?? "";
  const tested = await openTestedFile({ source, acquired, requested, definition, originalText }, services);
  progress.begin("running the repository's tests over the original");
  const steady = await findSteadyTests(tested, definition.lines);
  if (steady.status === "failed")
    throw new DioramaError("tests-failed", `Cannot judge mutants of ${definition.name}: ${steady.message}.`);
  const mutants = await testMutants(tested, steady, {
    chosen: { most: Infinity, ...chosen },
    onBegun: (all) => progress.begin(`mutating ${definition.name}`, all),
    onJudged: (judged) => progress.advance(judged),
  });
  return {
    language: services.language.name,
    definition,
    originalText,
    judgedBy: "tests",
    judges: steady.tests.map(({ id }) => id),
    leftOut: steady.leftOut,
    mutants,
  };
}
