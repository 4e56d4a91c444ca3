import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { BuildPlan, Resolve, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { planLockBuild, type LockBuild } from "../lock-build.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { manifestsWith, withTexts, type AskedVersions } from "./asked-versions.ts";
import { withoutDependencies } from "./idle-workspaces.ts";
import { packageLocks, type PackageLock } from "./installed-lock.ts";
import { locksOfRegistry } from "./lock-addresses.ts";
import { manifestsOverriding } from "./overrides.ts";
import {
  findForeignTools,
  managedFiles,
  withLernaWorkspace,
  withoutTools,
  type DeclaredTool,
} from "./package-files.ts";
import type { PackageManager } from "./package-manager.ts";
import { manifestWithPlugins, uninstalledPlugins } from "./tap-plugins.ts";

const RESOLUTION_TIMEOUT_MS = 900_000;
const MAX_BYTES = 64 * 2 ** 20;

/** What decides how a tree's packages are resolved. */
export interface PackageRequest {
  readonly files: RepositoryFiles;
  /** What is asked for otherwise than manifests say. */
  readonly versions: AskedVersions | undefined;
  /** Versions of packages wherever they are installed. */
  readonly overrides: AskedVersions;
  /** Development dependencies that are left out, beside those that no registry has. */
  readonly leftOut: readonly DeclaredTool[];
  /** Packages of the workspace whose dependencies are left out. */
  readonly idle: readonly RepositoryPath[];
  /** True where the tree's lock file does not count. */
  readonly isLockAside: boolean;
  readonly manager: PackageManager;
  readonly toolchain: Toolchain;
  /** A lock that is known already: then nothing is found out. */
  readonly known: string | undefined;
}

/** Finds out what a tree's packages need: what its lock file says where that is true, else the newest that the manifests allow. */
export function planPackages({
  files,
  versions,
  overrides,
  leftOut,
  idle,
  isLockAside,
  manager,
  toolchain,
  known,
}: PackageRequest): BuildPlan {
  const { name, packages, lockFile } = manager;
  const workspace = withLernaWorkspace(files);
  const tools = [...findForeignTools(files), ...leftOut];
  const installable = {
    ...workspace,
    ...withoutTools(withTexts(files, workspace), tools),
    ...withoutDependencies(files, idle),
  };
  const changed = versions === undefined ? {} : manifestsWith(versions, withTexts(files, installable));
  const asking = { ...installable, ...changed };
  const isOverriding = Object.keys(overrides).length > 0;
  const overriding = isOverriding ? manifestsOverriding(overrides, withTexts(files, asking), name) : {};
  const isLocked = files.has(lockFile) && !isLockAside;
  const locks = isLocked ? locksOfRegistry(files, lockFile) : {};
  const manifests = { ...asking, ...overriding, ...locks };
  const plugins = name === "npm" ? uninstalledPlugins(files) : [];
  const without = leftOut.map(({ path, name }) => `${path} ${name}`);
  const decided = {
    ...(versions && { versions }),
    ...(isOverriding && { overrides }),
    ...(without.length > 0 && { without }),
    ...(idle.length > 0 && { idle }),
    ...(isLockAside && { anew: true }),
    ...(plugins.length > 0 && { plugins }),
  };
  const own = Object.entries(manifests).map(([path, text]) => [`manifests/${path}`, text] as const);
  const build: LockBuild<PackageLock> = {
    what: isLocked ? `the packages that ${lockFile} names` : `a ${lockFile} with the newest packages`,
    decidedBy: Object.keys(decided).length === 0 ? undefined : decided,
    job: scriptJob(guestsOf("javascript"), {
      name: "resolve-packages.sh",
      files: Object.fromEntries(own),
      words: packages,
      network: "registries",
      timeoutMs: RESOLUTION_TIMEOUT_MS,
      variables: (at) => ({
        ...managerVariables(toolchain, name, at),
        LOCK: lockFile,
        LOCKED: isLocked ? lockFile : "",
        SOURCE: at(SOURCE_PATH),
        PLUGINS: plugins.join(" "),
      }),
      otherwise: "resolution_failed",
    }),
    form: packageLocks,
    read(work) {
      const asked = withTexts(files, manifests);
      return readResolved(work, withTexts(asked, manifestWithPlugins(plugins, asked)), manager);
    },
    treeFiles: () => ({}),
  };
  return planLockBuild(build, files, known);
}

/** What our scripts read of a toolchain and a manager. */
export function managerVariables(
  { path }: Toolchain,
  manager: PackageManager["name"],
  at: Resolve,
): Record<string, string> {
  return { NODE: path, MANAGER: manager, WORK: at(WORK_PATH) };
}

function readResolved(
  work: HostPath,
  files: RepositoryFiles,
  { name, lockFile }: PackageManager,
): Step<PackageLock> {
  const text = (path: string): string => readForeignText(joinPath(work, path), MAX_BYTES);
  const lock = text("lock");
  if (lock === "") return failed("resolution_failed", `${name} wrote no ${lockFile}.`);
  const own = ["package.json", "package-lock.json"].map((path) => [path, text(`manager/${path}`)] as const);
  return made({
    format: "javascript-packages/1",
    manager: name,
    manager_files: Object.fromEntries(own.filter(([, content]) => content !== "")),
    options: text("options")
      .split("\n")
      .filter((option) => option !== ""),
    files: { ...managedFiles(files), [lockFile]: lock },
  });
}
