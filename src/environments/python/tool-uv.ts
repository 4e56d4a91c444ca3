import { execFile } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  createWriteStream,
} from "node:fs";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { openPromise } from "yauzl";

import {
  asHostPath,
  createStagingDirectory,
  DioramaError,
  isDiskFull,
  joinPath,
  messageOf,
  publishFolder,
  throwIfInterrupted,
  type HostPath,
} from "../../base/index.ts";
import { downloadWheel, platformTagsOfThisMachine } from "../../sources/index.ts";
import type { InstallerOptions } from "../build-system.ts";
import { compareReleases } from "./version-specifier.ts";

/** The version that is fetched where none is installed. */
export const UV_VERSION = "0.13.8";

/** Oldest installed version that is used in its place: the options we give exist from there on. */
const OLDEST_UV = "0.8.0";

/**
 * The uv program: the user's own where there is a recent one on the path, else the pinned version, fetched once from the
 * user's registry into the cache and checked against the registry's digest; no pip is needed. Throws `no-uv` where neither
 * can be had.
 */
export async function obtainUv(options: InstallerOptions): Promise<HostPath> {
  const installed = await findInstalledUv(options.machine.path);
  if (installed !== undefined) return installed;
  const folder = joinPath(options.cacheDirectory, "tools", `uv-${UV_VERSION}`);
  const program = joinPath(folder, "uv");
  if (existsSync(program)) return program;
  try {
    await fetchUv(folder, options);
  } catch (error) {
    throwIfInterrupted(options.signal);
    if (isDiskFull(error)) throw error;
    throw new DioramaError(
      "no-uv",
      `Cannot install dependencies: there is no uv, and fetching it failed: ${messageOf(error)}`,
      {
        hint: `Type "pip install uv==${UV_VERSION}" (or see https://docs.astral.sh/uv/), so that "uv" is on the path.`,
        cause: error,
      },
    );
  }
  return program;
}

async function fetchUv(folder: HostPath, options: InstallerOptions): Promise<void> {
  const { cacheDirectory, indexConfiguration, logger, signal } = options;
  await using staging = createStagingDirectory(cacheDirectory);
  const wheel = await downloadWheel("uv", UV_VERSION, platformTagsOfThisMachine(), staging.path, {
    configuration: indexConfiguration,
    logger,
    signal,
  });
  const unpacked = staging.folder("uv");
  await extractProgram(wheel.path, joinPath(unpacked, "uv"));
  await publishFolder(unpacked, folder);
}

/** Takes the one program that we need out of uv's wheel. */
async function extractProgram(wheel: HostPath, target: HostPath): Promise<void> {
  const archive = await openPromise(wheel);
  for await (const entry of archive.eachEntry()) {
    if (!/^uv-[^/]+\.data\/scripts\/uv$/.test(entry.fileName)) continue;
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target));
    chmodSync(target, 0o755);
    return;
  }
  throw new DioramaError("no-uv", `Cannot find the uv program in ${wheel}: the wheel has another layout.`);
}

async function findInstalledUv(path: string): Promise<HostPath | undefined> {
  for (const folder of path.split(delimiter)) {
    const program = join(folder, "uv");
    if (!folder.startsWith("/") || !existsSync(program)) continue;
    const real = realpathSync(program);
    if (isExecutableFormat(real) && (await isRecent(real))) return asHostPath(real);
  }
  return undefined;
}

/** A script in uv's place (of pyenv, of a package manager) would need more than itself in a sandbox. */
function isExecutableFormat(path: string): boolean {
  const descriptor = openSync(path, "r");
  try {
    const magic = Buffer.alloc(4);
    readSync(descriptor, magic, 0, 4, 0);
    return magic.equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46]));
  } finally {
    closeSync(descriptor);
  }
}

async function isRecent(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: 10_000, env: {} });
    const version = /^uv (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    return version !== undefined && compareReleases(version, OLDEST_UV) >= 0;
  } catch {
    return false;
  }
}
