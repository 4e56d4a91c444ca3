import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, resolve } from "node:path";

import {
  asHostPath,
  isSystemError,
  isWithin,
  joinPath,
  makeTemporaryFolder,
  type HostPath,
} from "../../base/index.ts";
import { isOpenToAll } from "../mount-checks.ts";
import type { Mount } from "../sandbox.ts";

/*
 * A worker's user cannot come to what lies below a folder that is closed to others, as root's home is. Without a mount namespace
 * nothing can be bound elsewhere, and a capability that opens such folders opens more than them. So what is mounted from there
 * is laid out again at a place that is open: as hard links, which take no space and leave the original as it is; where those
 * cannot be, or a file is closed itself, as copies.
 */

/** Mounts that a sandbox's own user can reach. */
export interface StagedMounts {
  readonly mounts: readonly Mount[];
  /** What programs need to find their libraries where these are now. */
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

/** Lays out read mounts that are closed to others; `write` mounts stay where they are. */
export function stageClosedMounts(mounts: readonly Mount[]): StagedMounts {
  const closed = mounts.filter(({ access, from }) => access === "read" && !isOpenToAll(from));
  if (closed.length === 0) return { mounts, variables: {}, remove: () => undefined };
  const covered = new Set(mounts.map(({ to }) => (existsSync(to) ? realpathSync(to) : String(to))));
  const stages = openStages(closed, covered);
  const about = { covered, closed, stageOf: stages.of };
  // What covers code is one empty folder at many places.
  const moved = new Map<HostPath, HostPath>();
  for (const mount of closed) if (!moved.has(mount.from)) moved.set(mount.from, layOut(mount, about));
  const libraries = [...moved.values()].filter((path) => path.endsWith("/lib") && hasInterpreter(path));
  return {
    mounts: mounts.map((mount) => ({ ...mount, from: moved.get(mount.from) ?? mount.from })),
    variables: libraries.length === 0 ? {} : { LD_LIBRARY_PATH: libraries.join(":") },
    remove: () => rmSync(stages.own, { recursive: true, force: true, maxRetries: 3 }),
  };
}

interface Surroundings {
  /** Places of other mounts: what lies there is theirs. */
  readonly covered: ReadonlySet<string>;
  readonly closed: readonly Mount[];
  /** The folder below which a mount is laid out. */
  readonly stageOf: (mount: Mount) => HostPath;
}

/** What does not change while this process runs, an interpreter's own files, is laid out once for those who cover the same of it. */
const kept = new Map<string, HostPath>();

/** What stays at its path shares a stage, for its parts find each other by their paths; the rest has one for this sandbox alone. */
function openStages(
  closed: readonly Mount[],
  covered: ReadonlySet<string>,
): { readonly own: HostPath; readonly of: (mount: Mount) => HostPath } {
  const lasting = closed.filter(isLasting).map(({ from }) => String(from));
  const inside = [...covered].filter((path) => lasting.some((from) => path.startsWith(`${from}/`)));
  const key = [...lasting, ...inside].toSorted().join(":");
  const stage = kept.get(key) ?? openFolder();
  kept.set(key, stage);
  const own = openFolder();
  return { own, of: (mount) => (isLasting(mount) ? stage : own) };
}

function isLasting({ from, to }: Mount): boolean {
  return String(from) === String(to);
}

function layOut(mount: Mount, about: Surroundings): HostPath {
  const stage = about.stageOf(mount);
  const place = asHostPath(stage + mount.from);
  return isLasting(mount) && existsSync(place) ? place : copyAt(stage, mount.from, about);
}

function openFolder(): HostPath {
  const folder = makeTemporaryFolder("stage");
  chmodSync(folder, 0o711);
  return folder;
}

/** At the same path below `stage`, so that parts of one whole stay beside each other. */
function copyAt(stage: HostPath, from: HostPath, about: Surroundings): HostPath {
  const place = asHostPath(stage + from);
  mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
  try {
    lay(from, place, about, true);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
  return place;
}

function lay(from: HostPath, place: HostPath, about: Surroundings, isWhole = false): void {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) symlinkSync(linkTarget(from, about), place);
  else if (found.isDirectory()) {
    mkdirSync(place, { recursive: true, mode: 0o755 });
    if (!isWhole && about.covered.has(from)) return;
    for (const name of readdirSync(from)) lay(joinPath(from, name), joinPath(place, name), about);
  } else if (basename(from) === "pyvenv.cfg") layConfiguration(from, place, about);
  else if (found.isFile()) layFile(from, place, found.mode);
}

function linkTarget(from: HostPath, about: Surroundings): string {
  const target = readlinkSync(from);
  return target.startsWith("/") ? movedPath(target, resolve(target), about) : target;
}

/** A path where what it leads to is now. */
function movedPath(path: string, whole: string, { closed, stageOf }: Surroundings): string {
  const mount = closed.find(({ from }) => isWithin(whole, from));
  return mount === undefined ? path : stageOf(mount) + path;
}

/** What a virtual environment's interpreter reads to find the library of the one that it was made of. */
function layConfiguration(from: HostPath, place: HostPath, about: Surroundings): void {
  const text = readFileSync(from, "utf8");
  const moved = text.replace(
    /^(home *= *)(.+)$/mu,
    (_, key: string, path: string) => key + movedPath(path, path, about),
  );
  writeFileSync(place, moved, { mode: 0o644 });
}

function layFile(from: HostPath, place: HostPath, mode: number): void {
  if ((mode & 0o004) !== 0 && tryLink(from, place)) return;
  copyFileSync(from, place);
  chmodSync(place, (mode & 0o100) === 0 ? 0o644 : 0o755);
}

function tryLink(from: HostPath, place: HostPath): boolean {
  try {
    linkSync(from, place);
    return true;
  } catch (error) {
    if (isSystemError(error, "EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES")) return false;
    throw error;
  }
}

function hasInterpreter(folder: HostPath): boolean {
  return readdirSync(folder).some((name) => /^libpython.*\.so/.test(name));
}
