import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { lstatSync } from "node:fs";
import { promisify } from "node:util";

import { UsageError, type HostPath } from "../base/index.ts";
import { findProgram } from "./programs.ts";
import type { Mount } from "./sandbox.ts";

/*
 * User ids that only sandboxes use. 60706 to 61183 is a range that neither distributions nor systemd assign
 * (https://systemd.io/UIDS-GIDS/). Numbered workers have the lower part for themselves; the rest goes round. Both begin
 * somewhere in their part: another run on this machine, also in another container, shares the kernel's count of a user's
 * processes, and processes of one user may signal each other.
 */
const firstUser = 60_706;
const numberedUsers = 350;
const otherUsers = 128;

let firstNumbered: number | undefined;
let nextOther: number | undefined;

/** The user id of a worker (group id alike). Throws a `UsageError` for numbers of 350 and above. */
export function workerUser(workerNumber: number | undefined): number {
  if (workerNumber === undefined) {
    nextOther = (nextOther ?? randomInt(otherUsers)) + 1;
    return firstUser + numberedUsers + (nextOther % otherUsers);
  }
  if (workerNumber < numberedUsers) {
    firstNumbered ??= randomInt(numberedUsers);
    return firstUser + ((firstNumbered + workerNumber) % numberedUsers);
  }
  throw new UsageError(
    "too-many-workers",
    `Cannot give worker ${workerNumber} a user id: there are ${numberedUsers}. Use fewer workers.`,
  );
}

const run = promisify(execFile);

/**
 * Gives the folders of `write` mounts to `user` (recursively; links themselves, not what they point to), and returns what
 * gives them back. A folder that several sandboxes write at once cannot be lent: the last one has it.
 */
export async function lendWriteMounts(mounts: readonly Mount[], user: number): Promise<() => Promise<void>> {
  const lent = mounts
    .filter((mount) => mount.access === "write")
    .map(({ from }) => ({ from, owner: lstatSync(from) }));
  for (const { from } of lent) await changeOwner(from, user, user);
  return async () => {
    for (const { from, owner } of lent) await changeOwner(from, owner.uid, owner.gid);
  };
}

async function changeOwner(path: HostPath, user: number, group: number): Promise<void> {
  const chown = findProgram("chown") ?? "/bin/chown";
  await run(chown, ["--recursive", "--no-dereference", "-P", "--", `${user}:${group}`, path], { env: {} });
}
