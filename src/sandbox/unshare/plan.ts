import { getGuestPython, guestProgram } from "../guest-python.ts";
import type { LaunchRequest } from "../launch.ts";
import type { NamespacePlan } from "../namespace-confinement.ts";
import { prepareNamespaces, sharedMemoryBytes, type NamespacePreparation } from "../namespace-preparation.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { sandboxHome } from "../system-mounts.ts";

/**
 * Checks the mounts, prepares what outlives a command; the guest program `unshare.py` does the rest for each command. It runs with
 * `python`, which need not be mounted; the default is the system's. Throws `no-python` where there is none.
 */
export async function planUnshare(
  options: SandboxOptions,
  python: string = getGuestPython(),
): Promise<NamespacePlan> {
  const prepared = await prepareNamespaces(options);
  const { cgroup, front, giveBack, prefix } = prepared;
  const program = [python, "-I", "-S", "-B", guestProgram("unshare.py")];
  const chain = (request: LaunchRequest): string[] => {
    const variables = Object.entries(request.variables).map(([name, value]) => `${name}=${value}`);
    const document = JSON.stringify(describe(prepared, request));
    return [...front, ...program, document, ...variables, "--", ...prefix, ...request.command];
  };
  return { name: "unshare", options: prepared.options, chain, cgroup, giveBack };
}

function describe({ limits, options, user }: NamespacePreparation, request: LaunchRequest): unknown {
  const { scratchBytes } = options.limits;
  return {
    mounts: options.mounts.map(({ from, to, access }) => [from, to, access]),
    user: user ?? null,
    nests: options.nestsSandboxes === true,
    limits: limits().map(({ number, soft, hard }) => [number, soft, hard]),
    private: [
      ["/dev/shm", sharedMemoryBytes(options.limits)],
      ["/tmp", scratchBytes],
      [sandboxHome, scratchBytes],
    ],
    hostname: "diorama",
    directory: request.workingDirectory,
  };
}
