import { spawn, type ChildProcessByStdio } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

import { atFixedAddresses } from "./fixed-addresses.ts";
import { withoutInherited } from "./inherited-descriptors.ts";

/** A chain of programs with pipes on its first three descriptors. */
export type ChainProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** What a chain starts with. */
export interface ChainStart {
  /** Descriptors from 3 on. */
  readonly extra?: readonly ("pipe" | number)[];
  /** Default: none. Programs that start a sandbox must not see the variables of what runs in it. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Default: `/`. */
  readonly directory?: string;
}

/** Starts a chain in a process group of its own, at fixed addresses, with pipes on 0 to 2 and nothing inherited. */
export function spawnChain(command: readonly string[], start: ChainStart = {}): ChainProcess {
  const [program = "", ...programArguments] = [...atFixedAddresses(), ...command];
  const nullDevice = openSync("/dev/null", "r+");
  try {
    return spawn(program, programArguments, {
      env: start.variables ?? {},
      cwd: start.directory ?? "/",
      detached: true,
      stdio: withoutInherited(["pipe", "pipe", "pipe", ...(start.extra ?? [])], nullDevice),
    }) as ChainProcess;
  } finally {
    closeSync(nullDevice);
  }
}

/** Kills the process group of a chain; a chain that is gone is left alone. */
export function killChain(chain: ChainProcess): void {
  if (chain.exitCode === null && chain.signalCode === null) killGroup(chain);
}

/** Kills what is left of the process group that a chain led, also after its leader is gone. */
export function killGroup(chain: ChainProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  if (chain.pid === undefined) return;
  try {
    process.kill(-chain.pid, signal);
  } catch {
    // Nothing is left.
  }
}
