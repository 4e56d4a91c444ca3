import { execFileSync } from "node:child_process";

import { messageOf, type HostPath } from "../../base/index.ts";
import { installCommand } from "../install-command.ts";
import { findProgram } from "../programs.ts";
import type { BubblewrapFeatures } from "./arguments.ts";

/** Programs that chains are made of, and what bubblewrap here can do. */
export interface BubblewrapPrograms extends BubblewrapFeatures {
  readonly bwrap: HostPath;
  readonly setpriv: HostPath;
  readonly prlimit: HostPath;
  /** As `bwrap --version` prints it: `0.8.0`. */
  readonly version: string;
}

/** What was found, or what is missing and how to get it. */
export type FoundBubblewrap =
  | { readonly status: "found"; readonly programs: BubblewrapPrograms }
  | { readonly status: "missing"; readonly reason: string; readonly remedy: string };

let found: FoundBubblewrap | undefined;

/** Looks for the programs once per process; a missing one is looked for again. */
export function findBubblewrap(): FoundBubblewrap {
  if (found?.status !== "found") found = lookForBubblewrap();
  return found;
}

function lookForBubblewrap(): FoundBubblewrap {
  const bwrap = findProgram("bwrap");
  const setpriv = findProgram("setpriv");
  const prlimit = findProgram("prlimit");
  if (bwrap === undefined) {
    return {
      status: "missing",
      reason: "bubblewrap (bwrap) is not installed.",
      remedy: installCommand("bubblewrap"),
    };
  }
  if (setpriv === undefined || prlimit === undefined) {
    return {
      status: "missing",
      reason: "setpriv or prlimit is not installed.",
      remedy: installCommand("util-linux"),
    };
  }
  try {
    const version = run(bwrap, "--version").replace(/^\D+/, "").trim();
    const hasSizes = run(bwrap, "--help").includes("--size BYTES");
    return { status: "found", programs: { bwrap, setpriv, prlimit, version, hasSizes } };
  } catch (error) {
    return {
      status: "missing",
      reason: `${bwrap} does not run: ${messageOf(error)}`,
      remedy: installCommand("bubblewrap"),
    };
  }
}

function run(program: string, option: string): string {
  return execFileSync(program, [option], { encoding: "utf8", env: {}, stdio: ["ignore", "pipe", "ignore"] });
}
