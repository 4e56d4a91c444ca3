import { dirname } from "node:path";

import { joinPath, type HostPath, type SandboxPath, type StagingDirectory } from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import { anonymous, type AcquiredSource } from "../../sources/index.ts";
import type { BuildSystem, Toolchain } from "../build-system.ts";
import { expectDiskSpace } from "../disk-space.ts";
import type { Environment } from "../environment.ts";
import {
  INSTALL_LIMITS,
  LAYER_PATH,
  readable,
  startMachine,
  SYSTEM_FOLDERS,
  TEST_LIMITS,
  TREE_PATH,
  WORK_PATH,
  writable,
} from "../machine.ts";
import type { EnvironmentOptions } from "../options.ts";
import { openInstallation, type Installation } from "../run-job.ts";
import { materialiseTree } from "../tree.ts";

// Commands of somebody who looks for what is wrong. They see a copy of the tree that is theirs to spoil, the layer of what was tried last, which they cannot
// write, and nothing of this machine's user: no variables, no credentials of registries. Nothing that they leave behind is seen by a trial.

/** A command line and how it may run. */
export interface BenchCommand {
  /** Given to a shell. */
  readonly line: string;
  /** True where it may reach the registries; else it has no network. */
  readonly isOnline: boolean;
  readonly timeoutMs: number;
}

/** What commands see. */
interface Surroundings {
  readonly system: BuildSystem;
  readonly acquired: AcquiredSource;
  readonly options: EnvironmentOptions;
  readonly staging: StagingDirectory;
}

/** Runs commands one after the other over one copy of a tree. Dispose it. */
export class CommandMachine implements AsyncDisposable {
  readonly #surroundings: Surroundings;
  #tree: Promise<HostPath> | undefined;
  #installation: Promise<Installation> | undefined;
  #folders: readonly string[] = [];

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Folders in which commands ran, as they saw them. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Runs a command; `environment` is what was installed last, undefined where nothing could be. */
  async run(
    command: BenchCommand,
    toolchain: Toolchain,
    environment: Environment | undefined,
  ): Promise<CommandOutcome> {
    const { system, options, staging } = this.#surroundings;
    const tree = await (this.#tree ??= this.#layOut(environment));
    const work = staging.folder("command-work");
    const installation = command.isOnline ? await this.#openProxy(toolchain) : undefined;
    await using machine = await startMachine(
      {
        system,
        toolchain,
        systemLayer: environment?.systemLayer,
        mounts: [
          ...(environment === undefined ? [] : [readable(environment.layer, LAYER_PATH)]),
          ...(installation?.tools.mounts ?? []),
          writable(tree, TREE_PATH),
          writable(work, WORK_PATH),
        ],
        limits: command.isOnline ? INSTALL_LIMITS : (system.testLimits ?? TEST_LIMITS),
        network:
          installation === undefined
            ? { kind: "none" }
            : { kind: "proxy", socket: installation.proxy.socket },
      },
      options,
    );
    const [root, own] = [TREE_PATH, WORK_PATH].map((path) => machine.resolve(path));
    this.#folders = [root, own, machine.resolve(LAYER_PATH)].flatMap((path) => path ?? []);
    const outcome = await machine.run(["sh", "-c", command.line], {
      timeoutMs: command.timeoutMs,
      workingDirectory: machine.resolve(TREE_PATH),
      variables: {
        ...environment?.recipe.variables,
        ...installation?.tools.variables(machine.resolve),
        PATH: [...places(installation, machine.resolve), dirname(toolchain.path), ...SYSTEM_FOLDERS].join(
          ":",
        ),
      },
    });
    expectDiskSpace(options.cacheDirectory, outcome);
    return outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#installation)?.[Symbol.asyncDispose]();
  }

  async #layOut(environment: Environment | undefined): Promise<HostPath> {
    const { acquired, staging } = this.#surroundings;
    const tree = staging.folder("command-tree");
    await materialiseTree(acquired, environment, tree);
    return tree;
  }

  #openProxy(toolchain: Toolchain): Promise<Installation> {
    const { system, options, staging } = this.#surroundings;
    const { indexConfiguration, machine } = options;
    return (this.#installation ??= openInstallation({
      system,
      toolchain,
      staging,
      options: {
        ...options,
        // What a command prints goes to a model.
        indexConfiguration: anonymous(indexConfiguration),
        machine: { path: machine.path, home: machine.home },
      },
    }));
  }
}

/** The layer's programs first, then the installer's own. */
function places(installation: Installation | undefined, resolve: (path: SandboxPath) => string): string[] {
  const tools = installation?.tools.mounts.map(({ to }) => dirname(resolve(to))) ?? [];
  return [resolve(joinPath(LAYER_PATH, "bin")), ...new Set(tools)];
}
