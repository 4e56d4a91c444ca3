/**
 * Candidates as they are judged in a set: one parent serves all tasks of a file, and the file that solvers of another task see holds this
 * one's answer. So a parent has just served others of the file when the bodies come that look for it.
 */
import { throwIfInterrupted } from "../base/index.ts";
import {
  editTarget,
  findMasked,
  locate,
  orderFor,
  type EditedTexts,
  type EvaluationJob,
} from "../judge/index.ts";
import type { Definition, Variant } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { runBodies, type BodyVerdict } from "./bodies.ts";
import { readRun, type ProofTarget } from "./proof-target.ts";

/** Other definitions of the file whose solvers were there before. */
const MOST_OTHERS = 3;

/** Runs each body over the suite, as a candidate's. Order of the results is that of `variants`. */
export async function runBesideOtherTasks(
  target: ProofTarget,
  variants: readonly Variant[],
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<BodyVerdict[]> {
  const { policy, language, signal } = target;
  const others = othersOf(target).map((other) => stubOf(target, other));
  const bodies = variants.map((variant) => ({ variant, job: jobOf(target, variant, cases) }));
  const runnable = bodies.flatMap(({ job }) => job ?? []);
  const jobs = [
    ...others,
    ...runnable.map((job) => ({
      ...job,
      expected: { observations: expected, policy, language },
      stopsAtFirst: true,
    })),
  ];
  const outcomes = (await target.evaluator.evaluateInTurn(jobs, signal)).slice(others.length);
  throwIfInterrupted(signal);
  const byJob = new Map(runnable.map((job, index) => [job, outcomes[index]]));
  const open = bodies.flatMap(({ variant, job }) => (job && byJob.get(job) ? [] : variant));
  const alone = new Map((await runBodies(target, open, cases, expected)).map((one) => [one.name, one]));
  return bodies.flatMap(({ variant: { id, kind }, job }) => {
    const outcome = job && byJob.get(job);
    if (outcome === undefined) return alone.get(id) ?? [];
    const { verdict, reason = null } = readRun(target, outcome, cases, expected);
    return { name: id, kind, verdict, reason };
  });
}

/** Definitions of the file that have nothing in common with the target's lines. */
function othersOf({ language, definition, originalText }: ProofTarget): readonly Definition[] {
  const { start, end } = definition.spans.whole;
  return language.syntax
    .parse(definition.path, originalText)
    .definitions.filter(({ spans: { whole } }) => whole.end <= start || whole.start >= end)
    .slice(0, MOST_OTHERS);
}

/** What a solver who writes nothing hands in for another definition; none of it is run. */
function stubOf(target: ProofTarget, other: Definition): EvaluationJob {
  const { language, originalText } = target;
  const { text } = language.editing.mask(originalText, other);
  const masked = findMasked({ language, originalText, definition: other }, text);
  const lines = masked?.lines ?? other.lines;
  return {
    ...candidateOf(target, { fileText: text, otherFiles: target.otherFiles }),
    target: locate({ ...target, definition: other }, lines),
    masked,
  };
}

/** Undefined of a completion that makes no file. */
function jobOf(
  target: ProofTarget,
  { completion }: Variant,
  cases: readonly SuiteCase[],
): EvaluationJob | undefined {
  const edited = editTarget(target, completion);
  if (edited.status === "refused") return undefined;
  const { fileText, lines } = edited;
  return {
    ...candidateOf(target, edited),
    target: locate(target, lines),
    masked: findMasked(target, fileText),
    cases,
    order: orderFor(fileText, cases.length),
  };
}

function candidateOf(
  { editableTree, limits, policy }: ProofTarget,
  { fileText, otherFiles }: EditedTexts,
): Omit<EvaluationJob, "target"> {
  return { editableTree, fileText, otherFiles, cases: [], limits, output: policy.output, trust: "candidate" };
}
