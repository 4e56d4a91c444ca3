import { chmodSync, writeFileSync } from "node:fs";

import { asSandboxPath, joinPath, type HostPath, type StagingDirectory } from "../base/index.ts";
import type { ProgramCall, ProgramCommand } from "../languages/index.ts";
import type { CommandOutcome } from "../sandbox/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { BuildSystem } from "./build-system.ts";
import { expectDiskSpace } from "./disk-space.ts";
import type { Environment } from "./environment.ts";
import {
  LAYER_PATH,
  readable,
  searchPath,
  startMachine,
  TEST_LIMITS,
  TREE_PATH,
  writable,
} from "./machine.ts";
import type { EnvironmentOptions, TestLimits } from "./options.ts";
import { materialiseTree } from "./tree.ts";

const GUEST_PATH = asSandboxPath("/diorama/guest");
const REPORT_PATH = asSandboxPath("/diorama/report");
const PROGRAMS_PATH = asSandboxPath("/diorama/programs");

/** What is needed to run code of one repository in one environment. */
export interface TreeSetup {
  readonly system: BuildSystem;
  readonly environment: Environment;
  readonly acquired: Pick<AcquiredSource, "directory" | "files">;
  readonly staging: StagingDirectory;
  readonly options: EnvironmentOptions;
  readonly limits: TestLimits;
}

/** A command over a copy of the tree. */
export interface TreeRun {
  /** Of the folders that it works in, once per staging folder. */
  readonly name: string;
  readonly seed: number;
  readonly timeoutMs: number;
  readonly workerNumber: number;
  /** A folder that the command may write, for what it reports. */
  readonly report: HostPath;
  command(call: TreeCall): ProgramCommand;
}

/** Where a command over a tree finds things. Paths are those that programs in its sandbox see. */
export interface TreeCall extends ProgramCall {
  readonly tree: string;
  readonly report: string;
}

/** Runs one command without network over a fresh copy of the tree with products: whatever ran before may have left anything in another. */
export async function runInTree(
  { system, environment, acquired, staging, options }: TreeSetup,
  run: TreeRun,
): Promise<CommandOutcome> {
  const { layer, toolchain, recipe, systemLayer, products } = environment;
  const tree = staging.folder(`tree-${run.name}`);
  // Of its own in each run: what is started by name is told where the sandbox has everything, which shows when it is there.
  const programs = staging.folder(`programs-${run.name}`);
  await materialiseTree(acquired, environment, tree);
  await using machine = await startMachine(
    {
      system,
      toolchain,
      systemLayer,
      mounts: [
        readable(layer, LAYER_PATH),
        readable(system.guests, GUEST_PATH),
        writable(programs, PROGRAMS_PATH),
        writable(tree, TREE_PATH),
        writable(run.report, REPORT_PATH),
      ],
      limits: system.testLimits ?? TEST_LIMITS,
      network: { kind: "none" },
      workerNumber: run.workerNumber,
    },
    options,
  );
  const root = machine.resolve(TREE_PATH);
  const call: TreeCall = {
    program: machine.resolve(environment.program),
    guests: machine.resolve(GUEST_PATH),
    searchPaths: recipe.import_roots.map((path) => (path === "." ? root : `${root}/${path}`)),
    seed: run.seed,
    tree: root,
    report: machine.resolve(REPORT_PATH),
  };
  for (const [name, text] of system.ownPrograms?.(call, products) ?? []) {
    writeFileSync(joinPath(programs, name), text);
    chmodSync(joinPath(programs, name), 0o755);
  }
  const { words, variables, input } = run.command(call);
  const outcome = await machine.run(words, {
    timeoutMs: run.timeoutMs,
    workingDirectory: root,
    variables: {
      PATH: [machine.resolve(PROGRAMS_PATH), searchPath(machine.resolve)].join(":"),
      ...recipe.variables,
      ...variables,
    },
    ...(input === undefined ? {} : { input }),
  });
  expectDiskSpace(options.cacheDirectory, outcome);
  return outcome;
}
