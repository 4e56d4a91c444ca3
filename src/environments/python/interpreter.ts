import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

import { asHostPath, parseJson } from "../../base/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, namesIn } from "../find-programs.ts";
import { compareReleases, satisfiesPython } from "./version-specifier.ts";

/** Oldest release that tests run on. */
export const OLDEST_PYTHON = "3.6";
/** Oldest release that tasks run on, for the guest programs that observe and judge need it. */
export const OLDEST_FOR_TASKS = "3.8";

// The interpreter is asked in isolated mode without `site`: no code of an environment or user runs.
const QUESTION = `
import json, os, platform, sys
print(json.dumps({
    "path": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    "release": "%d.%d.%d" % sys.version_info[:3],
    "level": sys.version_info[3],
    "implementation": sys.implementation.name,
    "machine": platform.machine(),
    "system": platform.system().lower(),
    "libc": platform.libc_ver()[0] or "musl",
    "free_threaded": hasattr(sys, "_is_gil_enabled") and not sys._is_gil_enabled(),
}))
`;

/**
 * Installed interpreters that tests can run on, best first: the one that `python3` means, then the others from new to
 * old; duplicates by real path left out. Looks on the search path, in pyenv's folder and in uv's.
 */
export async function findInterpreters(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const [preferred, ...others] = await Promise.all([
    firstAnswer(machine),
    ...candidatePaths(machine).map((path) => askInterpreter(path, machine)),
  ]);
  const sorted = others
    .filter((found) => found !== undefined)
    .sort((a, b) => compareReleases(b.release, a.release) || (a.path < b.path ? -1 : 1));
  const unique = new Map(
    [preferred, ...sorted].flatMap((found) => (found === undefined ? [] : [[found.path, found]])),
  );
  return [...unique.values()].filter(({ release }) => compareReleases(release, OLDEST_PYTHON) >= 0);
}

/**
 * The best installed interpreter that satisfies a `requires-python`, if any does. Of those that the user asked for the best one, and one that the
 * repository does not want only where there is no other.
 */
export function chooseInterpreter(
  interpreters: readonly Toolchain[],
  requiresPython: string | undefined,
  requested?: string,
): Toolchain | undefined {
  const wanted = interpreters.find(
    ({ release }) => satisfiesPython(release, requiresPython) && satisfiesPython(release, requested),
  );
  if (wanted !== undefined || requested === undefined) return wanted;
  return interpreters.find(({ release }) => satisfiesPython(release, requested));
}

/** What an interpreter says of itself, with the path of the installation and never of a virtual environment; undefined where it does not run, is a pre-release or is not CPython. */
export async function askInterpreter(path: string, machine: MachineFacts): Promise<Toolchain | undefined> {
  const said = await askProgram([path, "-I", "-S", "-c", QUESTION], machine);
  const answer = (said === undefined ? undefined : parseJson(said)) as
    | Record<string, string | boolean>
    | undefined;
  const isUsable =
    answer?.["implementation"] === "cpython" &&
    answer["level"] === "final" &&
    answer["free_threaded"] === false;
  if (!isUsable) return undefined;
  const release = String(answer["release"]);
  return {
    path: asHostPath(String(answer["path"])),
    release,
    description: `cpython ${release}`,
    platform: `${String(answer["system"])} ${String(answer["machine"])} ${String(answer["libc"])}`,
    ...(compareReleases(release, OLDEST_FOR_TASKS) < 0 ? { isForTestsAlone: true } : {}),
  };
}

async function firstAnswer(machine: MachineFacts): Promise<Toolchain | undefined> {
  for (const path of programsNamed(machine, /^python3$/)) {
    const answer = await askInterpreter(path, machine);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function candidatePaths(machine: MachineFacts): string[] {
  const installations = [
    ...foldersIn(join(machine.home, ".pyenv", "versions")),
    ...foldersIn(join(machine.home, ".local", "share", "uv", "python")),
  ].map((folder) => join(folder, "bin", "python3"));
  const found = [
    ...programsNamed(machine, /^python3\.\d+$/),
    ...programsNamed(machine, /^python3$/),
    ...installations,
  ];
  const real = found
    .filter((path) => existsSync(path) && !/\/\.?shims\//.test(path))
    .map((path) => realpathSync(path));
  return [...new Set(real)];
}

function programsNamed(machine: MachineFacts, name: RegExp): string[] {
  const folders = machine.path.split(delimiter).filter((folder) => folder.startsWith("/"));
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(folder)
      .filter((entry) => name.test(entry))
      .map((entry) => join(folder, entry)),
  );
}

function foldersIn(folder: string): string[] {
  return namesIn(folder).map((name) => join(folder, name));
}
