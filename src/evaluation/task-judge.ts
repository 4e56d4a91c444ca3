import { digestOf, DioramaError, joinPath, messageOf, unlessInterrupted } from "../base/index.ts";
import { openServices, taskKinds, type Services, type WorkContext } from "../curation/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import { restoreEnvironment } from "../environments/index.ts";
import {
  addJudgement,
  createJudging,
  nothingRun,
  gradedIds,
  openExpectation,
  restrictGrader,
  type Grader,
  type JudgedTarget,
  type Judgement,
  type JudgingLoad,
  type TargetInTree,
} from "../judge/index.ts";
import { loadLanguage } from "../languages/index.ts";
import { comparisonOf, type GraderRecord } from "../spec/index.ts";
import { withDeadline } from "./deadline.ts";

/** What a call may say of itself. */
export interface JudgeCallOptions {
  /** Ends the call: it throws `InterruptedError`, and an evaluation under way is killed. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the call is given up as `infrastructure`, `deadline`, waiting included. Default: none. */
  readonly deadlineMs?: number | undefined;
}

/** Judges completions of tasks, each in its own environment, which is restored when the first of them comes. Dispose it. */
export interface TaskJudge extends AsyncDisposable {
  /** Digest of what judges, for rows. */
  readonly digest: string;
  /** How many completions wait, are at work and were judged, as it is now. */
  readonly load: JudgingLoad;
  /**
   * Any number of calls at once: they are served in their order, `workers` at a time. Never throws for anything that a candidate or an
   * environment can cause, nor for a bug of ours: that is a judgement. Throws when interrupted, and what was foreseen to end all judging.
   */
  judge(task: LoadedTask, completion: string, options?: JudgeCallOptions): Promise<Judgement>;
  /** What judging completions of a task by hand takes, made once; usable until the judge is disposed. */
  prepare(task: LoadedTask): Promise<PreparedTask>;
}

/** How a judge works. */
export interface TaskJudgeOptions {
  readonly workers: number;
  readonly sandbox: string;
  /** Whether observed cases run up to the first that is wrong; absent: all do. It changes neither verdict nor reason. */
  readonly stopAtFirst?: boolean | undefined;
  /** Name and version of the tool. */
  readonly tool: string;
}

/** A task's target once for each of its graders: all of them must accept a completion. */
export type GradedSubjects = readonly [JudgedTarget, ...JudgedTarget[]];

/** A task with its environment and tree, or why they could not be had. */
export type PreparedTask =
  | { readonly status: "ready"; readonly subjects: GradedSubjects }
  | { readonly status: "failed"; readonly message: string };

/** Creates a judge; it opens its sandboxes at the first completion, so that one who has nothing to judge starts nothing. */
export function createTaskJudge(options: TaskJudgeOptions, context: WorkContext): TaskJudge {
  const { tool, stopAtFirst = false } = options;
  const digest = digestOf({ tool, ...(stopAtFirst ? { stops_at_first: true } : {}) });
  let opening: Promise<PreparedTasks> | undefined;
  const prepare = async (task: LoadedTask): Promise<PreparedTask> => {
    opening ??= openServices(options, context).then((services) => new PreparedTasks(services, stopAtFirst));
    return (await opening).prepare(task);
  };
  const judging = createJudging(options.workers);
  const judgePrepared = async (
    task: LoadedTask,
    completion: string,
    signal: AbortSignal | undefined,
  ): Promise<Judgement> => {
    const prepared = await unlessInterrupted(prepare(task), signal);
    return prepared.status === "failed"
      ? nothingRun("environment_failed", "environment_not_restored", { detail: prepared.message })
      : judgeByAll(prepared.subjects, (subject) => judging.judge(subject, completion, signal));
  };
  return {
    digest,
    get load() {
      return judging.load;
    },
    prepare,
    async judge(task, completion, { signal, deadlineMs } = {}) {
      const calledAt = performance.now();
      const judgement = await withDeadline(deadlineMs, [context.signal, signal], (ended) =>
        judgePrepared(task, completion, ended).catch((error: unknown) => {
          const judgement = unforeseen(error);
          const stack = error instanceof Error ? error.stack : undefined;
          context.logger("error", "judge-failed", { task: task.record.id, reason: judgement.reason, stack });
          return judgement;
        }),
      );
      const waitedMs = performance.now() - calledAt;
      return {
        ...judgement,
        queueMs: Math.max(0, waitedMs - (judgement.isDuplicate ? 0 : judgement.durationMs)),
      };
    },
    async [Symbol.asyncDispose]() {
      const preparedTasks = await opening?.catch(() => undefined);
      await preparedTasks?.[Symbol.asyncDispose]();
    },
  };
}

/** Environments and trees of tasks, made once each; what they hold on disk goes when the services are disposed of. */
class PreparedTasks implements AsyncDisposable {
  readonly #services: Services;
  readonly #stopsAtFirst: boolean;
  readonly #environments = new Map<string, ReturnType<typeof restoreEnvironment>>();
  readonly #tasks = new Map<string, Promise<PreparedTask>>();

  constructor(services: Services, stopsAtFirst: boolean) {
    this.#services = services;
    this.#stopsAtFirst = stopsAtFirst;
  }

  prepare(task: LoadedTask): Promise<PreparedTask> {
    const known = this.#tasks.get(task.record.id) ?? this.#prepareAnew(task);
    this.#tasks.set(task.record.id, known);
    return known;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#services[Symbol.asyncDispose]();
  }

  async #prepareAnew(task: LoadedTask): Promise<PreparedTask> {
    const restored = await this.#restore(task);
    if (restored.status === "failed") return { status: "failed", message: restored.failure.message };
    const language = await loadLanguage(task.record.language);
    const directory = joinPath(this.#services.temporaryDirectory, `evaluate-${task.record.id}`);
    // What is judged in has links of its own: what was unpacked of a packed task can go.
    using unpacked = task;
    const { evaluator } = this.#services;
    const place = { environment: restored.value, directory };
    const target = taskKinds[unpacked.record.kind].open(unpacked, language, place);
    const graders = await Promise.all(
      unpacked.record.graders.map((record) => openGrader(record, unpacked, target, evaluator)),
    );
    const asking = graders
      .filter((grader) => gradedIds(grader).length > 0)
      .map((grader) =>
        grader.kind === "observed" ? { ...grader, stopsAtFirst: this.#stopsAtFirst } : grader,
      );
    const [first, ...others] = asking.map((grader): JudgedTarget => ({ ...target, evaluator, grader }));
    if (first === undefined)
      throw new DioramaError(
        "no-cases",
        `Cannot judge task ${task.record.id}: all of its cases are retired.`,
        {
          hint: "Retire the task itself: diorama retire TASKSET TASK --reason TEXT",
        },
      );
    return { status: "ready", subjects: [first, ...others] };
  }

  #restore({ record }: LoadedTask): ReturnType<typeof restoreEnvironment> {
    const restored =
      this.#environments.get(record.environment_digest) ??
      restoreEnvironment(record.environment, this.#services.environmentOptions);
    this.#environments.set(record.environment_digest, restored);
    return restored;
  }
}

/** What a grader of a record asks of completions, retired cases left out. Throws `tests-not-prepared`. */
async function openGrader(
  { kind }: GraderRecord,
  task: LoadedTask,
  { editableTree, language }: TargetInTree,
  evaluator: Services["evaluator"],
): Promise<Grader> {
  const { record, retiredCases } = task;
  const { limits, visible_examples: examples } = record;
  const tests = kind === "tests" ? task.tests() : undefined;
  const isGraded = (id: string): boolean => !retiredCases.has(id);
  if (tests !== undefined) {
    const expectation = await openExpectation(evaluator, editableTree, tests, language);
    return restrictGrader({ kind: "tests", expectation, runner: evaluator, limits }, isGraded);
  }
  const observed: Grader = {
    kind: "observed",
    suite: [...task.suite().cases, ...examples.map(({ id, origin, recipe }) => ({ id, origin, recipe }))],
    expected: {
      ...task.expected().observations,
      ...Object.fromEntries(examples.map(({ id, observation }) => [id, observation])),
    },
    policy: comparisonOf(record),
    limits,
  };
  return restrictGrader(observed, isGraded);
}

/** Asks one grader after the other, up to the first that does not accept. */
export async function judgeByAll(
  [first, ...others]: GradedSubjects,
  judge: (subject: JudgedTarget) => Promise<Judgement>,
): Promise<Judgement> {
  let judgement = await judge(first);
  for (const subject of others) {
    if (judgement.verdict !== "resolved") return judgement;
    judgement = addJudgement(judgement, await judge(subject));
  }
  return judgement;
}

/**
 * The judgement where judging itself broke down: the machine denied it something, or we made a mistake. It costs this sample its reward and
 * nothing else. Throws again what ends all judging.
 */
function unforeseen(error: unknown): Judgement {
  if (error instanceof DioramaError && error.code !== "bug") throw error;
  const isMachine = error instanceof Error && "syscall" in error;
  const told = { detail: messageOf(error) };
  return isMachine
    ? nothingRun("infrastructure", "machine_failed", told)
    : nothingRun("grader_failed", "judge_failed", told);
}
