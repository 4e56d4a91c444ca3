import { asSandboxPath, type Logger } from "../base/index.ts";
import { guestProgram, getGuestPython } from "./guest-python.ts";
import { installCommand } from "./install-command.ts";
import type { Confinement, Launched, LaunchRequest } from "./launch.ts";
import { holdToThisProcess } from "./lifeline.ts";
import { checkMountExists } from "./mount-checks.ts";
import { ownConfinement } from "./owned-sandbox.ts";
import { refuseOverlays } from "./overlays.ts";
import { createPathMap, createPrivateFolders, mapVariables, withMappedProgram } from "./private-folders.ts";
import { prlimitArguments, processLimits } from "./process-limits.ts";
import { findProgram } from "./programs.ts";
import type {
  Availability,
  IsolationTable,
  OwnedSandbox,
  SandboxBackend,
  SandboxOptions,
} from "./sandbox.ts";
import { killGroup, spawnChain } from "./spawn-chain.ts";
import { watchTree } from "./tree-watch.ts";
import { commandEnd } from "./command-end.ts";
import { countUserThreads } from "./process-status.ts";

/** No isolation: limits and time limits only. For code that its user trusts, and only when asked for by name. */
export const none: SandboxBackend = { name: "none", probe, create };

const no = (how: string): { confined: "no"; how: string } => ({ confined: "no", how });

const isolation: IsolationTable = {
  files: no("everything that the starting user may read and write"),
  network: no("the machine's own"),
  processes: { confined: "partly", how: "a time limit kills the command's process group; others survive" },
  memory: { confined: "partly", how: "looked at every 50 ms, with a hard bound per process" },
  cpu: { confined: "partly", how: "time limits per command and per process" },
  devices: no("the machine's own"),
  kernel_surface: no("every system call"),
  user: no("the starting user"),
};

function probe(): Promise<Availability> {
  if (findProgram("prlimit") === undefined) {
    return Promise.resolve({
      status: "unavailable",
      reason: "prlimit is not installed.",
      remedy: installCommand("util-linux"),
    });
  }
  return Promise.resolve({ status: "available", tier: "none", isolation, nestsSandboxes: false });
}

async function create(options: SandboxOptions, context: { readonly logger: Logger }): Promise<OwnedSandbox> {
  context.logger("warn", "sandbox-not-isolated", {
    message: "Code runs without any isolation, with all rights of the user who started this.",
  });
  for (const mount of options.mounts) checkMountExists(mount);
  refuseOverlays("none", options.mounts);
  return ownConfinement(confineNothing(options), options);
}

function confineNothing(options: SandboxOptions): Confinement {
  const folders = createPrivateFolders(undefined);
  const map = createPathMap(options.mounts, folders);
  let running = 0;
  return {
    name: "none",
    resolve: (path) => asSandboxPath(map(path)),
    launch(request) {
      running++;
      const launched = launch(options, {
        command: [...relayCommand(options), ...withMappedProgram(request.command, map)],
        variables: { TMPDIR: folders.temporary, ...mapVariables(request.variables, map) },
        workingDirectory: asSandboxPath(map(request.workingDirectory)),
      });
      return {
        ...launched,
        async conclude(exit) {
          if (--running === 0) folders.wipe();
          return launched.conclude(exit);
        },
      };
    },
    releaseNow: () => folders.remove(),
    release: () => Promise.resolve(folders.remove()),
  };
}

function relayCommand(options: SandboxOptions): string[] {
  if (options.network.kind === "none") return [];
  return [getGuestPython(), "-I", "-S", "-B", guestProgram("relay.py"), options.network.socket, "0"];
}

/** The descriptor of a chain's lifeline. */
const lifeline = 3;

function launch(options: SandboxOptions, request: LaunchRequest): Launched {
  const processes = countUserThreads() + options.limits.processes;
  const limits = prlimitArguments(processLimits(options.limits, { processes, boundsData: true }));
  const command = [findProgram("prlimit") ?? "prlimit", ...limits, ...request.command];
  const child = spawnChain(holdToThisProcess(command, { lifeline, cgroup: undefined }), {
    extra: ["pipe"],
    variables: request.variables,
    directory: request.workingDirectory,
  });
  let isConcluded = false;
  const kill = (): void => {
    if (!isConcluded) killGroup(child);
  };
  const watch = watchTree(child, options.limits, kill);
  return {
    child,
    kill,
    async conclude(exit) {
      watch.stop();
      isConcluded = true;
      if (watch.exceeded() === "memory")
        return { status: "out-of-memory", limitBytes: options.limits.memoryBytes };
      return exit.signal === null
        ? commandEnd(exit.exitCode ?? 0)
        : { status: "killed", signal: exit.signal };
    },
  };
}
