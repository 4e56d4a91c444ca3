import { basename } from "node:path";

import { digestOf, joinPath, UsageError, type HostPath } from "../../base/index.ts";
import type { WorkContext } from "../../curation/index.ts";
import { readProblems, readSamples, type Problem } from "../../datasets/index.ts";
import { isProvidedModel } from "../../models/index.ts";
import type { ResultRow } from "../../spec/index.ts";
import { readRunRecord, RunFolder } from "../../store/index.ts";
import { createAskedOrigin, DEFAULT_ASKING } from "../asked-models.ts";
import { readyOrigin, type CompletionOrigin } from "../completions.ts";
import type { EvaluateOptions } from "../evaluate.ts";
import { tellModelFailures } from "../model-failures.ts";
import { readPredictions } from "../models.ts";
import { readRunReport, type RunReport } from "../report.ts";
import type { RowTask } from "../result-rows.ts";
import { baselines, baselineStage, COMPLETIONS, RESULTS } from "../run-stages.ts";
import { runSamples } from "../run-samples.ts";
import { workDone, type WorkDone } from "../work-done.ts";
import { createProblemJudge } from "./problem-judge.ts";
import { createProblemPrompts } from "./problem-prompts.ts";

/** What an evaluation on public problems is asked for. */
export interface EvaluateProblemsOptions extends Pick<
  EvaluateOptions,
  "completions" | "samples" | "run" | "runsDirectory" | "workers" | "sandbox" | "tool" | "asking"
> {
  /** A published file: HumanEval, MBPP, HumanEval+ or MBPP+. */
  readonly problems: HostPath;
}

/** The JSON document of `evaluate` on a file of problems. */
export interface ProblemsReport extends RunReport {
  /** JSON Lines file of result rows. */
  readonly results: string;
  readonly work: WorkDone;
  /** Time of this invocation. */
  readonly duration_ms: number;
}

/**
 * Judges solutions of public problems by their published tests, and the null and reference baselines beside them. Rows, resuming and scores are those of task sets;
 * a problem without a sample is `no_prediction`. Throws what `readProblems` and `readSamples` throw, `UsageError` `unknown-model`.
 */
export async function evaluateProblems(
  options: EvaluateProblemsOptions,
  context: WorkContext,
): Promise<ProblemsReport> {
  const startedAt = performance.now();
  const problems = readProblems(options.problems);
  const origin = await chooseOrigin(options, problems, context);
  const identity = {
    problems: digestOf(problems),
    model: origin.name,
    completions: origin.identity,
    samples: options.samples ?? null,
    isolation: "shared",
    suites: [...new Set(problems.flatMap(({ suites }) => suites.map(({ name }) => name)))],
  };
  const path = options.run ?? defaultRunPath(options, origin.name, identity);
  using folder = RunFolder.open(path, { kind: "evaluate", options: identity, tool: options.tool });
  if (folder.state !== "new") context.progress.note(`Going on with ${path}.`);
  await using judge = createProblemJudge(options, context);
  const { workers } = options;
  const judgeAll = (stage: string, from: CompletionOrigin<Problem>): Promise<readonly ResultRow[]> =>
    runSamples({ folder, stage, tasks: problems, origin: from, judge, rowTaskOf, workers }, context);
  const judgingFrom = performance.now();
  const rows = await judgeAll(RESULTS, origin);
  tellModelFailures(rows, context.progress);
  for (const name of baselines)
    if (origin.name !== name) await judgeAll(baselineStage(name), builtInOrigin(name));
  if (!rows.some(({ blame, retryable }) => blame === "model" && retryable)) folder.finish();
  return {
    ...readRunReport(path),
    results: joinPath(path, `${RESULTS}.jsonl`),
    work: workDone(judge.load, performance.now() - judgingFrom),
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

function rowTaskOf(problem: Problem): RowTask {
  return {
    id: problem.id,
    digest: digestOf(problem),
    caseCount: problem.suites.length,
    shownIds: new Set(),
    retiredCases: new Map(),
  };
}

const builtIn = {
  null: () => "",
  reference: ({ reference }: Problem) => reference,
} satisfies Record<(typeof baselines)[number], (problem: Problem) => string>;

function builtInOrigin(name: keyof typeof builtIn): CompletionOrigin<Problem> {
  return readyOrigin(name, { model: name }, (problem) => [{ sample: 0, completion: builtIn[name](problem) }]);
}

async function chooseOrigin(
  { completions, samples, asking = DEFAULT_ASKING }: EvaluateProblemsOptions,
  problems: readonly Problem[],
  { logger }: WorkContext,
): Promise<CompletionOrigin<Problem>> {
  if (completions.kind === "model") {
    const { spec } = completions;
    if (spec === "null" || spec === "reference") return builtInOrigin(spec);
    if (!isProvidedModel(spec))
      throw new UsageError(
        "unknown-model",
        `Cannot evaluate model "${spec}" on problems: only reference, null and models over a service are asked these.`,
      );
    const prompts = createProblemPrompts(asking);
    return createAskedOrigin(spec, samples ?? 1, prompts, { ...asking, logger });
  }
  const given =
    completions.kind === "predictions"
      ? readSamples(completions.file, problems)
      : readStored(joinPath(completions.run, `${COMPLETIONS}.jsonl`));
  const name =
    completions.kind === "predictions"
      ? "predictions"
      : String(readRunRecord(completions.run).options["model"]);
  const identity = { file: digestOf([...given].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
  return readyOrigin(name, identity, ({ id }) => {
    const own = (given.get(id) ?? []).map(({ sample, solution }) => ({ sample, completion: solution }));
    const lacking = Math.max(0, (samples ?? 1) - own.length);
    return [
      ...own,
      ...Array.from({ length: lacking }, (_, index) => ({
        sample: own.length + index,
        completion: undefined,
      })),
    ];
  });
}

/** Solutions that a run has stored are whole programs. */
function readStored(file: HostPath): ReturnType<typeof readSamples> {
  const stored = readPredictions(file);
  return new Map(
    [...stored].map(([id, completions]) => [
      id,
      completions.map(({ sample, completion }) => ({ sample, solution: completion ?? "" })),
    ]),
  );
}

function defaultRunPath(
  { problems, runsDirectory }: EvaluateProblemsOptions,
  model: string,
  identity: unknown,
): HostPath {
  const file = basename(problems).replace(/(?:\.jsonl?)?(?:\.gz)?$/, "");
  const name = `${file}-${model}`.replaceAll(/[^\w.-]+/g, "-").slice(0, 80);
  return joinPath(
    runsDirectory,
    `${name}-${digestOf(identity).slice("sha256:".length, "sha256:".length + 12)}`,
  );
}
