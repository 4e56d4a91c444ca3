import { rmSync } from "node:fs";

import { digestOf, joinPath, throwIfInterrupted, type HostPath } from "../base/index.ts";
import { FIRST_LIMITS, openWorkshop, type Workshop, type WorkContext } from "../curation/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import { restoreEnvironment, type Environment } from "../environments/index.ts";
import {
  judgeCandidate,
  limitsFor,
  prepareTree,
  type EvaluationLimits,
  type JudgedTask,
} from "../judge/index.ts";
import { loadLanguage, type Language } from "../languages/index.ts";
import { observeReference } from "../proof/index.ts";
import type { ResultRow } from "../spec/index.ts";
import { caseOrder } from "./case-order.ts";
import { judgedRow, notJudgedRow, refusedRow, type RowIdentity } from "./result-rows.ts";
import { definitionOf, type TaskDefinition } from "./task-definition.ts";

/** Judges completions of tasks, each in its own environment, which is restored when the first of them comes. Dispose it. */
export interface TaskJudge extends AsyncDisposable {
  /** Name and version of what judges, for rows. */
  readonly digest: string;
  /** Never throws for anything that a candidate or an environment can cause: that is a row. Throws when interrupted. */
  judge(task: LoadedTask, sample: number, completion: string): Promise<ResultRow>;
}

/** How a judge works. */
export interface TaskJudgeOptions {
  readonly workers: number;
  readonly sandbox: string;
  readonly seed: number;
  readonly tool: string;
}

/** A task made ready for its candidates. */
interface Bench {
  readonly language: Language;
  readonly target: TaskDefinition;
  readonly judged: JudgedTask;
  readonly limits: EvaluationLimits;
}

type BenchOutcome =
  | { readonly status: "ready"; readonly bench: Bench }
  | {
      readonly status: "failed";
      readonly verdict: "environment_failed" | "grader_failed";
      readonly message: string;
    };

/** Creates a judge; it opens its sandboxes at the first completion, so that one who has nothing to judge starts nothing. */
export function createTaskJudge(options: TaskJudgeOptions, context: WorkContext): TaskJudge {
  const digest = digestOf({ tool: options.tool, seed: options.seed });
  const benches = new Map<string, Promise<BenchOutcome>>();
  let opening: Promise<Benches> | undefined;
  const benchFor = async (task: LoadedTask): Promise<BenchOutcome> => {
    opening ??= openWorkshop(options, context).then((workshop) => new Benches(workshop));
    const all = await opening;
    const bench = benches.get(task.record.id) ?? all.prepare(task, context.signal);
    benches.set(task.record.id, bench);
    return bench;
  };
  return {
    digest,
    async judge(task, sample, completion) {
      const queuedAt = performance.now();
      const identity: RowIdentity = { task, sample, completion, judgeDigest: digest };
      const outcome = await benchFor(task);
      throwIfInterrupted(context.signal);
      if (outcome.status === "failed") return notJudgedRow(identity, outcome.verdict, outcome.message);
      const { language, target, judged, limits } = outcome.bench;
      const spliced = language.editing.splice(target.text, target.definition, completion);
      if (spliced.status === "refused") return refusedRow(identity, spliced.reason, spliced.message);
      const { evaluator } = (await opening)?.workshop ?? {};
      if (evaluator === undefined) return notJudgedRow(identity, "infrastructure", "the judge was closed");
      const order = caseOrder(judged.suite.length, options.seed, completion);
      const judgement = await judgeCandidate(
        evaluator,
        judged,
        { fileText: spliced.text, lines: spliced.lines, order, limits },
        context.signal,
      );
      throwIfInterrupted(context.signal);
      return judgedRow(identity, judgement, performance.now() - queuedAt - judgement.durationMs);
    },
    async [Symbol.asyncDispose]() {
      await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}

/** Environments and trees of tasks, restored once each; what they hold on disk goes when they are disposed. */
class Benches implements AsyncDisposable {
  readonly workshop: Workshop;
  readonly #environments = new Map<string, ReturnType<typeof restoreEnvironment>>();

  constructor(workshop: Workshop) {
    this.workshop = workshop;
  }

  async prepare(task: LoadedTask, signal: AbortSignal | undefined): Promise<BenchOutcome> {
    const { record } = task;
    const restored = await this.#restore(task);
    if (restored.status === "failed") {
      return { status: "failed", verdict: "environment_failed", message: restored.failure.message };
    }
    const language = await loadLanguage(record.language);
    const target = definitionOf(task, language);
    const directory = joinPath(this.workshop.temporaryDirectory, `evaluate-${record.id}`);
    const judged = describeTask(task, target, restored.environment, directory);
    const reference = await observeReference(
      {
        language,
        evaluator: this.workshop.evaluator,
        workbench: judged.workbench,
        definition: target.definition,
        module: target.module,
        originalText: target.text,
        policy: judged.policy,
        limits: FIRST_LIMITS,
        signal,
      },
      judged.suite,
    );
    if (reference.status !== "observed") {
      rmSync(directory, { recursive: true, force: true });
      return {
        status: "failed",
        verdict: "grader_failed",
        message: `the reference ended as ${reference.status}`,
      };
    }
    return {
      status: "ready",
      bench: { language, target, judged, limits: limitsFor(record.limits, reference, FIRST_LIMITS) },
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.workshop[Symbol.asyncDispose]());
  }

  #restore({ record }: LoadedTask): ReturnType<typeof restoreEnvironment> {
    const restored =
      this.#environments.get(record.environment_digest) ??
      restoreEnvironment(record.environment, this.workshop.environmentOptions);
    this.#environments.set(record.environment_digest, restored);
    return restored;
  }
}

function describeTask(
  task: LoadedTask,
  { definition, module }: TaskDefinition,
  { mounts, python, recipe, digest }: Environment,
  directory: HostPath,
): JudgedTask {
  const { record } = task;
  const prepared = prepareTree({
    source: task.maskedTree,
    editedFile: definition.path,
    destination: joinPath(directory, "tree"),
    isLeftOut: () => false,
  });
  return {
    workbench: {
      runtime: { mounts, python, variables: recipe.variables, digest },
      ...prepared,
      importRoots: recipe.import_roots,
      editedFile: definition.path,
    },
    locate: (lines) => ({ module, name: definition.name, kind: definition.kind, lines }),
    suite: task.suite().cases,
    expected: task.expected().observations,
    policy: record.grader.comparison,
    limits: record.limits,
  };
}
