import { availableParallelism } from "node:os";
import { resolve } from "node:path";

import { asHostPath, silentLogger, silentProgress, UsageError, type Logger } from "../base/index.ts";
import { readTaskSet, type TaskSet } from "../datasets/index.ts";
import type { Judgement, JudgingLoad } from "../judge/index.ts";
import { blameOf, isRetryable, rewardOf, type Blame } from "../spec/index.ts";
import { toolVersion } from "../store/index.ts";
import { createTaskJudge, type JudgeCallOptions, type TaskJudge } from "./task-judge.ts";

/** What a judge is opened with. */
export interface JudgeOptions {
  /** Folder of a task set, packed or not. */
  readonly taskSet: string;
  /** Completions that are run at a time. Default: one for each processor. It never changes a verdict. */
  readonly workers?: number | undefined;
  /** `auto` (default) or the name of a sandbox backend that `diorama doctor` lists. */
  readonly sandbox?: string | undefined;
  /** Whether a completion's cases run up to the first that is wrong only: a reward needs no more. Default: true. It never changes verdict or reason. */
  readonly stopAtFirst?: boolean | undefined;
  /** Told what happens. Default: nobody. */
  readonly logger?: Logger | undefined;
}

/**
 * What judging one completion of a task came to. `verdict` says whether it was judged at all, `reason` why it is not resolved
 * (undefined where it is; the closed lists `unresolvedReason` and `notJudgedReason`), `outcomes` how each case went, `difference` where
 * what was shown first parted from the original: hidden material, unless its case is a visible example of the task.
 */
export interface TaskJudgement extends Omit<Judgement, "failure"> {
  readonly taskId: string;
  /** 1 resolved, 0 unresolved, null not judged: leave the sample out, or judge it again. */
  readonly reward: 0 | 1 | null;
  /** Whose boundary broke; undefined where it is resolved. */
  readonly blame: Blame | undefined;
  /** True where judging it again can give a verdict. */
  readonly retryable: boolean;
}

/**
 * Judges completions of the tasks of one task set. Environments are restored and workers started when they are first needed, and kept
 * for the calls after. Dispose it (`await using`): that ends all calls under way, which throw `InterruptedError`, and every process.
 */
export interface Judge extends AsyncDisposable {
  /** Ids of the tasks in the set's order, without retired ones. */
  readonly tasks: readonly string[];
  /** How many completions wait, are at work, were run, and were not run because an equal one was: as it is now. */
  readonly load: JudgingLoad;
  /** What a model is told of a task: Markdown. Throws `unknown-task`. */
  instruction(task: string): string;
  /**
   * Judges a completion. Call it as often as you like at once: calls wait in their order, without a bound, and hold nothing but the
   * completion meanwhile. Nothing that a candidate does makes it throw. Throws `UsageError` (`unknown-task`, `judge-closed`,
   * `bad-deadline`), `InterruptedError` once `signal` is aborted, `DioramaError` (`no-sandbox`, `judge-start-failed`, `corrupt-record`)
   * where this machine or the task set does not allow judging at all.
   */
  judge(task: string, completion: string, options?: JudgeCallOptions): Promise<TaskJudgement>;
}

/** Opens a judge on a task set. Starts nothing yet. Throws `UsageError` (`not-a-task-set`, `bad-workers`). */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const {
    workers = availableParallelism(),
    sandbox = "auto",
    stopAtFirst = true,
    logger = silentLogger,
  } = options;
  if (!Number.isSafeInteger(workers) || workers < 1)
    throw new UsageError("bad-workers", `Cannot open a judge with ${workers} workers: at least 1 is needed.`);
  const taskSet = readTaskSet(asHostPath(resolve(options.taskSet)));
  const closing = new AbortController();
  const judge = createTaskJudge(
    { workers, sandbox, stopAtFirst, tool: toolVersion() },
    { logger, progress: silentProgress, signal: closing.signal },
  );
  return wrapJudge(taskSet, judge, closing);
}

function wrapJudge(taskSet: TaskSet, judge: TaskJudge, closing: AbortController): Judge {
  const { tasks: retired } = taskSet.retired;
  const find = createFinder(taskSet);
  return {
    tasks: taskSet.manifest.tasks.map(({ id }) => id).filter((id) => !retired.has(id)),
    get load() {
      return judge.load;
    },
    instruction: (task) => find(task).instruction,
    async judge(task, completion, call = {}) {
      if (closing.signal.aborted)
        throw new UsageError("judge-closed", `Cannot judge task ${task}: the judge was disposed.`);
      checkDeadline(call.deadlineMs);
      const judgement = await judge.judge(find(task), completion, call);
      const { verdict } = judgement;
      const blame = blameOf(verdict) ?? undefined;
      return {
        ...judgement,
        taskId: task,
        reward: rewardOf(verdict),
        blame,
        retryable: isRetryable(verdict),
      };
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await judge[Symbol.asyncDispose]();
      taskSet[Symbol.dispose]();
    },
  };
}

/** Tasks by id, each read once. */
function createFinder(taskSet: TaskSet): (id: string) => ReturnType<TaskSet["get"]> {
  const read = new Map<string, ReturnType<TaskSet["get"]>>();
  return (id) => {
    const task = read.get(id) ?? taskSet.get(id);
    read.set(id, task);
    return task;
  };
}

function checkDeadline(deadlineMs: number | undefined): void {
  if (deadlineMs === undefined || (deadlineMs > 0 && deadlineMs <= MAX_DEADLINE_MS)) return;
  throw new UsageError(
    "bad-deadline",
    `Cannot judge with a deadline of ${deadlineMs} ms: it is more than 0 and at most ${MAX_DEADLINE_MS}.`,
  );
}

/** What a timer can wait. */
const MAX_DEADLINE_MS = 2 ** 31 - 1;
