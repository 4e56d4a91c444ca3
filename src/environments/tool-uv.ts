import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { asHostPath, DioramaError, joinPath, type HostPath } from "../base/index.ts";
import type { EnvironmentOptions } from "./options.ts";
import { compareReleases } from "./python/version-specifier.ts";

/** The version that is fetched where none is installed. */
export const UV_VERSION = "0.13.8";

/** Oldest installed version that is used in its place: the options we give exist from there on. */
const OLDEST_UV = "0.8.0";

/**
 * The uv program: the user's own where there is a recent one on the path, else the pinned version, fetched once from the
 * user's registry into the cache and checked against the registry's digest. Throws `no-uv` where neither can be had.
 */
export async function obtainUv(options: EnvironmentOptions): Promise<HostPath> {
  const installed = await findInstalledUv(options.machine.path);
  if (installed !== undefined) return installed;
  const cached = joinPath(options.cacheDirectory, "tools", `uv-${UV_VERSION}`, "uv");
  if (existsSync(cached)) return cached;
  throw new DioramaError("no-uv", "Cannot install dependencies: uv was not found.", {
    hint: `Install it (for example "pip install uv==${UV_VERSION}").`,
  });
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
