import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { joiningCgroup, removeCgroup, type Cgroup } from "../cgroups.ts";
import { killChain, spawnChain } from "../spawn-chain.ts";
import { watchTree, type TreeWatch } from "../tree-watch.ts";
import { commandEnd } from "../command-end.ts";
import type { ChainExit, Confinement, Launched, LaunchEnd, LaunchRequest } from "../launch.ts";
import { seccompArchitecture, seccompProgram } from "../seccomp.ts";
import type { SandboxOptions } from "../sandbox.ts";

/** How a chain of programs is put together for this sandbox. */
export interface BubblewrapPlan {
  readonly options: SandboxOptions;
  /** Program and arguments in front of and with the command. */
  chain(request: LaunchRequest): readonly string[];
  readonly cgroup: Cgroup | undefined;
  /** Gives back what the sandbox borrowed, after its last process is gone. */
  giveBack(): Promise<void>;
}

/** Runs a plan's chains, each with the seccomp filter and a pipe for bubblewrap's word on how the command ended. */
export function confineWithBubblewrap(plan: BubblewrapPlan): Confinement {
  const { options, cgroup } = plan;
  const folder = mkdtempSync(join(tmpdir(), "diorama-sandbox-"));
  const filter = join(folder, "seccomp.bpf");
  const allowNesting = options.nestsSandboxes === true;
  writeFileSync(filter, seccompProgram({ architecture: seccompArchitecture(), allowNesting }));
  const releaseNow = (): void => {
    cgroup?.kill();
    removeCgroup(cgroup);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    name: "bubblewrap",
    launch: (request) => launch(plan, filter, request),
    resolve: (path) => path,
    releaseNow,
    async release() {
      releaseNow();
      await plan.giveBack();
    },
  };
}

function launch(plan: BubblewrapPlan, filter: string, request: LaunchRequest): Launched {
  const { cgroup } = plan;
  const killsBefore = cgroup?.countMemoryKills() ?? 0;
  const filterDescriptor = openSync(filter, "r");
  const child = spawnChain(joiningCgroup(cgroup, plan.chain(request)), { extra: ["pipe", filterDescriptor] });
  closeSync(filterDescriptor);
  let status = "";
  (child.stdio[3] as Readable).on("data", (chunk: Buffer) => (status += chunk.toString("utf8")));
  const watch =
    cgroup === undefined ? watchTree(child, plan.options.limits, () => killChain(child)) : undefined;
  return {
    child,
    kill: () => killChain(child),
    conclude: (exit) => {
      watch?.stop();
      const memoryKills = (cgroup?.countMemoryKills() ?? 0) - killsBefore;
      return concludeChain(exit, status, { isOutOfMemory: memoryKills > 0 || overMemory(watch), plan });
    },
  };
}

function overMemory(watch: TreeWatch | undefined): boolean {
  return watch?.exceeded() === "memory";
}

/** Reads `--json-status-fd`: an exit code stands there only where the command was started. */
function concludeChain(
  exit: ChainExit,
  status: string,
  about: { readonly isOutOfMemory: boolean; readonly plan: BubblewrapPlan },
): LaunchEnd {
  const reported = /"exit-code":\s*(\d+)/.exec(status)?.[1];
  const exitCode = reported === undefined ? undefined : Number(reported);
  if (about.isOutOfMemory && exitCode !== 0) {
    return { status: "out-of-memory", limitBytes: about.plan.options.limits.memoryBytes };
  }
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
    reason: exit.stderr.trim() || `bubblewrap ended with code ${exit.exitCode} before the command.`,
  };
}
