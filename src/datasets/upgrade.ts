import { readFileSync } from "node:fs";

import {
  joinPath,
  readableJson,
  sha256,
  UsageError,
  writeFileAtomically,
  type HostPath,
} from "../base/index.ts";
import { parseTaskRecord, TASK_FORMAT } from "../spec/index.ts";
import { isPacked } from "./shards/packed-tasks.ts";
import { digestFiles, filesOfFolder } from "./task-files.ts";
import { readManifest, writeManifest } from "./task-set.ts";

const RECORD = "diorama.json";

/**
 * Writes the records of earlier formats in today's. Nothing else of a task changes, nor its id; its digest does, in the manifest too. Tasks whose files
 * are not those that the manifest names stay as they are. Returns ids of what was written; interrupted, it goes on where it is called again. Throws
 * `UsageError` `packed-set`, `not-a-task-set`, and what reading a record throws.
 */
export function upgradeTaskSet(directory: HostPath): readonly string[] {
  if (isPacked(directory))
    throw new UsageError("packed-set", `Cannot upgrade ${directory}: it is a packed task set.`, {
      hint: "Unpack it first: diorama unpack TASKSET --out DIR",
    });
  const manifest = readManifest(directory);
  const upgrades = manifest.tasks.map((entry) => ({ entry, upgrade: planUpgrade(directory, entry) }));
  const digests = new Map(
    upgrades.flatMap(({ entry, upgrade }) => (upgrade ? [[entry.id, upgrade.digest]] : [])),
  );
  if (digests.size === 0) return [];
  // The manifest first: a record that still is of the earlier format is found again by the digest that it will have.
  const tasks = manifest.tasks.map((entry) => ({ ...entry, digest: digests.get(entry.id) ?? entry.digest }));
  writeManifest(directory, { ...manifest, tasks });
  for (const { upgrade } of upgrades)
    if (upgrade !== undefined) writeFileAtomically(upgrade.path, upgrade.text);
  return [...digests.keys()];
}

/** A record in today's format, and the digest that its task has with it. */
interface Upgrade {
  readonly path: HostPath;
  readonly text: string;
  readonly digest: string;
}

/** Undefined where the record is of today's format, or the task was changed. */
function planUpgrade(
  directory: HostPath,
  { id, digest }: { readonly id: string; readonly digest: string },
): Upgrade | undefined {
  const folder = joinPath(directory, "tasks", id);
  const path = joinPath(folder, RECORD);
  const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
  const record = parseTaskRecord(stored);
  if ((stored as { format?: unknown }).format === TASK_FORMAT) return undefined;
  const text = readableJson(record);
  const files = filesOfFolder(folder);
  const upgraded = files.map((file) => (file.path === RECORD ? { ...file, sha256: sha256(text) } : file));
  const after = digestFiles(upgraded);
  return digest === digestFiles(files) || digest === after ? { path, text, digest: after } : undefined;
}
