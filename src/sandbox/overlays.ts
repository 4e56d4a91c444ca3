import { chmodSync, mkdirSync, rmSync } from "node:fs";

import { DioramaError, joinPath, makeTemporaryFolder } from "../base/index.ts";
import { getGuestPython, guestProgram } from "./guest-python.ts";
import type { Mount, SandboxBackend } from "./sandbox.ts";
import { emptyMount, systemMounts } from "./system-mounts.ts";
import { trialOptions } from "./trial.ts";

/** Mounts of which none has anything laid over it, for chains that the prefix stands before. */
export interface LaidOut {
  readonly mounts: readonly Mount[];
  /** What makes the places of the mounts, in a mount namespace of its own. Empty where there is nothing to lay over. */
  readonly prefix: readonly string[];
  /** Removes the places, after the last chain. */
  remove(): void;
}

/** Has the kernel lay the files of `over` over what is mounted: at empty folders of this machine, that nobody else sees anything in. */
export function layOver(mounts: readonly Mount[]): LaidOut {
  if (!mounts.some(isLaidOver)) return { mounts, prefix: [], remove: () => undefined };
  const root = makeTemporaryFolder("overlays");
  chmodSync(root, 0o711);
  const places: (readonly [string, readonly string[]])[] = [];
  const laid = mounts.map((mount): Mount => {
    const { over = [], ...plain } = mount;
    if (over.length === 0) return plain;
    const place = joinPath(root, String(places.length));
    mkdirSync(place);
    places.push([place, [...over, mount.from]]);
    return { ...plain, from: place };
  });
  const prefix = [getGuestPython(), "-I", "-S", "-B", guestProgram("overlay.py"), JSON.stringify(places)];
  return { mounts: laid, prefix, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function isLaidOver({ over = [] }: Mount): boolean {
  return over.length > 0;
}

/** Throws `overlay-unsupported` where something is to be laid over a mount. */
export function refuseOverlays(backend: string, mounts: readonly Mount[]): void {
  const found = mounts.find(isLaidOver);
  if (found === undefined) return;
  throw new DioramaError(
    "overlay-unsupported",
    `Cannot lay files over ${found.to} in sandbox "${backend}": it shows this machine's own folders.`,
    { hint: "Take a sandbox of namespaces: --sandbox bubblewrap." },
  );
}

/** Tries whether a backend can lay files over the system's own here. Never throws. */
export async function laysFilesOver(backend: SandboxBackend): Promise<boolean> {
  const { from } = emptyMount("/");
  const mounts = systemMounts().map((mount) =>
    String(mount.to) === "/usr" ? { ...mount, over: [from] } : mount,
  );
  try {
    await using sandbox = await backend.create(trialOptions(mounts), { logger: () => undefined });
    const outcome = await sandbox.run(["/bin/sh", "-c", "exit 7"], { timeoutMs: TRIAL_MS });
    return outcome.status === "exited" && outcome.exitCode === 7;
  } catch {
    return false;
  }
}

const TRIAL_MS = 20_000;
