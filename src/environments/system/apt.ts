import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { promisify } from "node:util";

import { makeTemporaryFolder } from "../../base/index.ts";
import type { SystemPackage, SystemPackages } from "../../spec/index.ts";
import type { MachineFacts } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { programsNamed } from "../find-programs.ts";

// What apt on this machine would install: its own lists, sources, pins and keys decide, and nothing is changed. It is only asked here; what it would fetch is
// fetched in a sandbox.

/** Where apt keeps the archives' lists, and dpkg what is installed. */
export const APT_LISTS = "/var/lib/apt/lists";
export const DPKG_STATUS = "/var/lib/dpkg/status";

/** Packages, and the places that they come from. */
export interface FoundPackages {
  readonly packages: readonly SystemPackage[];
  /** Addresses of their files. */
  readonly urls: readonly string[];
}

/** Why packages of the system cannot be had, as the first line of a failure. */
export const NO_APT = "This machine has no apt-get to get packages of the system with.";
export const NO_LISTS = "apt-get has no lists of the packages that its archives have.";

/** Distribution and release of this machine (`debian bookworm`). */
export function distributionHere(): string {
  const text = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  const valueOf = (name: string): string => new RegExp(`^${name}="?([\\w.-]+)`, "m").exec(text)?.[1] ?? "";
  return [valueOf("ID"), valueOf("VERSION_CODENAME") || valueOf("VERSION_ID")].join(" ").trim();
}

/** `needs_system_package` where this machine's apt cannot be asked. */
export function checkApt(machine: MachineFacts): Step<undefined> {
  const programs = ["apt-get", "apt-cache", "dpkg-deb"].map((name) => programsNamed(name, machine)[0]);
  if (programs.includes(undefined)) return failed("needs_system_package", NO_APT);
  const lists = existsSync(APT_LISTS) ? readdirSync(APT_LISTS) : [];
  return lists.some((name) => /_Packages(?:\.\w+)?$/.test(name))
    ? made(undefined)
    : failed("needs_system_package", NO_LISTS);
}

/** What apt would install for packages by their names: they and those of their needs that this machine lacks, in exact versions. Nothing recommended. */
export async function findPackages(
  names: readonly string[],
  machine: MachineFacts,
): Promise<Step<FoundPackages>> {
  return await describeFiles(
    ["install", "--yes", "--no-install-recommends", "--no-remove", "--", ...names],
    machine,
  );
}

/** The same packages as a lock has. */
export async function findLocked(
  { packages }: SystemPackages,
  machine: MachineFacts,
): Promise<Step<FoundPackages>> {
  return await describeFiles(["download", "--", ...packages.map(wordOf)], machine);
}

/** A package in one version, as apt takes it. */
export function wordOf({ name, version, architecture }: Omit<SystemPackage, "sha256">): string {
  return `${name}:${architecture}=${version}`;
}

async function describeFiles(words: readonly string[], machine: MachineFacts): Promise<Step<FoundPackages>> {
  const listed = await ask(["apt-get", "--quiet", "--print-uris", ...words], machine);
  if (listed.status === "failed") return listed;
  const files = [...listed.value.matchAll(/^'([^']+)' (\S+)\.deb \d+/gm)].map(([, url = "", file = ""]) => {
    const [name = "", version = "", architecture = ""] = decodeURIComponent(file).split("_");
    return { url, name, version, architecture };
  });
  if (files.length === 0) return failed("needs_system_package", "apt-get would install nothing.");
  const shown = await ask(["apt-cache", "show", "--", ...files.map(wordOf)], machine);
  if (shown.status === "failed") return shown;
  const hashes = readHashes(shown.value);
  const packages = files.flatMap(({ url: _, ...named }) => {
    const sha256 = hashes.get(wordOf(named));
    return sha256 === undefined ? [] : [{ ...named, sha256 }];
  });
  if (packages.length < files.length)
    return failed("needs_system_package", "apt's lists have no SHA-256 of some package.");
  return made({ packages, urls: files.map(({ url }) => url) });
}

/** SHA-256 by package, of what `apt-cache show` prints. */
function readHashes(records: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const record of records.split(/\n\n+/)) {
    const valueOf = (name: string): string => new RegExp(`^${name}: (.+)$`, "m").exec(record)?.[1] ?? "";
    const [name, version, architecture] = [valueOf("Package"), valueOf("Version"), valueOf("Architecture")];
    const sha256 = valueOf("SHA256");
    if (sha256 !== "") hashes.set(wordOf({ name, version, architecture }), sha256);
  }
  return hashes;
}

const ASK_MS = 120_000;
const MOST_BYTES = 64 * 2 ** 20;

/** Runs a program of apt's that changes nothing, with caches of its own. */
async function ask(
  [program = "", ...words]: readonly string[],
  { path, home }: MachineFacts,
): Promise<Step<string>> {
  const caches = makeTemporaryFolder("apt");
  const options = ["-o", "Debug::NoLocking=1", "-o", `Dir::Cache=${caches}`];
  try {
    const env = { LC_ALL: "C.UTF-8", PATH: path, HOME: home };
    const { stdout } = await promisify(execFile)(program, [...options, ...words], {
      timeout: ASK_MS,
      maxBuffer: MOST_BYTES,
      cwd: "/",
      env,
    });
    return made(stdout);
  } catch (error) {
    const told = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return failed("needs_system_package", `${program} refuses: ${told}`.slice(0, 2000));
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}
