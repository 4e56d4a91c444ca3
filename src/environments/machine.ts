import { asSandboxPath, joinPath, type HostPath, type SandboxPath } from "../base/index.ts";
import type {
  CommandOutcome,
  Mount,
  NetworkAccess,
  OwnedSandbox,
  ResourceLimits,
  RunOptions,
} from "../sandbox/index.ts";
import { systemMounts } from "../sandbox/index.ts";
import type { BuildSystem, Resolve, Toolchain } from "./build-system.ts";
import type { EnvironmentOptions } from "./options.ts";

/** Where a dependency layer is mounted, always. */
export const LAYER_PATH = asSandboxPath("/diorama/environment");

/** Where a tree is mounted while its tests run. */
export const TREE_PATH = asSandboxPath("/diorama/tree");

/** Where a copy of the tree is mounted while it is built. */
export const SOURCE_PATH = asSandboxPath("/diorama/source");

/** Folder for files of a job, writable in its sandbox. */
export const WORK_PATH = asSandboxPath("/diorama/work");

const MIB = 2 ** 20;

/** Bounds of installing and building: compilers and large packages fit. */
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
  readonly resolve: Resolve;
}

/** What a machine is made for. */
export interface MachineOptions {
  readonly system: BuildSystem;
  readonly toolchain: Toolchain;
  /** Files that are laid over the system's own. */
  readonly systemLayer: HostPath | undefined;
  /** Beside those of the system and the toolchain. */
  readonly mounts: readonly Mount[];
  readonly limits: ResourceLimits;
  readonly network: NetworkAccess;
  readonly workerNumber?: number;
}

/** Where a sandbox has the system's programs. */
export const SYSTEM_FOLDERS: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin"];

/** Where programs in a sandbox are looked for: those of the layer, of the system, then in further folders. */
export function searchPath(resolve: Resolve, ...further: readonly string[]): string {
  return [resolve(joinPath(LAYER_PATH, "bin")), ...SYSTEM_FOLDERS, ...further].join(":");
}

/** Starts a sandbox with the system's libraries and a toolchain. Dispose it. */
export async function startMachine(
  { system, toolchain, systemLayer, mounts, limits, network, workerNumber }: MachineOptions,
  { backend, logger, signal }: EnvironmentOptions,
): Promise<Machine> {
  const sandbox: OwnedSandbox = await backend.create(
    {
      mounts: [...systemMounts(systemLayer), ...system.mountsOf(toolchain, "making"), ...mounts],
      limits,
      network,
      variables: { ...system.variables },
      workingDirectory: asSandboxPath("/tmp"),
      ...(workerNumber === undefined ? {} : { workerNumber }),
    },
    { logger },
  );
  const resolve = (path: string): SandboxPath => sandbox.resolve(asSandboxPath(path));
  const places = {
    HOME: resolve("/home/diorama"),
    TMPDIR: resolve("/tmp"),
    PATH: searchPath(resolve),
  };
  return {
    run: (command, options) =>
      sandbox.run(command, { signal, ...options, variables: { ...places, ...options.variables } }),
    resolve: (path) => sandbox.resolve(path),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

/** A folder that programs in the sandbox may write. */
export function writable(from: HostPath, to: SandboxPath): Mount {
  return { from, to, access: "write" };
}

/** A folder or file that programs in the sandbox may read. */
export function readable(from: HostPath, to: SandboxPath): Mount {
  return { from, to, access: "read" };
}
