import { resolve } from "node:path";

import { asHostPath, onAbort, silentLogger, silentProgress, UsageError } from "../../base/index.ts";
import { openWorkshop, type Workshop } from "../../curation/index.ts";
import { readTaskSet } from "../../datasets/index.ts";
import { restoreBareEnvironment, type Environment } from "../../environments/index.ts";
import { describeInput, describeShown, type EvaluationLimits, type Variation } from "../../judge/index.ts";
import type { ComparisonPolicy, SuiteCase } from "../../spec/index.ts";
import { toolVersion } from "../../store/index.ts";
import { createTaskJudge, type TaskJudge } from "../task-judge.ts";
import type {
  CannotTellReason,
  Equivalence,
  EquivalenceOptions,
  EquivalenceQuestion,
  EquivalenceSubject,
  SetAsideReason,
} from "./equivalence.ts";
import { benchForSource, benchForTask, type EquivalenceBench } from "./equivalence-bench.ts";
import { chooseInputs, type ChosenInputs } from "./inputs.ts";
import { observeVersion, type Shown, type VersionRun } from "./observe-version.ts";
import { readVersion, type Version } from "./read-version.ts";
import { weighInput, type ShownTwice, type WeighingRules } from "./weigh-inputs.ts";

/** Answers any number of questions, one after the other or at once; what it needs is started with the first and kept. Dispose it. */
export interface EquivalenceChecker extends AsyncDisposable {
  /**
   * Runs both versions over the same inputs, each in sandboxed processes of its own that never hold the other, and compares outside what
   * they showed. Nothing that a version does makes it throw. Throws `UsageError` (`unknown-target`, `bad-path`, `bad-input`, `bad-limit`,
   * `not-a-task-set`, `unknown-task`), `InterruptedError`, and `DioramaError` (`no-sandbox`, `judge-start-failed`, `corrupt-record`) where this
   * machine or the task set does not allow it at all.
   */
  check(question: EquivalenceQuestion): Promise<Equivalence>;
}

/** Says whether two versions of a function behave alike. As `EquivalenceChecker.check`, with nothing to dispose. */
export async function checkEquivalence(
  question: EquivalenceQuestion,
  options: EquivalenceOptions = {},
): Promise<Equivalence> {
  await using checker = openEquivalenceChecker(options);
  return await checker.check(question);
}

/** Opens a checker; starts nothing yet. */
export function openEquivalenceChecker({
  sandbox = "auto",
  logger = silentLogger,
  signal,
}: EquivalenceOptions = {}): EquivalenceChecker {
  const closing = new AbortController();
  const forget = signal === undefined ? undefined : onAbort(signal, () => closing.abort());
  const context = { logger, progress: silentProgress, signal: closing.signal };
  let workshop: Promise<SourceShop> | undefined;
  let judge: TaskJudge | undefined;
  const findBench = (subject: EquivalenceSubject): Promise<FoundBench> => {
    if (subject.kind === "source")
      return (workshop ??= openSourceShop(openWorkshop({ workers: 2, sandbox }, context))).then((shop) =>
        shop.benchFor(subject),
      );
    judge ??= createTaskJudge({ workers: 2, sandbox, tool: toolVersion() }, context);
    return findTaskBench(subject, judge);
  };
  return {
    async check(question) {
      const callSeconds = question.callSeconds ?? 1;
      if (!(callSeconds > 0 && callSeconds <= 3600))
        throw new UsageError(
          "bad-limit",
          `Cannot give a call ${callSeconds} s: it is more than 0 and at most 3600.`,
        );
      const found = await findBench(question.subject);
      if (found.status === "failed") return cannotTell("environment_failed", found.message);
      return compareVersions(
        found.bench,
        question,
        { ...LIMITS, caseCpuSeconds: callSeconds },
        closing.signal,
      );
    },
    async [Symbol.asyncDispose]() {
      forget?.();
      closing.abort();
      await judge?.[Symbol.asyncDispose]();
      await (await workshop?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

/** Of one evaluation, but for the time of a call. */
const LIMITS: Omit<EvaluationLimits, "caseCpuSeconds"> = {
  importSeconds: 20,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
};

type FoundBench =
  | { readonly status: "found"; readonly bench: EquivalenceBench }
  | { readonly status: "failed"; readonly message: string };

interface SourceShop extends AsyncDisposable {
  benchFor(subject: Extract<EquivalenceSubject, { kind: "source" }>): FoundBench;
}

async function openSourceShop(opening: Promise<Workshop>): Promise<SourceShop> {
  const workshop = await opening;
  const restored = await restoreBareEnvironment(workshop.environmentOptions);
  const benchFor = (
    environment: Environment,
    subject: Extract<EquivalenceSubject, { kind: "source" }>,
  ): FoundBench => ({ status: "found", bench: benchForSource(subject, workshop, environment) });
  return {
    benchFor: (subject) =>
      restored.status === "failed"
        ? { status: "failed", message: restored.failure.message }
        : benchFor(restored.value, subject),
    [Symbol.asyncDispose]: () => workshop[Symbol.asyncDispose](),
  };
}

async function findTaskBench(
  { taskSet, task }: Extract<EquivalenceSubject, { kind: "task" }>,
  judge: TaskJudge,
): Promise<FoundBench> {
  using opened = readTaskSet(asHostPath(resolve(taskSet)));
  const prepared = await judge.prepare(opened.get(task));
  return prepared.status === "failed" ? prepared : { status: "found", bench: benchForTask(prepared.subject) };
}

async function compareVersions(
  bench: EquivalenceBench,
  question: EquivalenceQuestion,
  limits: EvaluationLimits,
  signal: AbortSignal | undefined,
): Promise<Equivalence> {
  const left = readVersion(bench, question.left);
  if (left.status === "refused") return cannotTell("not_a_version", left.message, "left");
  const right = readVersion(bench, question.right);
  if (right.status === "refused") return cannotTell("not_a_version", right.message, "right");
  const chosen = chooseInputs(bench, question, left.version.definitionText);
  if (chosen.cases.length === 0)
    return cannotTell("no_input", "No input was given, and none could be made from what is known.");
  const runs = await runBoth(bench, [left.version, right.version], chosen, { limits, signal });
  if (runs.status === "failed") return cannotTell(runs.reason, runs.message, runs.side);
  const messages = question.comparesMessages ?? bench.policy.messages;
  const rules = { policy: { ...bench.policy, messages }, meantExceptions: chosen.meantExceptions };
  return conclude(bench, chosen.cases, runs, rules);
}

type BothRuns =
  | { readonly status: "run"; readonly left: TwoRuns; readonly right: TwoRuns }
  | (Extract<VersionRun, { status: "failed" }> & { readonly side: "left" | "right" });

interface TwoRuns {
  readonly first: ReadonlyMap<string, Shown>;
  readonly again: ReadonlyMap<string, Shown>;
}

/** Another hash seed and the reverse order, in a parent of its own: what depends on neither shows the same. */
const OTHERWISE: Variation = { hashSeed: 1, timeZone: "UTC", locale: "C.UTF-8" };

async function runBoth(
  bench: EquivalenceBench,
  [left, right]: readonly [Version, Version],
  { cases }: ChosenInputs,
  run: { readonly limits: EvaluationLimits; readonly signal: AbortSignal | undefined },
): Promise<BothRuns> {
  const first = await observeVersion(bench, left, cases, run);
  if (first.status === "failed") return { ...first, side: "left" };
  const isEnough = (id: string): boolean => isObserved(first.shown.get(id));
  const reached = cases.filter(({ id }) => first.shown.has(id));
  const other = await observeVersion(bench, right, reached, { ...run, isEnough });
  if (other.status === "failed") return { ...other, side: "right" };
  const both = cases.filter(({ id }) => isEnough(id) && isObserved(other.shown.get(id))).toReversed();
  const [again, otherAgain] = await Promise.all(
    [left, right].map((version) => observeVersion(bench, version, both, { ...run, variation: OTHERWISE })),
  );
  if (again?.status !== "run" || otherAgain?.status !== "run")
    return { status: "failed", reason: "worker_lost", message: "It could not be run again.", side: "left" };
  return {
    status: "run",
    left: { first: first.shown, again: again.shown },
    right: { first: other.shown, again: otherAgain.shown },
  };
}

function isObserved(shown: Shown | undefined): boolean {
  return shown?.status === "observed";
}

function conclude(
  bench: EquivalenceBench,
  cases: readonly SuiteCase[],
  { left, right }: Extract<BothRuns, { status: "run" }>,
  rules: WeighingRules,
): Equivalence {
  const setAside: Partial<Record<SetAsideReason, number>> = {};
  let n = 0;
  for (const one of cases) {
    const [own, other] = [left, right].map(
      (runs): ShownTwice => ({
        first: runs.first.get(one.id),
        again: runs.again.get(one.id),
      }),
    );
    if (own === undefined || other === undefined) continue;
    const finding = weighInput(one, own, other, rules);
    if (finding.status === "different") {
      const target = bench.language.editing.describe(bench.definition);
      return {
        status: "different",
        input: describeInput(target, one.recipe, rules.policy),
        recipe: one.recipe,
        left: inWords(bench, one, own, rules.policy),
        right: inWords(bench, one, other, rules.policy),
        difference: finding.difference,
        n,
      };
    }
    if (finding.status === "alike") n++;
    else setAside[finding.reason] = (setAside[finding.reason] ?? 0) + 1;
  }
  if (n > 0) return { status: "equivalent-on", n, setAside };
  const [most] = Object.entries(setAside).toSorted(([, a], [, b]) => b - a);
  const reason = (most?.[0] ?? "no_input") as SetAsideReason;
  const detail = `None of the ${cases.length} inputs says anything.`;
  return { status: "cannot-tell", reason, detail, setAside };
}

function inWords(
  bench: EquivalenceBench,
  { recipe }: SuiteCase,
  { first, again }: ShownTwice,
  policy: ComparisonPolicy,
): string {
  const target = bench.language.editing.describe(bench.definition);
  const words = [first, again].flatMap((shown) => {
    if (shown === undefined) return [];
    return [
      shown.status === "observed" ? describeShown(target, recipe, shown.observation, policy) : shown.words,
    ];
  });
  return [...new Set(words)].join("\nand then\n");
}

function cannotTell(reason: CannotTellReason, detail: string, side?: "left" | "right"): Equivalence {
  return { status: "cannot-tell", reason, ...(side === undefined ? {} : { side }), detail, setAside: {} };
}
