import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { makeTemporaryFolder } from "../base/index.ts";
import type { Readable } from "node:stream";

import { removeCgroup, type Cgroup } from "./cgroups.ts";
import { holdToThisProcess } from "./lifeline.ts";
import { untilGone } from "./process-status.ts";
import { killGroup, spawnChain } from "./spawn-chain.ts";
import { watchTree } from "./tree-watch.ts";
import { commandEnd } from "./command-end.ts";
import type { ChainExit, Confinement, Launched, LaunchEnd, LaunchRequest } from "./launch.ts";
import { OutputTail } from "./output-tail.ts";
import { seccompArchitecture, seccompProgram } from "./seccomp.ts";
import type { SandboxOptions } from "./sandbox.ts";

/*
 * Running chains of programs that end in a sandbox of namespaces. The program that makes the sandbox, bubblewrap or our own, gets
 * the seccomp filter on one descriptor and writes to another, as JSON, the process id of the first process inside and, once
 * the command has ended, its exit code.
 */

/** Descriptors of a chain; the program that makes the sandbox closes them before the command starts. */
export const statusDescriptor = 3;
/** See `statusDescriptor`. */
export const seccompDescriptor = 4;
/** What the chain has of this process; closed before the program that makes the sandbox starts. */
const lifelineDescriptor = 5;

/** How a chain of programs is put together for this sandbox. */
export interface NamespacePlan {
  /** The backend's. */
  readonly name: string;
  readonly options: SandboxOptions;
  /** Program and arguments in front of and with the command. */
  chain(request: LaunchRequest): readonly string[];
  readonly cgroup: Cgroup | undefined;
  /** Gives back what the sandbox borrowed, after its last process is gone. */
  giveBack(): Promise<void>;
}

/** Far more than is said about one command. */
const statusBytes = 4_096;

/** Runs a plan's chains, each with the seccomp filter and a pipe for the word on how the command ended. */
export function confineWithNamespaces(plan: NamespacePlan): Confinement {
  const { options, cgroup } = plan;
  const allowNesting = options.nestsSandboxes === true;
  const filter = keepNameless(seccompProgram({ architecture: seccompArchitecture(), allowNesting }));
  let isReleased = false;
  const releaseNow = (): void => {
    if (isReleased) return;
    isReleased = true;
    cgroup?.kill();
    removeCgroup(cgroup);
    closeSync(filter);
  };
  return {
    name: plan.name,
    launch: (request) => launch(plan, filter, request),
    resolve: (path) => path,
    releaseNow,
    async release() {
      releaseNow();
      await plan.giveBack();
    },
  };
}

/** A descriptor of a file without a name that holds `content`: nothing to remove, whatever happens to this process. */
function keepNameless(content: Uint8Array): number {
  const folder = makeTemporaryFolder("sandbox");
  const path = join(folder, "content");
  writeFileSync(path, content);
  const descriptor = openSync(path, "r");
  rmSync(folder, { recursive: true });
  return descriptor;
}

function launch(plan: NamespacePlan, filter: number, request: LaunchRequest): Launched {
  const { cgroup } = plan;
  const killsBefore = cgroup?.countMemoryKills() ?? 0;
  const filterDescriptor = openSync(`/proc/self/fd/${filter}`, "r");
  const chain = holdToThisProcess(plan.chain(request), { lifeline: lifelineDescriptor, cgroup });
  const child = spawnChain(chain, { extra: ["pipe", filterDescriptor, "pipe"] });
  closeSync(filterDescriptor);
  const status = new OutputTail(statusBytes);
  (child.stdio[statusDescriptor] as Readable).on("data", (chunk: Buffer) => status.append(chunk));
  let isConcluded = false;
  const kill = (): void => {
    if (!isConcluded) killGroup(child);
  };
  const watch = cgroup === undefined ? watchTree(child, plan.options.limits, kill) : undefined;
  return {
    child,
    kill,
    async conclude(exit) {
      isConcluded = true;
      watch?.stop();
      await untilGone(reportedNumber(status.text(), "child-pid"));
      const memoryKills = (cgroup?.countMemoryKills() ?? 0) - killsBefore;
      const isOutOfMemory = memoryKills > 0 || watch?.exceeded() === "memory";
      const wasKilled = exit.wasKilled || watch?.exceeded() !== undefined;
      const limitBytes = isOutOfMemory ? plan.options.limits.memoryBytes : undefined;
      return concludeChain({ ...exit, wasKilled }, reportedNumber(status.text(), "exit-code"), limitBytes);
    },
  };
}

/**
 * Reads how a chain ended. `exitCode` is what was reported, which happens only where the command was started.
 * `exceededBytes` is the limit of memory that was passed, if it was.
 */
function concludeChain(
  exit: ChainExit,
  exitCode: number | undefined,
  exceededBytes: number | undefined,
): LaunchEnd {
  if (exceededBytes !== undefined && exitCode !== 0)
    return { status: "out-of-memory", limitBytes: exceededBytes };
  if (
    exitCode === undefined &&
    /^bwrap: execvp .*: (?:No such file|Permission denied|Exec format)/m.test(exit.stderr)
  ) {
    return { status: "exited", exitCode: 127 };
  }
  if (exitCode !== undefined) return commandEnd(exitCode);
  if (exit.wasKilled || exit.signal !== null) return { status: "killed", signal: exit.signal ?? "SIGKILL" };
  return {
    status: "broken",
    reason:
      exit.stderr.trim() ||
      `the program that makes the sandbox ended with code ${exit.exitCode} before the command.`,
  };
}

/** A number in what was written to `statusDescriptor`. */
function reportedNumber(status: string, name: "child-pid" | "exit-code"): number | undefined {
  const digits = new RegExp(`"${name}":\\s*(\\d+)`).exec(status)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
