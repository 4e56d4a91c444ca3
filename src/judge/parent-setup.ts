import {
  asSandboxPath,
  joinPath,
  type HostPath,
  type RepositoryPath,
  type SandboxPath,
} from "../base/index.ts";
import {
  seccompArchitecture,
  nestingSeccompProgram,
  ownGroupMark,
  ownProcessMark,
  seccompProgram,
  type OwnedSandbox,
  type SandboxOptions,
} from "../sandbox/index.ts";
import type { Driver, Service, Trust, Variation } from "../languages/index.ts";
import type { Runtime } from "./judge.ts";
import type { SetUp } from "./protocol/set-up.ts";
import { WORLD } from "./protocol/world.ts";

/** What makes two parents interchangeable, and what starting one takes. */
export interface ParentPlan {
  readonly runtime: Runtime;
  readonly tree: HostPath;
  readonly importRoots: readonly RepositoryPath[];
  readonly editedFile: RepositoryPath;
  readonly otherFiles: readonly RepositoryPath[];
  readonly driver: Driver;
  /** The driver's programs with the supervisor's: see `GuestPrograms`. */
  readonly programs: HostPath;
  readonly variation: Variation;
  readonly preload: Preload;
  readonly trust: Trust;
  readonly serves: Service;
  /** The original file and its import name, to be imported ahead; own code only. */
  readonly resident: { readonly text: string; readonly module: string } | undefined;
  /** Whether children get namespaces of their own. */
  readonly nests: boolean;
  /** Unique among the parents that live at the same time. */
  readonly workerNumber: number;
}

/** Modules to import before the first evaluation, in order, and files to compile for those that come with each. */
export interface Preload {
  readonly modules: readonly string[];
  readonly compile: readonly SandboxPath[];
}

/** A parent that has loaded nothing of the repository. */
export const nothingLoaded: Preload = { modules: [], compile: [] };

const guestFolder = asSandboxPath("/diorama/guest");
const treeFolder = asSandboxPath("/repository");
const scratchFolder = asSandboxPath("/tmp");
const mebibyte = 1024 * 1024;

/** Bounds of the whole sandbox; each child has tighter ones of its own. */
const bounds = {
  memoryBytes: 4096 * mebibyte,
  processes: 96,
  fileBytes: 64 * mebibyte,
  scratchBytes: 128 * mebibyte,
};
const childProcesses = 64;

/** The sandbox that a parent lives in. */
export function parentSandbox(plan: ParentPlan): SandboxOptions {
  return {
    mounts: [
      ...plan.runtime.mounts,
      { from: plan.programs, to: guestFolder, access: "read" },
      { from: plan.tree, to: treeFolder, access: plan.nests ? "read" : "write" },
    ],
    limits: bounds,
    network: { kind: "none" },
    variables: { ...plan.runtime.variables, ...plan.driver.variables(plan.variation) },
    workingDirectory: asSandboxPath("/"),
    nestsSandboxes: plan.nests,
    readsProcesses: !plan.nests,
    workerNumber: plan.workerNumber,
  };
}

/** The command that starts it. */
export function parentCommand(
  { driver, runtime, variation }: ParentPlan,
  sandbox: OwnedSandbox,
): readonly string[] {
  const interpreter = sandbox.resolve(runtime.interpreter);
  return driver.parentCommand({ interpreter, programs: sandbox.resolve(guestFolder) }, variation);
}

/** What the parent is told first. */
export function parentSetup(plan: ParentPlan, sandbox: OwnedSandbox): SetUp {
  const tree = sandbox.resolve(treeFolder);
  const architecture = seccompArchitecture();
  // A sandbox that lets its programs nest binds them by a filter of its own: what that leaves open is refused to children.
  const program = plan.nests
    ? nestingSeccompProgram(architecture)
    : seccompProgram({ architecture, allowNesting: false, keepsSignals: true });
  return {
    nests: plan.nests,
    // Its owner empties it after each evaluation where children have no folders of their own.
    scratch: plan.nests
      ? scratchFolder
      : joinPath(sandbox.resolve(scratchFolder), `diorama-judge-${process.pid}-${plan.workerNumber}`),
    scratch_bytes: bounds.scratchBytes,
    file_bytes: bounds.fileBytes,
    processes: childProcesses,
    tree,
    edited_path: joinPath(tree, plan.editedFile),
    other_paths: plan.otherFiles.map((path) => joinPath(tree, path)),
    file_date: WORLD.fileDateSeconds,
    import_roots: plan.importRoots.map((root) => (root === "." ? tree : joinPath(tree, root))),
    preload: plan.preload.modules,
    compile: plan.preload.compile,
    loads: plan.driver.loads(plan.serves, plan.trust),
    resident: plan.resident ?? null,
    seccomp: Buffer.from(program).toString("hex"),
    own_marks: { process: ownProcessMark, group: ownGroupMark },
  };
}
