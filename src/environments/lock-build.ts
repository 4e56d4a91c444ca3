import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { joinPath, type HostPath, type RepositoryPath } from "../base/index.ts";
import type { BuildDescription, BuildPlan, BuiltRepository, Job, LockPlan } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import type { LockForm } from "./lock-text.ts";
import type { RepositoryFiles } from "./repository-files.ts";

/** Where building a repository is finding out its lock: tools that install read the tree's own files. */
export interface LockBuild<Lock> {
  readonly what: string;
  /** As of a build. */
  readonly decidedBy?: Readonly<Record<string, unknown>> | undefined;
  readonly job: Job;
  readonly form: LockForm<Lock>;
  /** Reads the lock out of the job's work folder, which is foreign. */
  readonly read: (work: HostPath) => Step<Lock>;
  /** Files that the tree has where the lock is true; those that it has not, or has otherwise, are laid over it. */
  readonly treeFiles: (lock: Lock) => Readonly<Record<RepositoryPath, string>>;
}

/** Runs the job; where a lock is `known` already there is nothing to find out. */
export function planLockBuild<Lock>(
  { what, decidedBy, job, form, read, treeFiles }: LockBuild<Lock>,
  files: RepositoryFiles,
  known: string | undefined,
): BuildPlan {
  const layOut = (lock: Lock, target: HostPath): BuildDescription => {
    for (const [path, text] of Object.entries(treeFiles(lock))) {
      if (files.text(path) === text) continue;
      const place = joinPath(target, "tree", path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
    return { importRoots: ["."], details: { lock: form.format(lock) } };
  };
  if (known !== undefined) return { layOut: (target) => layOut(form.parse(known), target) };
  return {
    what,
    ...(decidedBy === undefined ? {} : { decidedBy }),
    job,
    retry: () => undefined,
    collect(work, target) {
      const lock = read(work);
      return lock.status === "failed" ? lock : made(layOut(lock.value, target));
    },
    otherwise: () => undefined,
  };
}

/** The lock that a build found out, as the one plan there is. */
export function planFoundLock(what: string, { details }: BuiltRepository): Step<readonly LockPlan[]> {
  const { lock } = details as { readonly lock: string };
  return made([{ what, lock }]);
}
