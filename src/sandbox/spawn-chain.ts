import { spawn, type ChildProcessByStdio } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

import { withoutInherited } from "./inherited-descriptors.ts";

/** A chain of programs with pipes on its first three descriptors. */
export type ChainProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts a chain: in its own process group, from `/`, with an empty environment and no descriptor but pipes on 0 to 2 and
 * `extra` from 3 on.
 */
export function spawnChain(command: readonly string[], extra: readonly ("pipe" | number)[]): ChainProcess {
  const [program = "", ...programArguments] = command;
  const nullDevice = openSync("/dev/null", "r+");
  try {
    return spawn(program, programArguments, {
      env: {},
      cwd: "/",
      detached: true,
      stdio: withoutInherited(["pipe", "pipe", "pipe", ...extra], nullDevice),
    }) as ChainProcess;
  } finally {
    closeSync(nullDevice);
  }
}

/** Kills the process group of a chain; a chain that is gone is left alone. */
export function killChain(chain: ChainProcess): void {
  if (chain.pid === undefined || chain.exitCode !== null || chain.signalCode !== null) return;
  try {
    process.kill(-chain.pid, "SIGKILL");
  } catch {
    // Gone between the look and the signal.
  }
}
