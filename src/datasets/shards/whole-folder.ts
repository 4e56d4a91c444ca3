import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import {
  asHostPath,
  joinPath,
  makeFolders,
  UsageError,
  whileWriting,
  type HostPath,
  type Progress,
} from "../../base/index.ts";
import { RunFolder, type RunPurpose } from "../../store/index.ts";

/** A folder to be made out of another one. */
export interface FolderJob {
  readonly out: HostPath;
  readonly purpose: RunPurpose;
  readonly progress: Progress;
  /** Asked where `out` holds something: whether that is what this job makes. */
  readonly isMade: () => boolean;
  /** Fills `set`, which goes on from what an interrupted call left there; `work` keeps the records of what is done. */
  readonly fill: (set: HostPath, work: RunFolder) => Promise<void>;
}

/** Where the work stands below the work folder. */
export const SET = "set";

/**
 * Makes a folder that is there whole or not at all: the work is done in `OUT.partial`, from where an interrupted one
 * is gone on with. `finished` where it was there before. Throws `UsageError` `folder-not-empty` where something else is.
 */
export async function makeWholeFolder(job: FolderJob): Promise<"made" | "finished"> {
  const work = asHostPath(`${job.out}.partial`);
  if (whileWriting(job.out, () => holdsSomething(job.out))) {
    if (!job.isMade()) throw occupied(job.out);
    rmSync(work, { recursive: true, force: true });
    return "finished";
  }
  {
    using folder = RunFolder.open(work, job.purpose);
    if (folder.state === "resumed") job.progress.note(`Going on with ${work}.`);
    const set = joinPath(work, SET);
    await job.fill(set, folder);
    whileWriting(job.out, () => {
      makeFolders(asHostPath(dirname(job.out)));
      renameSync(set, job.out);
    });
  }
  rmSync(work, { recursive: true, force: true });
  return "made";
}

/** Copies what stands in a task set beside its tasks: manifest, journal, rates, errata, the record of its build. */
export function copyBesideTasks(from: HostPath, to: HostPath, tasks: string): void {
  for (const name of readdirSync(from)) {
    if (name === tasks || isPassing(name)) continue;
    whileWriting(to, () => cpSync(joinPath(from, name), joinPath(to, name), { recursive: true }));
  }
}

/** True where both folders hold the same manifest, byte for byte. */
export function haveSameManifest(one: HostPath, other: HostPath): boolean {
  const path = joinPath(one, "task-set.json");
  return existsSync(path) && readFileSync(path).equals(readFileSync(joinPath(other, "task-set.json")));
}

/** Locks and files being written belong to whoever works there now. */
function isPassing(name: string): boolean {
  return /^lock(?:\.|$)/.test(name) || name.endsWith(".partial");
}

function holdsSomething(directory: HostPath): boolean {
  return existsSync(directory) && readdirSync(directory).length > 0;
}

function occupied(out: HostPath): UsageError {
  return new UsageError("folder-not-empty", `Cannot write ${out}: it exists and holds something else.`, {
    hint: "Choose a folder that does not exist.",
    fields: { folder: out },
  });
}
