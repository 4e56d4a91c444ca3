import { resolve } from "node:path";

import {
  asHostPath,
  InterruptedError,
  isDiskFull,
  joinPath,
  messageOf,
  throwIfInterrupted,
} from "../base/index.ts";
import { findTask, readTaskSet, upgradeTaskSet, type LoadedTask } from "../datasets/index.ts";
import type { Thresholds } from "../proof/index.ts";
import type { VerifyOptions, VerifyReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import type { Shortfall } from "./kinds/kind.ts";
import { taskKinds } from "./kinds/registry.ts";
import { RestoredEnvironments } from "./restored-environments.ts";
import { openServices, type Services } from "./services.ts";
import { readThresholds } from "./stored-thresholds.ts";

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
  const { tasks, cases } = taskSet.retired;
  const ofCases = ids.flatMap((id) => {
    const own = tasks.has(id) ? undefined : cases.get(id);
    return own === undefined ? [] : [[id, [...own.keys()]] as const];
  });
  const retired = { tasks: ids.filter((id) => tasks.has(id)), cases: Object.fromEntries(ofCases) };
  return { task_set: taskSet.directory, upgraded, tasks: ids.length, proven, failed, retired };
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

/** Proves tasks again one after another, sharing environments and what candidates could read of them. */
export class Verifier {
  readonly #services: Services;
  readonly #thresholds: Thresholds;
  readonly #environments: RestoredEnvironments;

  constructor(services: Services, thresholds: Thresholds) {
    this.#services = services;
    this.#thresholds = thresholds;
    this.#environments = new RestoredEnvironments(services);
  }

  async verify(task: LoadedTask): Promise<Shortfall> {
    const { record } = task;
    const restored = await this.#environments.restore(task);
    if (restored.status === "failed")
      return { reason: "environment_failed", detail: restored.failure.message };
    // Stays until the services are disposed of: workers with this tree serve later tasks of the same file.
    const directory = joinPath(this.#services.temporaryDirectory, `verify-${record.id}`);
    const place = { environment: restored.value, directory };
    const again = {
      services: this.#services,
      thresholds: this.#thresholds,
      leaks: await this.#services.leakSearch.open(task.maskedTree, restored.value),
    };
    return await taskKinds[record.kind].prove(task, place, again);
  }
}
