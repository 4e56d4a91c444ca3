import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { Option } from "commander";

import {
  asHostPath,
  joinPath,
  readableJson,
  requireWritable,
  type HostPath,
  type RepositoryPath,
} from "../../base/index.ts";
import type { MutateOptions } from "../../curation/index.ts";
import { findTask, readTaskSet } from "../../datasets/index.ts";
import type { MutationSummary, UndetectedMutant } from "../../evaluation/index.ts";
import type { MutationResult } from "../../proof/index.ts";
import { toolVersion } from "../../store/index.ts";
import type { AddCommand, CommandContext } from "../command.ts";
import { nameList, sandboxOption, wholeNumber, workersOption } from "../option-values.ts";
import { formatFraction, renderTable } from "../table.ts";
import { writePage } from "../write-page.ts";

interface MutateFlags {
  readonly limit?: number;
  readonly operators: string[];
  readonly mutants?: string;
  readonly out?: string;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama mutate SOURCE TARGET` and `diorama mutate TASKSET TASK`. Exit 1 where there was nothing to mutate; survivors are an answer, not a failure. */
export const addMutate: AddCommand = (program, attach) => {
  const command = program
    .command("mutate")
    .summary("tell how much tests would miss: mutation testing")
    .description(
      "Breaks a function in many small ways and tells which of them nothing notices.\n\nThe target of a SOURCE (as for build) is judged by the repository's own tests; it is written PATH:NAME, or NAME where it is the only one. A task of a task set is judged by its cases.",
    )
    .argument("<source>", "a repository as for build, or the folder of a task set")
    .argument("<target>", "PATH:NAME or NAME in a repository; id of a task in a task set")
    .option(
      "--limit <n>",
      "most mutants that are run (default: all; of a task those that its score counts)",
      wholeNumber(1),
    )
    .option("--operators <names>", "only these operators, separated by commas", nameList(), [])
    .addOption(
      new Option(
        "--mutants <file>",
        'mutants of another tool: JSON Lines of {"id", "operator"?, "completion"}',
      ).conflicts(["operators", "limit"]),
    )
    .option("--out <dir>", "write mutation-report.json and mutation-report.html there")
    .addOption(workersOption())
    .addOption(sandboxOption());
  attach<[string, string], MutateFlags>(command, async (context, [source, target], flags) => {
    const { describeMutation } = await import("../../evaluation/index.ts");
    const files = flags.out === undefined ? undefined : reportFiles(flags.out);
    if (files !== undefined) Object.values(files).forEach(requireWritable);
    const started = performance.now();
    const result = await mutate(source, target, flags, context);
    const summary = describeMutation(result);
    if (files !== undefined) await writeReport(result, summary, files);
    const duration = { duration_ms: Math.round(performance.now() - started) };
    return {
      exitCode: result.mutants.length > 0 ? 0 : 1,
      document: { ...summary, ...(files === undefined ? {} : { report: files }), ...duration },
      text: renderMutation(summary, files),
    };
  });
};

async function mutate(
  source: string,
  target: string,
  { limit, operators, mutants, workers, sandbox }: MutateFlags,
  context: CommandContext,
): Promise<MutationResult> {
  const { mutateSource, mutateTask } = await import("../../curation/index.ts");
  const given = mutants === undefined ? undefined : asHostPath(resolve(mutants));
  const options: MutateOptions = { limit, operators, mutants: given, workers, sandbox };
  if (!existsSync(join(source, "task-set.json"))) return mutateSource(source, target, options, context);
  return mutateTask(source, findTaskId(asHostPath(resolve(source)), target), options, context);
}

function findTaskId(taskSet: HostPath, id: string): string {
  using tasks = readTaskSet(taskSet);
  return findTask(tasks, id).record.id;
}

/** Where the report's two files are. */
interface ReportFiles {
  readonly json: HostPath;
  readonly html: HostPath;
}

function reportFiles(directory: string): ReportFiles {
  const pathOf = (name: RepositoryPath): HostPath => joinPath(asHostPath(resolve(directory)), name);
  return { json: pathOf("mutation-report.json"), html: pathOf("mutation-report.html") };
}

async function writeReport(
  result: MutationResult,
  { target }: MutationSummary,
  { json, html }: ReportFiles,
): Promise<void> {
  const { createMutationReport, renderMutationPage } = await import("../../evaluation/index.ts");
  const report = createMutationReport(result, toolVersion());
  writePage(json, readableJson(report));
  writePage(html, renderMutationPage(report, target));
}

const FATES = ["killed", "timed_out", "survived", "not_covered", "ignored"] as const;

function renderMutation(summary: MutationSummary, files: ReportFiles | undefined): string {
  const { undetected, left_out_tests: leftOut, operators } = summary;
  const survivors = undetected.filter(({ status }) => status === "survived");
  const uncovered = undetected.filter(({ status }) => status === "not_covered");
  const rows = Object.entries(operators).map(([operator, counts]) => [
    operator,
    ...FATES.map((fate) => String(counts[fate])),
    formatFraction(counts.score),
  ]);
  const total = ["all", ...FATES.map((fate) => String(summary[fate])), formatFraction(summary.score)];
  const headings = [...FATES.map((fate) => fate.replaceAll("_", " ")), "score"];
  return [
    describeJudges(summary),
    "",
    renderTable(
      [{ heading: "operator" }, ...headings.map((heading) => ({ heading, align: "right" as const }))],
      [...rows, total],
    ),
    ...listMutants("Survived", survivors, summary),
    ...listMutants("No test executes", uncovered, summary),
    ...(leftOut.length === 0 ? [] : ["", `Tests left out: ${leftOut.length}`]),
    ...leftOut.map(({ id, reason }) => `  ${id}: ${reason.replaceAll("_", " ")}`),
    ...(summary.not_judged === 0 ? [] : ["", `Not judged, because a worker was lost: ${summary.not_judged}`]),
    ...(files === undefined ? [] : ["", `The report: ${files.html}`]),
  ].join("\n");
}

function describeJudges({ target, judged_by: judgedBy, judges, score }: MutationSummary): string {
  const isOne = judges === 1;
  const tests = isOne ? "test of the repository that executes it" : "tests of the repository that execute it";
  const what = judgedBy === "tests" ? tests : isOne ? "case of the task" : "cases of the task";
  return `${target}: mutation score ${formatFraction(score)}, by ${judges} ${what}`;
}

function listMutants(
  heading: string,
  mutants: readonly UndetectedMutant[],
  { target }: MutationSummary,
): string[] {
  if (mutants.length === 0) return [];
  const path = target.slice(0, target.lastIndexOf(":"));
  return [
    "",
    `${heading}: ${mutants.length}`,
    ...mutants.flatMap(({ id, line, diff }) => ["", `${path}:${line}  ${id}`, diff.trimEnd()]),
  ];
}
