import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";

import { digestOf, DioramaError, joinPath, throwIfInterrupted } from "../../base/index.ts";
import { openServices, type Services, type WorkContext } from "../../curation/index.ts";
import { readCheckEnd, writeCheckProgram, type Problem, type ProblemSuite } from "../../datasets/index.ts";
import { restoreBareEnvironment, runtimeOf } from "../../environments/index.ts";
import {
  nothingRun,
  type EditableTree,
  type Judgement,
  type JudgingLoad,
  type ProgramOutcome,
} from "../../judge/index.ts";
import type { NotJudgedReason, UnresolvedReason } from "../../spec/index.ts";
import type { SampleJudge } from "../run-sample.ts";

/** Judges solutions of public problems. Dispose it. */
export interface ProblemJudge extends SampleJudge<Problem>, AsyncDisposable {
  readonly load: JudgingLoad;
}

/** Processor time of a program with written tests: HumanEval's limit. */
const TESTS_SECONDS = 3;

/** Processor time of a program over EvalPlus' inputs, the reference's included: its own limits are one second for each of up to a thousand inputs. */
const INPUTS_SECONDS = 60;

const MEMORY_BYTES = 2 ** 31;
const OUTPUT_BYTES = 2 ** 22;

/**
 * Creates a judge that runs each solution with the published tests in a process of its own, in a sandbox with the standard library alone. Solution and tests share
 * that process: a solution that seeks the judge's word can forge a pass (`isolation: shared`).
 */
export function createProblemJudge(
  options: { readonly workers: number; readonly sandbox: string; readonly tool: string },
  context: WorkContext,
): ProblemJudge {
  let opening: Promise<Opened> | undefined;
  const counts = { waiting: 0, atWork: 0, evaluated: 0, duplicates: 0 };
  const judge: SampleJudge<Problem>["judge"] = async (problem, solution, { signal }) => {
    counts.waiting++;
    try {
      opening ??= open(options, problem.language, context);
      const { services, programs } = await opening;
      throwIfInterrupted(signal);
      const judgement = await judgeSuites(problem, solution, (suite, word) => {
        const text = writeCheckProgram(problem, suite, { solution, word });
        const caseCpuSeconds = suite.checks.kind === "tests" ? TESTS_SECONDS : INPUTS_SECONDS;
        const limits = {
          caseCpuSeconds,
          importSeconds: caseCpuSeconds,
          memoryBytes: MEMORY_BYTES,
          outputBytes: OUTPUT_BYTES,
        };
        const job = { editableTree: programs, text, preload: [], limits, trust: "candidate" as const };
        return services.evaluator.runProgram(job, signal);
      });
      counts.evaluated++;
      return judgement;
    } finally {
      counts.waiting--;
    }
  };
  return {
    digest: digestOf({ tool: options.tool, judges: "programs" }),
    get load() {
      const atWork = Math.min(counts.waiting, options.workers);
      return { ...counts, atWork, waiting: counts.waiting - atWork };
    },
    judge,
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined);
      await opened?.services[Symbol.asyncDispose]();
    },
  };
}

interface Opened {
  readonly services: Services;
  readonly programs: EditableTree;
}

async function open(
  options: Parameters<typeof openServices>[0],
  language: string,
  context: WorkContext,
): Promise<Opened> {
  const services = await openServices(options, context);
  const restored = await restoreBareEnvironment(language, services.environmentOptions);
  if (restored.status === "failed") {
    await services[Symbol.asyncDispose]();
    throw new DioramaError("environment-failed", `Cannot run programs: ${restored.failure.message}`);
  }
  const tree = joinPath(services.temporaryDirectory, "programs");
  mkdirSync(tree, { recursive: true });
  const runtime = runtimeOf(restored.value);
  return {
    services,
    programs: { runtime, tree, treeDigest: "empty", importRoots: [], editedFile: "program" },
  };
}

/** Runs suite after suite up to the first that does not pass. */
async function judgeSuites(
  { suites }: Problem,
  solution: string,
  run: (suite: ProblemSuite, word: string) => Promise<ProgramOutcome>,
): Promise<Judgement> {
  const ids = suites.map(({ name }) => name);
  if (solution.trim() === "") return nothingRun("unresolved", "no_code", { ids });
  const outcomes: Record<string, "passed" | "failed" | "not_run"> = Object.fromEntries(
    ids.map((id) => [id, "not_run"]),
  );
  const spent = { cpuMs: 0, durationMs: 0 };
  for (const suite of suites) {
    const word = randomBytes(16).toString("hex");
    const outcome = await run(suite, word);
    spent.cpuMs += outcome.cpuSeconds * 1_000;
    spent.durationMs += outcome.durationMs;
    const end = endOf(outcome, word);
    if (end.reason === "worker_not_started")
      return { ...nothingRun("infrastructure", end.reason, { ids, detail: end.detail ?? "" }), ...spent };
    outcomes[suite.name] = end.reason === undefined ? "passed" : "failed";
    if (end.reason === undefined) continue;
    const { reason, detail } = end;
    return {
      verdict: "unresolved",
      reason,
      isBuilt: reason !== "not_built",
      outcomes,
      difference: undefined,
      ...(detail === undefined ? {} : { detail: `${suite.name}: ${detail}` }),
      isDuplicate: false,
      queueMs: 0,
      ...spent,
    };
  }
  return {
    verdict: "resolved",
    reason: undefined,
    isBuilt: true,
    outcomes,
    difference: undefined,
    isDuplicate: false,
    queueMs: 0,
    ...spent,
  };
}

/** Why a suite was not passed; no reason where it was. */
interface SuiteEnd {
  readonly reason: UnresolvedReason | Extract<NotJudgedReason, "worker_not_started"> | undefined;
  readonly detail?: string | undefined;
}

/** What each end of a suite's program, but passing, comes to. */
const reasons = {
  "not-built": "not_built",
  "import-failed": "import_failed",
  failed: "wrong_observation",
  "cut-short": "malformed_output",
  "timed-out": "timed_out",
  "out-of-memory": "out_of_memory",
  "output-limit": "output_limit",
  crashed: "crashed",
  malformed: "malformed_output",
  "lost-worker": "worker_not_started",
} as const satisfies Record<string, SuiteEnd["reason"]>;

function endOf(outcome: ProgramOutcome, word: string): SuiteEnd {
  const end = outcome.status === "exited" ? readCheckEnd(outcome.message, word) : outcome;
  if (end.status === "passed") return { reason: undefined };
  return { reason: reasons[end.status], detail: "message" in end ? end.message : undefined };
}
