import { statSync } from "node:fs";
import { resolve } from "node:path";

import { asHostPath, UsageError, type HostPath } from "../../base/index.ts";
import { findTask, readTaskSet } from "../../datasets/index.ts";
import type { EvaluateOptions } from "../../evaluation/index.ts";
import { toolVersion } from "../../store/index.ts";
import { addAskingOptions, readAskingOptions, type AskingFlags } from "../asking-options.ts";
import type { AddCommand } from "../command.ts";
import { sandboxOption, wholeNumber, workersOption } from "../option-values.ts";

interface EvaluateFlags extends AskingFlags {
  readonly predictions?: string;
  readonly rescore?: string;
  readonly samples?: number;
  readonly run?: string;
  readonly recordRates?: string | true;
  readonly explain?: string;
  readonly stopAtFirst?: boolean;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama evaluate TASKSET`: judges a model's completions. Exit 1 where a sample could not be judged; low scores are 0. */
export const addEvaluate: AddCommand = (program, attach) => {
  const command = program
    .command("evaluate")
    .summary("judge a model's completions of a task set, or of a public evaluation")
    .argument(
      "<taskset>",
      "folder of a task set, or a published file: HumanEval, MBPP, HumanEval+, MBPP+ (.json, .jsonl, .gz)",
    )
    .option(
      "--model <spec>",
      "openai:MODEL@BASE_URL (any OpenAI-compatible chat endpoint), anthropic:MODEL, completion:MODEL@BASE_URL (plain completions), replay:FILE (the replies.jsonl of a run), or a built-in one: reference, null, stub, stub:raise, mutant, cheat:NAME, shortcut:NAME (NAME or all)",
    )
    .option(
      "--predictions <file>",
      'JSON Lines of {"task_id", "sample"?, "completion"}; of a public evaluation, samples in the form of EvalPlus',
    )
    .option("--rescore <run>", "judge the completions again that a run has stored")
    .option("--samples <n>", "samples of each task", wholeNumber(1))
    .option("--run <dir>", "folder of the run (default: ./runs/<task set>-<model>-<digest of the inputs>)")
    .option(
      "--record-rates [solver]",
      "write solve rates beside the task set, under this name (default: models that are not built in, under their own)",
    )
    .option(
      "--explain <task>",
      "show of each sample of this task the first case that failed: inputs, both observations, the difference (hidden material)",
    )
    .option(
      "--stop-at-first",
      "end each answer at the first case that it gets wrong: the same verdicts and reasons for less, and rows that say less",
    )
    .addOption(workersOption())
    .addOption(sandboxOption());
  addAskingOptions(command);
  attach<[string], EvaluateFlags>(command, async (context, [taskSet], flags) => {
    const evaluation = await import("../../evaluation/index.ts");
    const hostPath = (path: string) => asHostPath(resolve(path));
    const options = {
      completions: chooseCompletions(flags),
      samples: flags.samples,
      run: flags.run === undefined ? undefined : hostPath(flags.run),
      runsDirectory: hostPath("runs"),
      workers: flags.workers,
      sandbox: flags.sandbox,
      tool: toolVersion(),
      asking: await readAskingOptions(flags, process.env),
    };
    if (isFile(taskSet)) {
      refuseForProblems(flags);
      const problems = hostPath(taskSet);
      const report = await evaluation.evaluateProblems({ ...options, problems }, context);
      const text = `${evaluation.renderRunReport(report)}\n  judged    ${evaluation.describeWork(report.work)}`;
      return { exitCode: report.not_judged === 0 ? 0 : 1, document: report, text };
    }
    const report = await evaluation.evaluateTaskSet(
      {
        ...options,
        taskSet: hostPath(taskSet),
        recordRates: flags.recordRates,
        stopAtFirst: flags.stopAtFirst,
        explain: findExplained(hostPath(taskSet), flags.explain),
      },
      context,
    );
    const text = [
      evaluation.renderRunReport(evaluation.readRunReport(asHostPath(report.run))),
      `  judged    ${evaluation.describeWork(report.work)}`,
      ...(report.explained === undefined ? [] : ["", evaluation.renderExplanation(report.explained)]),
    ].join("\n");
    return { exitCode: report.not_judged === 0 ? 0 : 1, document: report, text };
  });
};

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Options that are about task sets alone. */
function refuseForProblems({ recordRates, explain, stopAtFirst }: EvaluateFlags): void {
  const given = Object.entries({
    "--record-rates": recordRates,
    "--explain": explain,
    "--stop-at-first": stopAtFirst,
  });
  const [found] = given.filter(([, value]) => value !== undefined);
  if (found !== undefined)
    throw new UsageError("not-for-problems", `Cannot evaluate with ${found[0]}: it is for task sets only.`);
}

/** The whole id of a task that is named by its beginning. */
function findExplained(path: HostPath, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  using taskSet = readTaskSet(path);
  return findTask(taskSet, id).record.id;
}

function chooseCompletions({ model, predictions, rescore }: EvaluateFlags): EvaluateOptions["completions"] {
  const given = [
    model === undefined ? [] : [{ kind: "model" as const, spec: model }],
    predictions === undefined
      ? []
      : [{ kind: "predictions" as const, file: asHostPath(resolve(predictions)) }],
    rescore === undefined ? [] : [{ kind: "stored" as const, run: asHostPath(resolve(rescore)) }],
  ].flat();
  const [only] = given;
  if (only !== undefined && given.length === 1) return only;
  throw new UsageError(
    "completions-needed",
    `Cannot evaluate: ${given.length} of --model, --predictions and --rescore are given, exactly one is needed.`,
    { hint: "For example: --model reference" },
  );
}
