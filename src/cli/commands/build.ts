import { resolve } from "node:path";

import { asHostPath, UsageError } from "../../base/index.ts";
import { Option } from "commander";

import type { BuildOptions, WorkContext } from "../../curation/index.ts";
import type { AddCommand, CommandResult } from "../command.ts";
import { askedAgain, readLock } from "../kept-environment.ts";
import { addModelOptions, readModelOptions, type ModelFlags } from "../model-options.ts";
import { addEnvironmentOptions, readAsked, type EnvironmentRequestFlags } from "../environment-options.ts";
import { fraction, nameList, sandboxOption, wholeNumber, workersOption } from "../option-values.ts";
import { renderRenameReport } from "../rename-text.ts";

interface BuildFlags extends EnvironmentRequestFlags, ModelFlags {
  readonly rounds: number;
  readonly share?: number;
  readonly oversample: number;
  readonly edgeCases?: boolean;
  readonly adversaries: number;
  readonly reimplementations: number;
  readonly sandboxed?: boolean;
  readonly adversaryRuns?: string[];
  readonly kind: string[];
  readonly tier: "core" | "simple";
  readonly limit?: number;
  readonly out?: string;
  readonly seed: number;
  readonly workers: number;
  readonly sandbox: string;
  readonly minMutationScore?: number;
  readonly minDeterminacy?: number;
  readonly minBranchCoverage?: number;
  readonly target: string[];
  readonly preset?: string;
  readonly filter: string[];
  readonly withoutFilter: string[];
  readonly sample?: number;
  readonly license: string[];
  readonly perFile?: number;
  readonly perClass?: number;
  readonly perScripts?: number;
  readonly perSource?: number;
  readonly perCluster?: number;
  readonly dryRun?: boolean;
  readonly fromLock?: string;
  readonly renamed?: boolean;
  readonly reworded?: boolean;
}

/** `diorama build SOURCE…`: makes a task set. Exit 1 where no task was accepted, or a model gave no answer for now. */
export const addBuild: AddCommand = (program, attach) => {
  const command = program
    .command("build")
    .summary("cut proven tasks out of repositories")
    .description(
      "Cuts executable tasks out of repositories and proves each of them.\n\nA SOURCE is a folder or git directory, git+URL@REF, github:OWNER/NAME@REF, pypi:NAME@VERSION, npm:NAME@VERSION, or a file that lists sources: one a line, JSON, or CSV.",
    )
    .argument("<source...>", "repositories to cut tasks from")
    .option("--kind <kinds>", "kinds of task, separated by commas", nameList(), ["function"])
    .addOption(
      new Option("--tier <tier>", "core, or simple for both tiers")
        .choices(["core", "simple"])
        .default("core"),
    )
    .option(
      "--limit <n>",
      "stop after this many accepted tasks, an equal share of each source",
      wholeNumber(1),
    )
    .option("--out <dir>", "folder of the task set (default: ./task-sets/<name>-<digest of the inputs>)")
    .option("--seed <n>", "seed of every random choice", wholeNumber(0), 0)
    .addOption(workersOption())
    .addOption(sandboxOption())
    .option("--min-determinacy <x>", "least share of the killed mutants that examples kill", fraction)
    .option(
      "--min-mutation-score <x>",
      "least mutation score of an accepted task (default: 0.8, of one that tests grade 0.9)",
      fraction,
    )
    .option("--min-branch-coverage <x>", "least branch coverage of an accepted task", fraction)
    .option("--target <names>", "try only these, as PATH:NAME or NAME", nameList(), [])
    .option(
      "--preset <name>",
      "filters and sample as r2e or repost published them, instead of the default ones",
    )
    .option("--filter <names>", "filters to switch on beside these", nameList(), [])
    .option("--without-filter <names>", "filters to switch off", nameList(), [])
    .option(
      "--sample <n>",
      "try at most so many functions of each source, and as many methods, chosen by the seed",
      wholeNumber(1),
    )
    .option(
      "--license <ids>",
      "licences of code to use: permissive, any (also unknown ones), or SPDX ids, separated by commas",
      nameList(),
      ["permissive"],
    )
    .option("--per-cluster <n>", "most tasks with nearly the same reference (default: 1)", wholeNumber(1))
    .option("--per-file <n>", "most tasks of a file (default: 250)", wholeNumber(1))
    .option("--per-class <n>", "most tasks of a class (default: 12)", wholeNumber(1))
    .option("--per-scripts <n>", "most tasks of scripts beside the packages (default: 5)", wholeNumber(1))
    .option("--per-source <n>", "most tasks of a source (default: no limit)", wholeNumber(1))
    .option(
      "--renamed",
      "take one task set as the SOURCE, and write it again with other names for everything that its repositories define",
    )
    .option(
      "--reworded",
      "take one task set as the SOURCE, and write it again with the documentation that --model writes, checked and proven",
    )
    .option("--dry-run", "tell what would be tried and installed, and an estimate of the cost; run nothing");
  addEnvironmentOptions(command);
  command
    .option(
      "--from-lock <file>",
      "make the environment again from what environment build --out wrote; of one source",
    )
    .option(
      "--model <spec>",
      "a model that writes further tests for each target (R2E): openai:MODEL@BASE_URL, anthropic:MODEL, replay:FILE",
    )
    .option("--rounds <n>", "versions of a target's tests that it writes at most", wholeNumber(1), 3)
    .option(
      "--share <x>",
      "share of a source's targets whose tests are to be good: rounds go over all targets, and end with it",
      fraction,
    )
    .option(
      "--oversample <n>",
      "further test files of each target once its tests are good",
      wholeNumber(0),
      0,
    )
    .option(
      "--adversaries <n>",
      "plausible wrong implementations of each target that it writes, for suites to tell",
      wholeNumber(0),
      0,
    )
    .option(
      "--reimplementations <n>",
      "right implementations of each target that it writes anew: what two of them do otherwise is not graded",
      wholeNumber(0),
      0,
    )
    .option(
      "--edge-cases",
      "also have it suggest inputs that a careless engineer misses, for suites to grow from",
    )
    .option(
      "--sandboxed",
      "also have it write what makes no task in its repository as a file that runs alone, with stand-ins for packages and services (RepoST)",
    )
    .option(
      "--adversary-runs <runs...>",
      "runs of evaluate whose wrong answers suites are to tell, on tasks of the same targets",
    );
  addModelOptions(command);
  attach<[string[]], BuildFlags>(command, async (context, [given], flags) => {
    if (flags.renamed === true) return renameSet(given, flags, context);
    if (flags.reworded === true) return rewordSet(given, flags, context);
    const { isSourceList, readSourceList } = await import("../../sources/index.ts");
    const sources = given.flatMap((one) =>
      isSourceList(one) ? readSourceList(asHostPath(resolve(one))) : one,
    );
    const { buildTaskSet, DEFAULT_CAPS, planBuild } = await import("../../curation/index.ts");
    const { DEFAULT_THRESHOLDS } = await import("../../proof/index.ts");
    const kept = flags.fromLock === undefined ? undefined : readLock(flags.fromLock);
    const options: BuildOptions = {
      sources,
      kinds: flags.kind,
      tier: flags.tier,
      limit: flags.limit,
      out: flags.out,
      seed: flags.seed,
      workers: flags.workers,
      sandbox: flags.sandbox,
      thresholds: {
        ...DEFAULT_THRESHOLDS,
        mutationScore: flags.minMutationScore ?? DEFAULT_THRESHOLDS.mutationScore,
        mutationScoreByTests: flags.minMutationScore ?? DEFAULT_THRESHOLDS.mutationScoreByTests,
        branchCoverage: flags.minBranchCoverage ?? DEFAULT_THRESHOLDS.branchCoverage,
        ...(flags.minDeterminacy === undefined
          ? {}
          : {
              determinacyWithDocstring: flags.minDeterminacy,
              determinacyWithout: flags.minDeterminacy,
            }),
      },
      targets: flags.target,
      preset: flags.preset,
      filters: flags.filter,
      withoutFilters: flags.withoutFilter,
      sample: flags.sample,
      licences: flags.license,
      caps: {
        perFile: flags.perFile ?? DEFAULT_CAPS.perFile,
        perClass: flags.perClass ?? DEFAULT_CAPS.perClass,
        perScripts: flags.perScripts ?? DEFAULT_CAPS.perScripts,
        perSource: flags.perSource,
        perCluster: flags.perCluster ?? DEFAULT_CAPS.perCluster,
      },
      asked: askedAgain(await readAsked(flags, context), kept),
      recipe: kept?.recipe,
      writing: await readWriting(flags, context),
      adversaries: await readAdversaries(flags),
    };
    if (flags.dryRun === true) {
      const { renderBuildPlan } = await import("../plan-text.ts");
      const plan = await planBuild(options, context);
      const isWorthwhile = plan.sources.some(({ tried }) => tried > 0);
      return { exitCode: isWorthwhile ? 0 : 1, document: plan, text: renderBuildPlan(plan) };
    }
    const report = await buildTaskSet(options, context);
    const { renderBuildReport } = await import("../build-text.ts");
    const isYes = report.accepted > 0 && report.unanswered === undefined;
    return { exitCode: isYes ? 0 : 1, document: report, text: renderBuildReport(report) };
  });
};

/** `build SET --renamed`: the same tasks under other names. Exit 1 where none proved itself. */
async function renameSet(
  [taskSet = "", ...others]: readonly string[],
  { out, seed, workers, sandbox }: BuildFlags,
  context: WorkContext,
): Promise<CommandResult> {
  if (others.length > 0)
    throw new UsageError("several-task-sets", "Cannot rename several task sets into one: give one.");
  const { renameTaskSet } = await import("../../curation/index.ts");
  const report = await renameTaskSet({ taskSet, out, seed, workers, sandbox }, context);
  return { exitCode: report.accepted > 0 ? 0 : 1, document: report, text: renderRenameReport(report) };
}

/** `build SET --reworded`: the same tasks with a model's documentation. Exit 1 where none proved itself, or some have no answer for now. */
async function rewordSet(
  [taskSet = "", ...others]: readonly string[],
  flags: BuildFlags,
  context: WorkContext,
): Promise<CommandResult> {
  if (others.length > 0)
    throw new UsageError("several-task-sets", "Cannot reword several task sets into one: give one.");
  const writing = await readWriting(flags, context);
  if (writing === undefined)
    throw new UsageError("bad-command-line", "Cannot build with --reworded: there is no --model to write.");
  const { rewordTaskSet } = await import("../../curation/index.ts");
  const { renderRewordReport } = await import("../reword-text.ts");
  const { out, workers, sandbox } = flags;
  const report = await rewordTaskSet({ taskSet, out, workers, sandbox, writing }, context);
  const isYes = report.accepted > 0 && report.unanswered === undefined;
  return { exitCode: isYes ? 0 : 1, document: report, text: renderRewordReport(report) };
}

/** What is said of a model that writes tests; undefined where none is named. */
async function readWriting(flags: BuildFlags, { logger }: WorkContext): Promise<BuildOptions["writing"]> {
  const { model: spec, rounds, adversaries, oversample, share, sandboxed = false } = flags;
  const { edgeCases = false, reimplementations } = flags;
  if (spec === undefined && sandboxed)
    throw new UsageError(
      "bad-command-line",
      "Cannot build with --sandboxed: there is no --model to write the files.",
    );
  if (spec === undefined) return undefined;
  const { openModel } = await import("../../models/index.ts");
  const { DEFAULT_WRITING } = await import("../../pipelines/index.ts");
  const { settings, prompts, cacheDirectory, ...reached } = await readModelOptions(flags, process.env);
  const model = await openModel(spec, { ...reached, logger });
  const { coverage } = DEFAULT_WRITING;
  const asking = { model, reached, cacheDirectory, settings, prompts };
  const implementations = { adversaries, reimplementations };
  return { ...asking, rounds, coverage, ...implementations, oversample, share, sandboxed, edgeCases };
}

/** Wrong answers of earlier evaluations. */
async function readAdversaries({ adversaryRuns = [] }: BuildFlags): Promise<BuildOptions["adversaries"]> {
  if (adversaryRuns.length === 0) return undefined;
  const { readWrongAnswers } = await import("../../evaluation/index.ts");
  return adversaryRuns.flatMap((run) => readWrongAnswers(asHostPath(resolve(run))));
}
