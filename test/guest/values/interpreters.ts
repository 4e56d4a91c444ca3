import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { isSlowRun } from "../../slow-suites.ts";

/** The folder with the guest programs. */
export const guestDirectory = join(import.meta.dirname, "../../../src/languages/python/guest");

/** The newest CPython that this machine has of those that the guests support, in the slow suites the oldest and a middle one too; at least one. */
export function findInterpreters(): { readonly version: string; readonly python: string }[] {
  const byVersion = new Map<string, string>();
  for (const python of ["python3", ...listPyenv(), ...[8, 11, 13].map((minor) => `python3.${minor}`)]) {
    const probe = spawnSync(python, ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"], {
      encoding: "utf8",
    });
    const version = probe.status === 0 ? probe.stdout.trim() : "";
    if (/^3\.(8|9|1[0-3])$/u.test(version)) byVersion.set(version, python);
  }
  const wanted = (isSlowRun ? ["3.8", "3.11", "3.13"] : ["3.13"]).filter((version) => byVersion.has(version));
  const chosen = wanted.length > 0 ? wanted : [...byVersion.keys()].slice(0, 1);
  return chosen.map((version) => ({ version, python: byVersion.get(version) ?? "python3" }));
}

function listPyenv(): string[] {
  const versions = join(homedir(), ".pyenv", "versions");
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .filter((name) => /^3\.(8|11|13)\./u.test(name))
    .map((name) => join(versions, name, "bin", "python"));
}

/** Runs a Python program of this folder and parses the JSON it prints. */
export function runProgram(python: string, program: string): Record<string, unknown> {
  const text = execFileSync(python, ["-B", join(import.meta.dirname, program), guestDirectory], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONHASHSEED: "0" },
  });
  return JSON.parse(text) as Record<string, unknown>;
}
