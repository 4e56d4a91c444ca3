import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";

import {
  createPause,
  digestOf,
  DioramaError,
  joinPath,
  throwIfInterrupted,
  UsageError,
  whileWriting,
  type HostPath,
} from "../../base/index.ts";
import { digestFolder } from "../task-files.ts";
import { readTaskSet } from "../task-set.ts";
import { SHARDS } from "./format.ts";
import type { RepackContext, RepackOptions } from "./pack.ts";
import { isPacked, PackedTasks } from "./packed-tasks.ts";
import { copyBesideTasks, haveSameManifest, makeWholeFolder } from "./whole-folder.ts";

/** What unpacking left. */
export interface UnpackReport {
  readonly packed: HostPath;
  readonly task_set: HostPath;
  readonly was_finished: boolean;
  readonly tasks: number;
}

/**
 * Writes the folder form of a packed set to a folder of its own, whole or not at all; an interrupted call is gone on
 * with. Every task is compared with its digest in the manifest. Throws `UsageError`: `not-packed`, `folder-not-empty`;
 * `damaged-shard`, `corrupt-record`; `InterruptedError` when stopped.
 */
export async function unpackTaskSet(options: RepackOptions, context: RepackContext): Promise<UnpackReport> {
  const { taskSet: packed, out, tool } = options;
  const { manifest } = readTaskSet(packed);
  if (!isPacked(packed)) throw notPacked(packed);
  const status = await makeWholeFolder({
    out,
    purpose: { kind: "unpack", options: { task_set: digestOf(manifest) }, tool },
    progress: context.progress,
    isMade: () => !isPacked(out) && haveSameManifest(out, packed),
    async fill(set) {
      using tasks = new PackedTasks(packed);
      const pause = createPause();
      mkdirSync(joinPath(set, "tasks"), { recursive: true });
      context.progress.begin("unpacking tasks", manifest.tasks.length);
      for (const [index, { id, digest }] of manifest.tasks.entries()) {
        throwIfInterrupted(context.signal);
        whileWriting(set, () => unpackTask(tasks, joinPath(set, "tasks"), id, digest));
        context.progress.advance(index + 1, id);
        await pause();
      }
      copyBesideTasks(packed, set, SHARDS);
    },
  });
  return { packed, task_set: out, was_finished: status === "finished", tasks: manifest.tasks.length };
}

function unpackTask(tasks: PackedTasks, directory: HostPath, id: string, digest: string): void {
  refuseOddName(id);
  const destination = joinPath(directory, id);
  if (existsSync(destination) && digestFolder(destination) === digest) return;
  const files = tasks.files(id);
  if (files.digest !== digest) throw otherTask(id, files.location);
  const partial = joinPath(directory, `.${id}.partial`);
  for (const left of [destination, partial]) rmSync(left, { recursive: true, force: true });
  tasks.unpack(id, partial);
  renameSync(partial, destination);
}

/** An id becomes the name of a folder, and a manifest may come from anybody. */
function refuseOddName(id: string): void {
  if (/^[\w-][\w.-]*$/.test(id)) return;
  throw new DioramaError("corrupt-record", `Cannot unpack task ${JSON.stringify(id)}: that is no task id.`);
}

function otherTask(id: string, location: string): DioramaError {
  return new DioramaError(
    "damaged-shard",
    `Cannot unpack task ${id} from ${location}: its files are not those that the manifest names.`,
    { hint: "Get this shard again from where it came, or pack the set again." },
  );
}

function notPacked(taskSet: HostPath): UsageError {
  return new UsageError("not-packed", `Cannot unpack ${taskSet}: it is a folder of tasks already.`, {
    hint: "Pack it with: diorama pack TASKSET --out DIR",
  });
}
