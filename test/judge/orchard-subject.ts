import {
  givesIterator,
  type EvaluationJob,
  type Evaluator,
  type GradedTarget,
  type ObservedGrader,
} from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { comparisonPolicy, DEFAULT_LIMITS, type SuiteCase } from "../../src/spec/index.ts";
import { harvest, harvestJob, type Orchard } from "./orchard.ts";

/** A function of the orchard, or of another `text` of its file, as a task of `suite`, expecting what the reference shows there. */
export function subjectOf(
  orchard: Orchard,
  name: string,
  suite: readonly SuiteCase[],
  text: string = harvest,
  output: EvaluationJob["output"] = [],
): Promise<GradedTarget<ObservedGrader>> {
  const header = text.split("\n").find((line) => line.includes(`def ${name}(`)) ?? "";
  const job = harvestJob(orchard.editableTree, { name, header, cases: suite, text, output });
  return subjectFrom(orchard.evaluator, job);
}

/** The target of an evaluation of our own as a task of its cases, expecting what it shows. */
export async function subjectFrom(
  evaluator: Evaluator,
  job: EvaluationJob,
): Promise<GradedTarget<ObservedGrader>> {
  const { editableTree, fileText, cases } = job;
  const { module, name } = job.target;
  const language = await loadLanguage("python");
  const definition = language.syntax
    .parse(editableTree.editedFile, fileText)
    .definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`${editableTree.editedFile} has no function called ${name}.`);
  const reference = await evaluator.evaluate(job);
  if (reference.results.length < cases.length)
    throw new Error(`The original's evaluation ended early: ${JSON.stringify(reference)}`);
  return {
    evaluator,
    language,
    editableTree,
    definition,
    module,
    originalText: fileText,
    grader: {
      kind: "observed",
      suite: cases,
      expected: Object.fromEntries(reference.results.map(({ id, observation }) => [id, observation])),
      policy: comparisonPolicy.parse({
        output: job.output,
        gives_iterators:
          definition.isGenerator || reference.results.some(({ observation }) => givesIterator(observation)),
      }),
      limits: DEFAULT_LIMITS,
    },
  };
}
