import { existsSync } from "node:fs";

import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { BuildPlan, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { planLockBuild, type LockBuild } from "../lock-build.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { listRegularFiles } from "../tree.ts";
import { moduleLocks, type ModuleLock } from "./module-lock.ts";

const RESOLUTION_TIMEOUT_MS = 600_000;
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Finds out what a tree's modules need, at the versions that its `go.mod` names; where it has none, or forgets some, what was decided is laid over the
 * tree. With a lock nothing is found out.
 */
export function planModules(
  files: RepositoryFiles,
  modulePath: string,
  toolchain: Toolchain,
  known: string | undefined,
): BuildPlan {
  const build: LockBuild<ModuleLock> = {
    what:
      files.has("go.mod") || files.has("go.work")
        ? "the modules that go.mod names"
        : "a go.mod with the newest modules",
    job: scriptJob(guestsOf("go"), {
      name: "resolve-modules.sh",
      network: "registries",
      timeoutMs: RESOLUTION_TIMEOUT_MS,
      variables: (at) => ({
        GO: toolchain.path,
        SOURCE: at(SOURCE_PATH),
        WORK: at(WORK_PATH),
        MODULE: modulePath,
      }),
      otherwise: "resolution_failed",
    }),
    form: moduleLocks,
    read: (work) => readResolved(work, files),
    treeFiles: (lock) => lock.files,
  };
  return planLockBuild(build, files, known);
}

/** Reads what the job found out. */
function readResolved(work: HostPath, files: RepositoryFiles): Step<ModuleLock> {
  const text = (name: string): string => readForeignText(joinPath(work, name), MAX_BYTES);
  const flags = text("flags").trim();
  const directories = text("directories")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  if (directories[0]?.[0] === "") return failed("resolution_failed", "No module of the tree was found.");
  const isVendored = flags === "-mod=vendor";
  const imports = readImports(text("packages"), isVendored);
  const folder = joinPath(work, "files");
  const own = listRegularFiles(folder).map((path): [RepositoryPath, string] => [
    path,
    readForeignText(joinPath(folder, path), MAX_BYTES),
  ]);
  // A go.mod that is vendored holds what it held: nothing of it may change.
  const kept = isVendored
    ? own.map(([path]): [RepositoryPath, string] => [path, files.text(path) ?? ""])
    : own;
  return made({
    format: "go-modules/1",
    flags,
    placed: existsSync(joinPath(work, "placed")),
    files: Object.fromEntries(kept),
    modules: directories.map(([path = "", directory = ""]) => ({
      path,
      directory: directory === "" ? "." : directory,
      imports: imports.get(path) ?? [],
    })),
  });
}

/** What each main module's packages import that is none of the tree's, sorted. Of vendored modules only the standard library is outside. */
function readImports(text: string, isVendored: boolean): ReadonlyMap<string, string[]> {
  const own = new Set<string>();
  const imported = new Map<string, Set<string>>();
  let module = "";
  let isProgram = false;
  for (const line of text.split("\n")) {
    const [kind = "", name = ""] = line.split(" ");
    if (kind === "module") module = name;
    if (kind === "own") {
      own.add(name);
      // The program that go makes of a package's tests.
      isProgram = name.endsWith(".test");
    }
    if (kind !== "imports" || isProgram) continue;
    const found = imported.get(module) ?? new Set();
    imported.set(module, found.add(name));
  }
  const isOutside = (name: string): boolean =>
    !own.has(name) && name !== "C" && (!isVendored || !/^[^/]*\./.test(name));
  return new Map([...imported].map(([path, names]) => [path, [...names].filter(isOutside).sort()]));
}
