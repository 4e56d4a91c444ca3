import { asSandboxPath, joinPath, type HostPath, type SandboxPath } from "../base/index.ts";
import {
  codeCovers,
  interpreterMounts,
  packageCovers,
  systemMounts,
  type CommandOutcome,
  type Mount,
  type NetworkAccess,
  type OwnedSandbox,
  type ResourceLimits,
  type RunOptions,
} from "../sandbox/index.ts";
import type { Interpreter } from "./interpreter.ts";
import type { EnvironmentOptions } from "./options.ts";

/** Where a dependency layer is mounted, always. */
export const LAYER_PATH = asSandboxPath("/diorama/environment");

/** Where a tree is mounted while its tests run. */
export const TREE_PATH = asSandboxPath("/diorama/tree");

/** The interpreter of a mounted layer. */
export const LAYER_PYTHON = joinPath(LAYER_PATH, "bin", "python");

const MIB = 2 ** 20;

/** Bounds of installing and building: compilers and large wheels fit. */
export const INSTALL_LIMITS: ResourceLimits = {
  memoryBytes: 4096 * MIB,
  processes: 512,
  fileBytes: 4096 * MIB,
  scratchBytes: 2048 * MIB,
};

/** Bounds of a repository's own tests. */
export const TEST_LIMITS: ResourceLimits = {
  memoryBytes: 1536 * MIB,
  processes: 256,
  fileBytes: 512 * MIB,
  scratchBytes: 512 * MIB,
};

/** A sandbox for one job of making an environment; commands get home, temporary folder and path. */
export interface Machine extends AsyncDisposable {
  run(command: readonly string[], options: RunOptions): Promise<CommandOutcome>;
  resolve(path: SandboxPath): SandboxPath;
}

/** What a machine is made for. */
export interface MachineOptions {
  /** Beside those of the system and the interpreter. */
  readonly mounts: readonly Mount[];
  /** Real path of the interpreter. */
  readonly interpreter: string;
  readonly limits: ResourceLimits;
  readonly network: NetworkAccess;
  readonly workerNumber?: number;
}

/** Starts a sandbox with the system's libraries and an interpreter. Dispose it. */
export async function startMachine(
  { mounts, interpreter, limits, network, workerNumber }: MachineOptions,
  { backend, logger, signal }: EnvironmentOptions,
): Promise<Machine> {
  const sandbox: OwnedSandbox = await backend.create(
    {
      mounts: [...runtimeMounts(interpreter), ...mounts],
      limits,
      network,
      variables: { LANG: "C.UTF-8", TZ: "UTC", PYTHONDONTWRITEBYTECODE: "1", PYTHONNOUSERSITE: "1" },
      workingDirectory: asSandboxPath("/tmp"),
      ...(workerNumber === undefined ? {} : { workerNumber }),
    },
    { logger },
  );
  const resolve = (path: string): SandboxPath => sandbox.resolve(asSandboxPath(path));
  const places = {
    HOME: resolve("/home/diorama"),
    TMPDIR: resolve("/tmp"),
    PATH: [resolve(joinPath(LAYER_PATH, "bin")), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
  };
  return {
    run: (command, options) =>
      sandbox.run(command, { signal, ...options, variables: { ...places, ...options.variables } }),
    resolve: (path) => sandbox.resolve(path),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

/** Mounts of the system and an interpreter, without any dependencies. */
function runtimeMounts(interpreter: string): readonly Mount[] {
  return [...systemMounts(), ...interpreterMounts(interpreter), ...packageCovers(interpreter)];
}

/** The same for code that may find no Python but its interpreter's own library. */
export function confinedMounts({ path, release }: Interpreter): readonly Mount[] {
  return [...systemMounts(), ...interpreterMounts(path), ...codeCovers(path, release)];
}

/** A folder that programs in the sandbox may write. */
export function writable(from: HostPath, to: SandboxPath): Mount {
  return { from, to, access: "write" };
}

/** A folder or file that programs in the sandbox may read. */
export function readable(from: HostPath, to: SandboxPath): Mount {
  return { from, to, access: "read" };
}
