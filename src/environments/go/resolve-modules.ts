import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { BuildDescription, BuildPlan, Toolchain } from "../build-system.ts";
import { categoryOfOutput } from "../failure-category.ts";
import { failed, made, type Step } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { listRegularFiles } from "../tree.ts";
import { SCRIPTS, scripts } from "./guests.ts";
import { formatLock, parseLock, type ModuleLock } from "./module-lock.ts";

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
  if (known !== undefined) return { layOut: (target) => layOut(parseLock(known), files, target) };
  return {
    what:
      files.has("go.mod") || files.has("go.work")
        ? "the modules that go.mod names"
        : "a go.mod with the newest modules",
    job: {
      network: "registries",
      mounts: [scripts],
      commands: (at) => [
        {
          words: ["sh", at(joinPath(SCRIPTS, "resolve-modules.sh"))],
          timeoutMs: RESOLUTION_TIMEOUT_MS,
          variables: {
            GO: toolchain.path,
            SOURCE: at(SOURCE_PATH),
            WORK: at(WORK_PATH),
            MODULE: modulePath,
          },
          categoryOf: (outcome) => categoryOfOutput(outcome, "resolution_failed"),
        },
      ],
    },
    retry: () => undefined,
    collect(work, target) {
      const lock = readResolved(work, files);
      return lock.status === "failed" ? lock : made(layOut(lock.value, files, target));
    },
    otherwise: () => undefined,
  };
}

/** Lays what the tree lacks, or has otherwise, into the target. */
function layOut(lock: ModuleLock, files: RepositoryFiles, target: HostPath): BuildDescription {
  for (const [path, text] of Object.entries(lock.files)) {
    if (files.text(path) === text) continue;
    const place = joinPath(target, "tree", path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return { importRoots: ["."], details: { lock: formatLock(lock) } };
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
