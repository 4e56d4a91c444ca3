/** Sets whose tasks are variants of another set's: how their folder is opened, and how they are finished. */
import { resolve } from "node:path";

import { asHostPath, createWordRecord, digestOf, whileWriting } from "../base/index.ts";
import {
  measureDiversity,
  readTaskRecord,
  readTaskSet,
  writeManifest,
  type TaskSet,
} from "../datasets/index.ts";
import { PROOF_VERSION, taskSetManifest, type TaskSetManifest } from "../spec/index.ts";
import { RunFolder, toolVersion } from "../store/index.ts";
import { finishedReport, REPORT_FILE } from "./finished-report.ts";
import type { WorkContext } from "./work-context.ts";

/** Which set is written again, and where. */
export interface VariantPlace {
  readonly taskSet: string;
  /** Absent: the set's own folder with the kind behind it. */
  readonly out?: string | undefined;
  /** `renamed`, `reworded`. */
  readonly kind: string;
  /** What decides the variants beside the set. */
  readonly decidedBy: Readonly<Record<string, unknown>>;
}

interface Finished {
  readonly task_set: string;
  readonly was_finished: boolean;
}

/** Opens the folder of a variant, new or to go on with, and makes it; the report of one that was finished is given again. Throws `not-a-task-set`, and what opening the folder throws. */
export async function inVariantFolder<Report extends Finished>(
  { taskSet: given, out, kind, decidedBy }: VariantPlace,
  { signal }: Pick<WorkContext, "signal">,
  make: (folder: RunFolder, taskSet: TaskSet) => Promise<Report>,
): Promise<Report> {
  const from = asHostPath(resolve(given));
  const path = asHostPath(resolve(out ?? `${from}-${kind}`));
  using taskSet = readTaskSet(from);
  const { name, tasks } = taskSet.manifest;
  const options = { task_set: name, tasks: digestOf(tasks), ...decidedBy, proof_version: PROOF_VERSION };
  using folder = RunFolder.open(path, { kind, options, tool: toolVersion() });
  if (folder.state === "finished")
    return { ...(finishedReport(folder) as Report), task_set: path, was_finished: true };
  try {
    return await make(folder, taskSet);
  } catch (error) {
    if (signal?.aborted !== true) folder.discardIfUnused();
    throw error;
  }
}

/** Writes the manifest of a variant; `origin` says what it was made of. */
export function writeVariantManifest(
  { path }: RunFolder,
  manifest: TaskSetManifest,
  {
    kind,
    origin,
    tasks,
  }: {
    readonly kind: string;
    readonly origin: Readonly<Record<string, unknown>>;
    readonly tasks: TaskSetManifest["tasks"];
  },
): void {
  const written = taskSetManifest.parse({
    format: "task-set/1",
    name: `${manifest.name}-${kind}`,
    tool: toolVersion(),
    options: { ...manifest.options, ...origin },
    inputs_digest: digestOf({ ...origin, inputs: manifest.inputs_digest, tasks: manifest.tasks }),
    tasks,
    diversity: measureDiversity(tasks.map(({ id }) => readTaskRecord(path, id))),
  });
  whileWriting(path, () => writeManifest(path, written));
}

/** What the task of a set is left out of a variant for that is not the one which the set names. */
export const CHANGED = {
  status: "left_out",
  reason: "changed",
  detail: "its files are not those that the manifest names",
} as const;

/** How many were left out, by reason. */
export function countLeftOut(
  records: Iterable<{ readonly status: string; readonly reason?: string }>,
): Readonly<Record<string, number>> {
  return countWords([...records].flatMap(({ status, reason = "" }) => (status === "left_out" ? reason : [])));
}

/** How often each word is there. */
export function countWords(words: Iterable<string>): Readonly<Record<string, number>> {
  const counts = createWordRecord<number>();
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Writes the report and ends the folder's work. */
export function finishVariant(folder: RunFolder, report: object): void {
  folder.write(REPORT_FILE, `${JSON.stringify(report)}\n`);
  folder.finish();
}
