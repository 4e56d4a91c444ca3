import { resolve } from "node:path";

import { asHostPath, onAbort, silentLogger, silentProgress, UsageError } from "../../base/index.ts";
import { openServices, type Services } from "../../curation/index.ts";
import { readTaskSet } from "../../datasets/index.ts";
import { restoreBareEnvironment, type Environment } from "../../environments/index.ts";
import type { EvaluationLimits, Variation } from "../../judge/index.ts";
import { toolVersion } from "../../store/index.ts";
import { createTaskJudge, type TaskJudge } from "../task-judge.ts";
import { cannotTell, conclude, type TwoRuns } from "./conclude.ts";
import type {
  Equivalence,
  EquivalenceOptions,
  EquivalenceQuestion,
  EquivalenceSubject,
} from "./equivalence.ts";
import { openComparedSource, comparedTargetOf, type ComparedTarget } from "./compared-target.ts";
import { chooseInputs, type ChosenInputs } from "./inputs.ts";
import { observeVersion, type Shown, type VersionRun, type VersionRunOptions } from "./observe-version.ts";
import { readVersion, type Version } from "./read-version.ts";

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
  let services: Promise<SourceShop> | undefined;
  let judge: TaskJudge | undefined;
  const findBench = (subject: EquivalenceSubject): Promise<FoundTarget> => {
    if (subject.kind === "source")
      return (services ??= openSourceShop(openServices({ workers: 2, sandbox }, context))).then((shop) =>
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
        found.target,
        question,
        { ...LIMITS, caseCpuSeconds: callSeconds },
        closing.signal,
      );
    },
    async [Symbol.asyncDispose]() {
      forget?.();
      closing.abort();
      await judge?.[Symbol.asyncDispose]();
      await (await services?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

/** Of inputs that were made up so much is run as these would take: a slow function is compared on fewer of them. */
const CALLS_AT_THEIR_LIMIT = 5;

/** Of one evaluation, but for the time of a call. */
const LIMITS: Omit<EvaluationLimits, "caseCpuSeconds"> = {
  importSeconds: 20,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
};

type FoundTarget =
  | { readonly status: "found"; readonly target: ComparedTarget }
  | { readonly status: "failed"; readonly message: string };

interface SourceShop extends AsyncDisposable {
  benchFor(subject: Extract<EquivalenceSubject, { kind: "source" }>): FoundTarget;
}

async function openSourceShop(opening: Promise<Services>): Promise<SourceShop> {
  const services = await opening;
  const restored = await restoreBareEnvironment(services.language.name, services.environmentOptions);
  const benchFor = (
    environment: Environment,
    subject: Extract<EquivalenceSubject, { kind: "source" }>,
  ): FoundTarget => ({ status: "found", target: openComparedSource(subject, services, environment) });
  return {
    benchFor: (subject) =>
      restored.status === "failed"
        ? { status: "failed", message: restored.failure.message }
        : benchFor(restored.value, subject),
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };
}

async function findTaskBench(
  { taskSet, task }: Extract<EquivalenceSubject, { kind: "task" }>,
  judge: TaskJudge,
): Promise<FoundTarget> {
  using opened = readTaskSet(asHostPath(resolve(taskSet)));
  const prepared = await judge.prepare(opened.get(task));
  return prepared.status === "failed"
    ? prepared
    : { status: "found", target: comparedTargetOf(prepared.subjects[0]) };
}

async function compareVersions(
  target: ComparedTarget,
  question: EquivalenceQuestion,
  limits: EvaluationLimits,
  signal: AbortSignal | undefined,
): Promise<Equivalence> {
  const left = readVersion(target, question.left);
  if (left.status === "refused") return cannotTell("not_a_version", left.message, "left");
  const right = readVersion(target, question.right);
  if (right.status === "refused") return cannotTell("not_a_version", right.message, "right");
  const chosen = await chooseInputs(target, question, left.version);
  if (chosen.cases.length === 0)
    return cannotTell("no_input", "No input was given, and none could be made from what is known.");
  const wasMadeUp = chosen.meantExceptions !== undefined;
  const mostSeconds = wasMadeUp ? CALLS_AT_THEIR_LIMIT * limits.caseCpuSeconds : undefined;
  const runs = await runBoth(target, [left.version, right.version], chosen, { limits, mostSeconds, signal });
  if (runs.status === "failed") return cannotTell(runs.reason, runs.message, runs.side);
  const messages = question.comparesMessages ?? target.policy.messages;
  const rules = {
    policy: { ...target.policy, messages },
    language: target.language,
    meantExceptions: chosen.meantExceptions,
  };
  return conclude(target, chosen.cases, runs, rules);
}

type BothRuns =
  | { readonly status: "run"; readonly left: TwoRuns; readonly right: TwoRuns }
  | (Extract<VersionRun, { status: "failed" }> & { readonly side: "left" | "right" });

/** Another hash seed and the reverse order, in a parent of its own: what depends on neither shows the same. */
const OTHERWISE: Variation = { hashSeed: 1, timeZone: "UTC", locale: "C.UTF-8" };

async function runBoth(
  target: ComparedTarget,
  [left, right]: readonly [Version, Version],
  { cases }: ChosenInputs,
  run: Pick<VersionRunOptions, "limits" | "mostSeconds" | "signal">,
): Promise<BothRuns> {
  const first = await observeVersion(target, left, cases, run);
  if (first.status === "failed") return { ...first, side: "left" };
  const isEnough = (id: string): boolean => isObserved(first.shown.get(id));
  const reached = cases.filter(({ id }) => first.shown.has(id));
  const other = await observeVersion(target, right, reached, { ...run, isEnough });
  if (other.status === "failed") return { ...other, side: "right" };
  const both = cases.filter(({ id }) => isEnough(id) && isObserved(other.shown.get(id))).toReversed();
  const anew = { ...run, variation: OTHERWISE };
  const [again, otherAgain] = await Promise.all([
    observeVersion(target, left, both, anew),
    observeVersion(target, right, both, anew),
  ]);
  if (again.status === "failed") return { ...again, side: "left" };
  if (otherAgain.status === "failed") return { ...otherAgain, side: "right" };
  return {
    status: "run",
    left: { first: first.shown, again: again.shown },
    right: { first: other.shown, again: otherAgain.shown },
  };
}

function isObserved(shown: Shown | undefined): boolean {
  return shown?.status === "observed";
}
