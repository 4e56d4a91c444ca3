import { findProgram } from "./programs.ts";

/** How each package manager is told to install, in the order in which they are looked for. */
const managers = {
  "apt-get": "apt-get install",
  dnf: "dnf install",
  apk: "apk add",
  pacman: "pacman --sync",
  zypper: "zypper install",
} as const;

/**
 * The command that installs a package of this name on this machine, as its user types it: with its own package manager
 * (Debian's where none is found), with `sudo` unless root asks.
 */
export function installCommand(packageName: string): string {
  const manager = (Object.keys(managers) as (keyof typeof managers)[]).find(
    (name) => findProgram(name) !== undefined,
  );
  const prefix = process.geteuid?.() === 0 ? "" : "sudo ";
  return `${prefix}${managers[manager ?? "apt-get"]} ${packageName}`;
}
