import { existsSync, readFileSync } from "node:fs";

import {
  joinPath,
  readableJson,
  sha256,
  UsageError,
  writeFileAtomically,
  type HostPath,
} from "../base/index.ts";
import { OBSERVATIONS_FORMAT, parseObservations, parseTaskRecord, TASK_FORMAT } from "../spec/index.ts";
import { isPacked } from "./shards/packed-tasks.ts";
import { digestFiles, filesOfFolder } from "./task-files.ts";
import { readManifest, writeManifest } from "./task-set.ts";

/** The documents of a task that have had earlier formats, by path. */
const DOCUMENTS = {
  "diorama.json": { format: TASK_FORMAT, parse: parseTaskRecord },
  "tests/judge/observations.json": { format: OBSERVATIONS_FORMAT, parse: parseObservations },
} as const;

/**
 * Writes records and observations of earlier formats in today's. Nothing else of a task changes, nor its id; its digest does, in the manifest too. Tasks
 * whose files are not those that the manifest names stay as they are. Returns ids of what was written; interrupted, it goes on where it is called again.
 * Throws `UsageError` `packed-set`, `not-a-task-set`, and what reading a record throws.
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
  // The manifest first: a document that still is of the earlier format is found again by the digest that its task will have.
  const tasks = manifest.tasks.map((entry) => ({ ...entry, digest: digests.get(entry.id) ?? entry.digest }));
  writeManifest(directory, { ...manifest, tasks });
  for (const { upgrade } of upgrades)
    for (const [path, text] of upgrade?.texts ?? []) writeFileAtomically(path, text);
  return [...digests.keys()];
}

/** Documents in today's format by their places, and the digest that their task has with them. */
interface Upgrade {
  readonly texts: ReadonlyMap<HostPath, string>;
  readonly digest: string;
}

/** Undefined where all documents are of today's format, or the task was changed. */
function planUpgrade(
  directory: HostPath,
  { id, digest }: { readonly id: string; readonly digest: string },
): Upgrade | undefined {
  const folder = joinPath(directory, "tasks", id);
  const texts = new Map<string, string>();
  for (const [path, { format, parse }] of Object.entries(DOCUMENTS)) {
    const place = joinPath(folder, path);
    if (!existsSync(place)) continue;
    const stored: unknown = JSON.parse(readFileSync(place, "utf8"));
    const document = parse(stored);
    if ((stored as { format?: unknown }).format !== format) texts.set(path, readableJson(document));
  }
  if (texts.size === 0) return undefined;
  const files = filesOfFolder(folder);
  const after = digestFiles(
    files.map((file) => {
      const text = texts.get(file.path);
      return text === undefined ? file : { ...file, sha256: sha256(text) };
    }),
  );
  if (digest !== digestFiles(files) && digest !== after) return undefined;
  return {
    texts: new Map([...texts].map(([path, text]) => [joinPath(folder, path), text])),
    digest: after,
  };
}
