import type { Readable, Writable } from "node:stream";

import { asSandboxPath, type SandboxPath } from "../../base/index.ts";
import { joiningCgroup, removeCgroup, type Cgroup } from "../cgroups.ts";
import { commandEnd } from "../command-end.ts";
import { guestProgram } from "../guest-python.ts";
import type { ChainExit, Confinement, Launched, LaunchEnd, LaunchRequest } from "../launch.ts";
import { createPathMap, mapVariables, withMappedProgram, type PrivateFolders } from "../private-folders.ts";
import type { ProcessLimit } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { seccompArchitecture, seccompProgram } from "../seccomp.ts";
import { killChain, spawnChain } from "../spawn-chain.ts";
import { watchTree } from "../tree-watch.ts";
import { findReadablePaths } from "./readable-paths.ts";
import type { StagedMounts } from "./staged-mounts.ts";

/** What launches of a restricted sandbox share. */
export interface RestrictedPlan {
  readonly options: SandboxOptions;
  readonly python: string;
  /** The worker's user; `undefined` where the starting user is no root. */
  readonly user: number | undefined;
  /** The number of the capability with which a command reaches a `write` mount below a folder that is closed to its user. */
  readonly keeps: number | undefined;
  readonly limits: readonly ProcessLimit[];
  readonly folders: PrivateFolders;
  readonly cgroup: Cgroup | undefined;
  giveBack(): Promise<void>;
  /** What was laid out of closed mounts, as root. */
  readonly stage: StagedMounts | undefined;
}

/** Facts about the system that programs read and that tell nothing of what else runs. */
const publicFiles = [
  "/etc/passwd",
  "/etc/group",
  "/etc/hosts",
  "/etc/nsswitch.conf",
  "/sys/devices/system/cpu",
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/version",
  "/proc/filesystems",
  "/proc/uptime",
  "/proc/loadavg",
];
const devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/** A supervisor that is killed leaves what it supervised; it shares the processor with what it kills. */
const killAfterMs = 30_000;

/** Runs commands below the guest program `launcher.py`, which confines them and kills what they leave. */
export function confineWithLandlock(plan: RestrictedPlan): Confinement {
  const { cgroup, folders } = plan;
  const map = createPathMap(plan.options.mounts, folders);
  let running = 0;
  const releaseNow = (): void => {
    cgroup?.kill();
    removeCgroup(cgroup);
    folders.remove();
    plan.stage?.remove();
  };
  return {
    name: "restricted",
    resolve: (path) => asSandboxPath(map(path)),
    launch(request) {
      running++;
      const launched = launch(plan, mapped(plan, request, map));
      return {
        ...launched,
        async conclude(exit) {
          const end = await launched.conclude(exit);
          // Commands that run at the same time share the folders; the last one leaves them fresh.
          if (--running === 0) folders.wipe();
          return end;
        },
      };
    },
    releaseNow,
    async release() {
      releaseNow();
      await plan.giveBack();
    },
  };
}

function mapped(
  { folders, stage }: RestrictedPlan,
  request: LaunchRequest,
  map: (path: string) => string,
): LaunchRequest {
  return {
    command: withMappedProgram(request.command, map),
    variables: { TMPDIR: folders.temporary, ...stage?.variables, ...mapVariables(request.variables, map) },
    workingDirectory: map(request.workingDirectory) as SandboxPath,
  };
}

function launch(plan: RestrictedPlan, request: LaunchRequest): Launched {
  const { cgroup, options } = plan;
  const killsBefore = cgroup?.countMemoryKills() ?? 0;
  const chain = [plan.python, "-I", "-S", "-B", guestProgram("launcher.py")];
  const child = spawnChain(joiningCgroup(cgroup, chain), { extra: ["pipe", "pipe"] });
  const document = child.stdio[3] as Writable;
  document.on("error", () => undefined);
  document.end(JSON.stringify(launcherDocument(plan, request)));
  let report = "";
  (child.stdio[4] as Readable).on("data", (chunk: Buffer) => (report += chunk.toString("utf8")));
  const kill = (): void => {
    // The supervisor kills everything below it and ends; it is killed itself where it does not.
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    setTimeout(() => killChain(child), killAfterMs).unref();
  };
  const watch = cgroup === undefined ? watchTree(child, options.limits, kill) : undefined;
  return {
    child,
    kill,
    async conclude(exit) {
      watch?.stop();
      const memoryKills = (cgroup?.countMemoryKills() ?? 0) - killsBefore;
      // Between two looks a fast program gets past the sandbox's limit, and to the one of a process, at which it ends itself.
      const peak = watch === undefined ? 0 : peakBytes(report);
      const isOutOfMemory =
        memoryKills > 0 || watch?.exceeded() === "memory" || peak > options.limits.memoryBytes;
      const wasKilled = exit.wasKilled || watch?.exceeded() !== undefined;
      return concludeReport(
        { ...exit, wasKilled },
        report,
        isOutOfMemory ? options.limits.memoryBytes : undefined,
      );
    },
  };
}

function launcherDocument(plan: RestrictedPlan, request: LaunchRequest): unknown {
  const { folders, options } = plan;
  const { readable, listable } = findReadablePaths(options.mounts);
  const writable = options.mounts.filter(({ access }) => access === "write").map(({ from }) => from);
  const filter = seccompProgram({
    architecture: seccompArchitecture(),
    allowNesting: false,
    sockets: options.network.kind === "none" ? "none" : "stream",
    sharesNamespaces: true,
  });
  return {
    parent: process.pid,
    user: plan.user ?? null,
    readable: [...readable, ...publicFiles, ...(options.readsProcesses === true ? ["/proc"] : [])],
    listable,
    writable: [...writable, folders.temporary, folders.home],
    devices,
    keeps: plan.keeps ?? null,
    limits: plan.limits.map(({ number, soft, hard }) => [number, soft, hard]),
    filter: Buffer.from(filter).toString("base64"),
    proxy: options.network.kind === "proxy" ? options.network.socket : null,
    variables: request.variables,
    directory: request.workingDirectory,
    command: request.command,
  };
}

/** The most memory of one process, by the supervisor's report. */
function peakBytes(report: string): number {
  return Number(report.trim().split(" ")[2] ?? 0);
}

/** Reads the supervisor's report. Without one it was killed: by us, or by what it supervised. */
function concludeReport(exit: ChainExit, report: string, exceededBytes: number | undefined): LaunchEnd {
  const [word, ...rest] = report.trim().split(" ");
  if (exceededBytes !== undefined && !report.startsWith("exit 0 ")) {
    return { status: "out-of-memory", limitBytes: exceededBytes };
  }
  if (word === "exit") return { status: "exited", exitCode: Number(rest[0]) };
  if (word === "signal") return commandEnd(128 + Number(rest[0]));
  if (word === "broken") return { status: "broken", reason: rest.join(" ") };
  if (exit.wasKilled || exit.signal !== null) return { status: "killed", signal: exit.signal ?? "SIGKILL" };
  return { status: "broken", reason: exit.stderr.trim() || `the launcher ended with code ${exit.exitCode}.` };
}
