import { DioramaError } from "../../../base/index.ts";
import type { LoadedTask } from "../../../datasets/index.ts";
import { openExpectation, sourcesOf, testId } from "../../../judge/index.ts";
import { mutateByTests, mutateSuite, type ChosenMutants, type MutationResult } from "../../../proof/index.ts";
import type { Services } from "../../services.ts";
import type { TaskPlace } from "../kind.ts";
import { openProofTarget } from "./open-proof-target.ts";

/** Judges mutants of a task's function by its cases or tests, hidden and visible ones. Throws `reference-fails` where the reference no longer passes. */
export async function mutateFunction(
  task: LoadedTask,
  place: TaskPlace,
  services: Services,
  chosen: ChosenMutants | undefined,
): Promise<MutationResult> {
  const { id, limits, visible_examples: examples } = task.record;
  const target = openProofTarget(services, task, place);
  const tests = task.tests();
  if (tests !== undefined) {
    const { evaluator } = services;
    const expectation = await openExpectation(evaluator, target.editableTree, tests, target.language);
    const tested = { ...target, evaluator, sources: sourcesOf(tests) };
    const mutants = await mutateByTests(tested, expectation, limits, chosen);
    if (mutants === undefined) throw referenceFails(id, "it does not pass its tests");
    const { definition, originalText } = target;
    return {
      language: target.language.name,
      definition,
      originalText,
      judgedBy: "tests",
      judges: expectation.tests.map(testId),
      leftOut: [],
      mutants,
    };
  }
  const outcome = await mutateSuite(target, { suite: task.suite().cases, examples }, limits, chosen);
  if (outcome.status === "mutated") return outcome;
  throw referenceFails(id, `${outcome.reason}: ${outcome.detail}`);
}

function referenceFails(id: string, detail: string): DioramaError {
  return new DioramaError(
    "reference-fails",
    `Cannot judge mutants of task ${id}: what grades it no longer holds for the reference: ${detail}.`,
    { hint: "Prove the task again with: diorama verify TASKSET --task ID" },
  );
}
