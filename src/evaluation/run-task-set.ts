import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

import { asHostPath, joinPath, readableJson, type HostPath } from "../base/index.ts";
import { readRetired, type Retired } from "../datasets/index.ts";
import type { RunFolder } from "../store/index.ts";

/** Beside the records, not among the options of the run: a set may be moved, and an erratum changes no purpose. */
const FILE = "task-set-location.json";

const location = z.object({ format: z.literal("task-set-location/1"), path: z.string() });

/** Writes into a run's folder where its task set lies, so that its errata are found later. */
export function rememberTaskSet(folder: RunFolder, taskSet: HostPath): void {
  folder.write(FILE, readableJson({ format: "task-set-location/1", path: taskSet }));
}

/** The task set of a run, and what of it is retired by now. */
export type RunTaskSet =
  | { readonly status: "found"; readonly path: HostPath; readonly retired: Retired }
  | { readonly status: "moved"; readonly path: string }
  | { readonly status: "unknown" };

/** Looks for the task set of a run where the run says it was, or in `given`. */
export function findTaskSetOf(run: HostPath, given?: HostPath): RunTaskSet {
  const path = given ?? recordedPath(run);
  if (path === undefined) return { status: "unknown" };
  if (!existsSync(joinPath(path, "task-set.json"))) return { status: "moved", path };
  return { status: "found", path, retired: readRetired(path) };
}

function recordedPath(run: HostPath): HostPath | undefined {
  const file = joinPath(run, FILE);
  if (!existsSync(file)) return undefined;
  return asHostPath(location.parse(JSON.parse(readFileSync(file, "utf8"))).path);
}
