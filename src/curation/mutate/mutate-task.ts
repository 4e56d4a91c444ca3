import { resolve } from "node:path";

import { asHostPath, DioramaError, joinPath } from "../../base/index.ts";
import { readTaskSet } from "../../datasets/index.ts";
import { restoreEnvironment } from "../../environments/index.ts";
import type { MutationResult } from "../../proof/index.ts";
import type { WorkContext } from "../work-context.ts";
import { taskKinds } from "../kinds/registry.ts";
import { openServices } from "../services.ts";
import { chooseMutants, type MutateOptions } from "./mutate-options.ts";

/**
 * Mutates a task's target and judges the mutants by its cases, from nothing but the task's folder; without a limit the mutants that its score
 * counts. Throws `unknown-task`, `unknown-operator`, `no-environment`, `corrupt-record`, `reference-fails` where the reference no longer shows
 * the same twice.
 */
export async function mutateTask(
  taskSet: string,
  id: string,
  options: MutateOptions,
  context: WorkContext,
): Promise<MutationResult> {
  using tasks = readTaskSet(asHostPath(resolve(taskSet)));
  using task = tasks.get(id);
  await using services = await openServices(options, context);
  const chosen = chooseMutants(options, services.language);
  context.progress.begin("restoring the environment");
  const restored = await restoreEnvironment(task.record.environment, services.environmentOptions);
  if (restored.status === "failed")
    throw new DioramaError(
      "no-environment",
      `Cannot mutate task ${id}: its environment could not be restored: ${restored.failure.message}`,
      { hint: "See what this machine can do with: diorama doctor" },
    );
  const directory = joinPath(services.temporaryDirectory, `mutate-${id}`);
  const place = { environment: restored.value, directory };
  context.progress.begin(`mutating ${task.record.targets[0]?.name ?? id}`);
  return await taskKinds[task.record.kind].mutate(task, place, services, chosen);
}
