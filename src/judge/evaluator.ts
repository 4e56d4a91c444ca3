import { DioramaError, createLimit, throwIfInterrupted, type Logger } from "../base/index.ts";
import type { CompiledPattern, Driver } from "../languages/index.ts";
import type { ChosenBackend } from "../sandbox/index.ts";
import { findPatterns, findPossibleArcs, findPreload, type PossibleArcs } from "./findings.ts";
import type { EvaluationJob, EvaluationOutcome, Evaluator, TargetLocator, EditableTree } from "./judge.ts";
import { nothingLoaded, type Preload } from "./parent-setup.ts";
import { PreloadCache } from "./preload-cache.ts";
import { otherFilesOf } from "./protocol/jobs.ts";
import { plainVariation } from "./protocol/world.ts";
import { runProgram, type ProgramJob, type ProgramOutcome } from "./program.ts";
import { runEvaluation } from "./run-job.ts";
import { partsOf, runSeriesPart, type SeriesFinding, type SeriesJob } from "./series.ts";
import { createTestEvaluator } from "./tests/test-evaluator.ts";
import type { TestEvaluator } from "./tests/test-run.ts";
import { WorkerPool, type ParentCounts } from "./worker-pool.ts";

/** What an evaluator is made of. */
export interface EvaluatorOptions {
  readonly sandbox: ChosenBackend;
  /** Of the language of everything that it is given. */
  readonly driver: Driver;
  /** Evaluations at a time. */
  readonly workers: number;
  /** Memory that all warm parents together may hold; 1 GiB by default. */
  readonly parentMemoryBytes?: number;
  readonly logger: Logger;
}

/** Our own text of a file, and the definition in it. */
export type PatternJob = Pick<EvaluationJob, "editableTree" | "fileText" | "otherFiles" | "target">;

/** An evaluator that also runs series of our own bodies, and answers questions about our own text of a file. */
export interface JudgeEvaluator extends Evaluator {
  /** Many runs in few children, with a finding of each: undefined where it must be evaluated by itself. Throws only when interrupted. */
  runSeries(job: SeriesJob, signal?: AbortSignal): Promise<readonly (SeriesFinding | undefined)[]>;
  /**
   * Candidates of one file, one after the other in one parent, which keeps of each what it may: what parents meet that serve many tasks.
   * Undefined of those that must be evaluated by themselves: after a lost worker, and everywhere that a parent serves no two candidates.
   */
  evaluateInTurn(
    jobs: readonly EvaluationJob[],
    signal?: AbortSignal,
  ): Promise<readonly (EvaluationOutcome | undefined)[]>;
  /** The arcs that a definition can take. Throws `coverage-failed` where nothing in the environment can tell. */
  findPossibleArcs(
    editableTree: EditableTree,
    fileText: string,
    lines: TargetLocator["lines"],
  ): Promise<PossibleArcs>;
  /** The regular expressions that a definition and what it calls work with once its file is imported; none where nothing can tell. */
  findPatterns(job: PatternJob): Promise<readonly CompiledPattern[]>;
}

/** Runs whole programs, warm: of those before it a program finds nothing. Waits its turn among the evaluations. */
export interface ProgramRunner {
  runProgram(job: ProgramJob, signal?: AbortSignal): Promise<ProgramOutcome>;
}

/** Everything that warm parents do, and what became of them. */
export interface WarmJudge extends JudgeEvaluator, ProgramRunner, TestEvaluator {
  readonly parents: ParentCounts;
}

/** Evaluations in warm parents; see `Evaluator`. Nothing starts before the first job. */
export function createEvaluator(options: EvaluatorOptions): WarmJudge {
  const pool = new WorkerPool(options);
  const limit = createLimit(options.workers);
  const preloads = new PreloadCache();

  const cold = (job: EvaluationJob, signal?: AbortSignal): Promise<EvaluationOutcome> =>
    limit(async () => {
      throwIfInterrupted(signal);
      await using worker = await pool.startFresh(place(job, nothingLoaded));
      const outcome = await runEvaluation(worker, withoutKept(job), signal);
      return settle(outcome, signal);
    });

  const importAnew = async (
    job: EvaluationJob,
    preload: Preload,
    signal: AbortSignal | undefined,
  ): Promise<EvaluationOutcome> => {
    const plain = withoutKept(job);
    return settle(
      await pool.use(place(plain, preload), (worker) => runEvaluation(worker, plain, signal)),
      signal,
    );
  };

  const findPreloadFor = (job: PreloadJob): Promise<Preload> =>
    preloads.find(job, [], async () => {
      await using prober = await pool.startFresh(place(job, nothingLoaded));
      return await findPreload(prober, job.fileText, {
        kind: "probe",
        target: job.target,
        ...otherFilesOf(job),
      });
    });

  const warm = (job: EvaluationJob, signal?: AbortSignal): Promise<EvaluationOutcome> =>
    limit(async () => {
      throwIfInterrupted(signal);
      const preload = await findPreloadFor(job);
      const outcome = await pool.use(place(job, preload), (worker) => runEvaluation(worker, job, signal));
      return outcome === "unfit" ? importAnew(job, preload, signal) : settle(outcome, signal);
    });

  const runPart = (part: SeriesJob, signal?: AbortSignal): ReturnType<JudgeEvaluator["runSeries"]> =>
    limit(async () => {
      throwIfInterrupted(signal);
      const job = { ...part, trust: "own" as const };
      const preload = await findPreloadFor(job);
      const findings = await pool.use(place(job, preload), (worker) => runSeriesPart(worker, part, signal));
      throwIfInterrupted(signal);
      return findings;
    });

  const evaluateInTurn: JudgeEvaluator["evaluateInTurn"] = (jobs, signal) =>
    limit(async () => {
      const [first] = jobs;
      if (first === undefined || !options.sandbox.availability.nestsSandboxes)
        return jobs.map(() => undefined);
      const at = place(first, await findPreloadFor(first));
      return pool.use(at, async (worker) => {
        const outcomes: EvaluationOutcome[] = [];
        for (const job of jobs) {
          throwIfInterrupted(signal);
          const outcome = settle(await runEvaluation(worker, job, signal, true), signal);
          if (outcome.status === "lost-worker") break;
          outcomes.push(outcome);
        }
        return jobs.map((_, index) => outcomes[index]);
      });
    });

  return {
    ...createTestEvaluator(pool, limit),
    parents: pool.counts,
    runSeries: async (job, signal) =>
      (await Promise.all(partsOf(job).map((part) => runPart(part, signal)))).flat(),
    evaluate: warm,
    evaluateInTurn,
    evaluateCold: cold,
    runProgram: (job, signal) =>
      limit(async () => {
        throwIfInterrupted(signal);
        const { editableTree, trust, variation = plainVariation } = job;
        const preload = { modules: job.preload, compile: [] };
        const at = {
          editableTree,
          trust,
          variation,
          preload,
          resident: undefined,
          serves: "programs" as const,
        };
        const outcome = await pool.use(at, (worker) => runProgram(worker, job, signal));
        throwIfInterrupted(signal);
        return outcome;
      }),
    evaluateFresh: (job, signal) =>
      limit(async () => {
        throwIfInterrupted(signal);
        const plain = withoutKept(job);
        const at = place(plain, await findPreloadFor(plain));
        return settle(await pool.useFresh(at, (worker) => runEvaluation(worker, plain, signal)), signal);
      }),
    findPossibleArcs: (editableTree, fileText, lines) =>
      limit(() => pool.use(ownQuestion(editableTree), (worker) => findPossibleArcs(worker, fileText, lines))),
    findPatterns: ({ target, fileText, ...job }) =>
      limit(() =>
        pool.use(ownQuestion(job.editableTree), (worker) =>
          findPatterns(worker, fileText, { kind: "patterns", target, ...otherFilesOf(job) }),
        ),
      ),
    [Symbol.asyncDispose]: () => pool.dispose(),
  };
}

/** Where a question about our own text of a file is asked. */
function ownQuestion(editableTree: EditableTree): Parameters<WorkerPool["use"]>[0] {
  return {
    editableTree,
    trust: "own",
    variation: plainVariation,
    preload: nothingLoaded,
    resident: undefined,
  };
}

type PreloadJob = Pick<
  EvaluationJob,
  "editableTree" | "trust" | "target" | "variation" | "resident" | "fileText" | "otherFiles"
>;

function place(job: PreloadJob, preload: Preload): Parameters<WorkerPool["startFresh"]>[0] {
  const { editableTree, trust, target, variation = plainVariation } = job;
  const isResident = job.resident !== undefined && trust === "own";
  const resident = isResident ? { text: job.resident.text, module: target.module } : undefined;
  return { editableTree, trust, variation, preload, resident };
}

/** Nothing of the file is there before it is imported. */
function withoutKept({ resident: _resident, masked: _masked, ...job }: EvaluationJob): EvaluationJob {
  return job;
}

function settle(outcome: EvaluationOutcome | "unfit", signal: AbortSignal | undefined): EvaluationOutcome {
  throwIfInterrupted(signal);
  if (outcome === "unfit")
    throw new DioramaError("bug", "A parent without a resident original spoke of one.");
  return outcome;
}
