import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { maskDefinitions, readSourceModules } from "../analysis/index.ts";
import {
  asHostPath,
  canonicalJson,
  InterruptedError,
  isDiskFull,
  joinPath,
  messageOf,
  throwIfInterrupted,
} from "../base/index.ts";
import { findTask, readTaskSet, upgradeTaskSet, type LoadedTask } from "../datasets/index.ts";
import { restoreEnvironment } from "../environments/index.ts";
import { compareObservations, learnTests, sourcesOf } from "../judge/index.ts";
import type { Definition, Language } from "../languages/index.ts";
import {
  DEFAULT_THRESHOLDS,
  proveByTests,
  proveTask,
  type ProofOptions,
  type ProofTarget,
  type Thresholds,
} from "../proof/index.ts";
import { PROOF_VERSION, type EvidenceSummary, type TestsRecord } from "../spec/index.ts";
import type { VerifyOptions, VerifyReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import { findHidden, openProofTarget } from "./open-proof-target.ts";
import { createTestReader } from "./instruction/test-text.ts";
import { openServices, type Services } from "./services.ts";
import { TEST_LIMITS } from "./test-sources.ts";

/** Why a task did not prove itself again; undefined where it did. */
type Shortfall = { readonly reason: string; readonly detail: string } | undefined;

/**
 * Proves a task set again from nothing but its folders: the environment from the lock, the tree from the task, every proof anew, the
 * reference's observations recomputed and compared with the stored ones. Nothing is written.
 */
export async function verifyTaskSet(options: VerifyOptions, context: WorkContext): Promise<VerifyReport> {
  const directory = asHostPath(resolve(options.taskSet));
  const upgraded = options.upgrade === true ? upgradeTaskSet(directory).length : 0;
  using taskSet = readTaskSet(directory);
  const digests = new Map(taskSet.manifest.tasks.map(({ id, digest }) => [id, digest]));
  const ids = options.task === undefined ? [...digests.keys()] : [findTask(taskSet, options.task).record.id];
  const thresholds = readThresholds(taskSet.manifest.options);
  await using services = await openServices(options, context);
  const verifier = new Verifier(services, thresholds);
  const failed: { task_id: string; reason: string; detail: string }[] = [];
  context.progress.begin("proving tasks again", ids.length);
  for (const [index, id] of ids.entries()) {
    const shortfall = await verifyOne(verifier, () => taskSet.get(id), digests.get(id));
    if (shortfall !== undefined) failed.push({ task_id: id, ...shortfall });
    throwIfInterrupted(context.signal);
    context.progress.advance(index + 1, id);
  }
  const proven = ids.length - failed.length;
  return { task_set: taskSet.directory, upgraded, tasks: ids.length, proven, failed };
}

async function verifyOne(
  verifier: Verifier,
  load: () => LoadedTask,
  digest: string | undefined,
): Promise<Shortfall> {
  try {
    using task = load();
    if (task.digest !== digest)
      return { reason: "changed", detail: "its files are not those that the manifest names" };
    return await verifier.verify(task);
  } catch (error) {
    if (isDiskFull(error) || error instanceof InterruptedError) throw error;
    return { reason: "damaged", detail: messageOf(error) };
  }
}

function readThresholds(options: Readonly<Record<string, unknown>>): Thresholds {
  return { ...DEFAULT_THRESHOLDS, ...(options["thresholds"] as Partial<Thresholds>) };
}

/** Verifies tasks one after another, sharing environments and what candidates could read of them. */
class Verifier {
  readonly #services: Services;
  readonly #thresholds: Thresholds;
  readonly #environments = new Map<string, ReturnType<typeof restoreEnvironment>>();

  constructor(services: Services, thresholds: Thresholds) {
    this.#services = services;
    this.#thresholds = thresholds;
  }

  async verify(task: LoadedTask): Promise<Shortfall> {
    const { record } = task;
    const restored = await this.#restore(task);
    if (restored.status === "failed")
      return { reason: "environment_failed", detail: restored.failure.message };
    const hidden = findHidden(this.#services.language, task);
    if (hidden === undefined) return { reason: "damaged", detail: "the target is not in its original file" };
    if (!isMaskedAlike(this.#services.language, task, hidden))
      return { reason: "damaged", detail: "the masked file is not the original with its body cut out" };
    const environment = restored.value;
    // Stays until the services are disposed of: workers with this tree serve later tasks of the same file.
    const directory = joinPath(this.#services.temporaryDirectory, `verify-${record.id}`);
    const proofTarget = openProofTarget(this.#services, task, { environment, directory });
    const [definition, ...twins] = hidden;
    const whole = twins.length === 0 ? undefined : { text: task.originalFileText(), definition };
    const options = {
      limits: record.limits,
      thresholds: this.#thresholds,
      leaks: await this.#services.leakSearch.open(task.maskedTree, environment),
      visibleText: task.instruction,
      modules: readSourceModules(task.maskedTree, proofTarget.language, environment.recipe.import_roots),
      whole,
    };
    const tests = task.tests();
    return tests === undefined
      ? await this.#prove(task, proofTarget, options)
      : await this.#proveByTests(task, proofTarget, { ...options, tests });
  }

  async #prove(task: LoadedTask, proofTarget: ProofTarget, options: ProofOptions): Promise<Shortfall> {
    const { cases } = task.suite();
    const { observations } = task.expected();
    const examples = task.record.visible_examples;
    const proof = await proveTask(proofTarget, { suite: cases, examples }, options);
    if (proof.status === "rejected") return { reason: proof.reason, detail: proof.detail };
    const lost = cases.length + examples.length - proof.cases.length - proof.examples.length;
    if (lost > 0) return { reason: "unstable", detail: `${lost} of its cases are not stable` };
    const isSameVersion = task.record.evidence.proof_version === PROOF_VERSION;
    if (isSameVersion && proof.unstated.length > 0)
      return { reason: "unstated_constant", detail: `nothing visible has ${proof.unstated.join(", ")}` };
    const shown = new Map(examples.map(({ id, observation }) => [id, observation]));
    for (const { id } of [...cases, ...examples]) {
      const [stored, seen] = [observations[id] ?? shown.get(id), proof.expected[id]];
      if (stored === undefined || seen === undefined)
        return { reason: "damaged", detail: `case ${id} has no expected observation` };
      const difference = compareObservations(id, stored, seen, proofTarget.policy);
      if (difference !== undefined)
        return { reason: "observation_differs", detail: `${id}: ${difference.path}: ${difference.message}` };
    }
    return findOtherEvidence(task, proof.evidence.summary);
  }

  async #proveByTests(
    task: LoadedTask,
    target: ProofTarget,
    { tests, ...options }: ProofOptions & { readonly tests: TestsRecord },
  ): Promise<Shortfall> {
    const sources = sourcesOf(tests);
    const tested = { ...target, evaluator: this.#services.evaluator, sources, limits: TEST_LIMITS };
    const learnt = await learnTests(tested);
    if (learnt.status === "failed")
      return { reason: "unstable", detail: `its tests end as ${learnt.run.status}` };
    const { all, shown } = task.gradedIds();
    const textOf = createTestReader(sources.texts, target.language.syntax);
    const proof = await proveByTests(tested, learnt, { ...options, textOf }, { ids: new Set(all), shown });
    if (proof.status === "rejected") return { reason: proof.reason, detail: proof.detail };
    if (canonicalJson(proof.tests) !== canonicalJson(tests))
      return { reason: "observation_differs", detail: "its tests see other values with the original" };
    return findOtherEvidence(task, proof.evidence.summary);
  }

  #restore({ record }: LoadedTask): ReturnType<typeof restoreEnvironment> {
    const known = this.#environments.get(record.environment_digest);
    if (known !== undefined) return known;
    const restored = restoreEnvironment(record.environment, this.#services.environmentOptions);
    this.#environments.set(record.environment_digest, restored);
    return restored;
  }
}

/** Figures of the proof that are not those of the task, where they are of the same version of the proof. */
function findOtherEvidence({ record }: LoadedTask, now: EvidenceSummary): Shortfall {
  const before = record.evidence;
  if (before.proof_version !== PROOF_VERSION) return undefined;
  for (const part of ["mutation", "determinacy"] as const) {
    if (canonicalJson(before[part]) === canonicalJson(now[part])) continue;
    const detail = `${part} ${String(before[part].score)} stored, ${String(now[part].score)} found`;
    return { reason: "evidence_differs", detail };
  }
  return undefined;
}

function isMaskedAlike(
  { editing }: Language,
  task: LoadedTask,
  hidden: readonly [Definition, ...Definition[]],
): boolean {
  const masked = maskDefinitions(editing, task.originalFileText(), hidden);
  const found = readFileSync(joinPath(task.maskedTree, hidden[0].path), "utf8");
  return found === masked.text && canonicalJson(task.record.edits) === canonicalJson(masked.edits);
}
