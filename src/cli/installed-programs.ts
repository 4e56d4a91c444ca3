import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import type { NeededProgram } from "../environments/index.ts";
import { installCommand } from "../sandbox/index.ts";

/** A program that Diorama uses, as found on this machine. */
export interface InstalledProgram {
  readonly name: string;
  readonly needed_for: string;
  /** False where the work is done in another way without it. */
  readonly is_required: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** The command that installs it, or what happens without it; null where it is there. */
  readonly remedy: string | null;
}

const git: NeededProgram = {
  name: "git",
  neededFor: "git sources",
  isRequired: true,
  remedy: { package: "git" },
};
const bubblewrap: NeededProgram = {
  name: "bwrap",
  neededFor: "the strongest sandbox",
  isRequired: false,
  remedy: { package: "bubblewrap" },
};

/** Looks for every program on the search path and asks it for its version; one that does not answer has none. */
export async function findInstalledPrograms(searchPath: string): Promise<InstalledProgram[]> {
  const { neededPrograms } = await import("../environments/index.ts");
  return Promise.all(
    [git, ...neededPrograms(), bubblewrap].map(async ({ name, neededFor, isRequired, remedy, asks }) => {
      const path = findOnPath(name, searchPath);
      const version = path === undefined ? undefined : await askVersion(path, asks);
      return {
        name,
        needed_for: neededFor,
        is_required: isRequired,
        path: path ?? null,
        version: version ?? null,
        remedy: version === undefined ? describeRemedy(remedy) : null,
      };
    }),
  );
}

function describeRemedy(remedy: NeededProgram["remedy"]): string {
  return typeof remedy === "string" ? remedy : installCommand(remedy.package);
}

function findOnPath(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

async function askVersion(path: string, word = "--version"): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, [word], { timeout: 10_000 });
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
