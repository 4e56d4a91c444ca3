import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import {
  asHostPath,
  digestOf,
  sha256,
  silentLogger,
  silentProgress,
  type HostPath,
} from "../../src/base/index.ts";
import type { EnvironmentOptions } from "../../src/environments/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { fetchFromIndex, readIndexConfiguration, type AcquiredSource } from "../../src/sources/index.ts";

const FIXTURES = new URL("../fixtures/environments/", import.meta.url).pathname;

/** Kept between test runs, which share it: uv and the layers of the fixtures. Everything in it can be made again. */
export const TEST_CACHE = asHostPath(join(homedir(), ".cache", "diorama", "tests"));

export const indexConfiguration = readIndexConfiguration(process.env, homedir());

/** A fixture repository as it would be acquired, in a folder of its own. */
export function givenRepository(name: string, version: string | null = null): AcquiredSource & Disposable {
  const directory = mkdtempSync(join(tmpdir(), "diorama-repository-"));
  cpSync(join(FIXTURES, name), directory, { recursive: true });
  return {
    ...asAcquired(directory, name, version),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

/** A folder as an acquired source. */
export function asAcquired(directory: string, name: string, version: string | null): AcquiredSource {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort();
  return {
    spec: directory,
    directory: asHostPath(directory),
    files: paths.map((path) => ({ path, bytes: statSync(join(directory, path)).size })),
    leftOut: [],
    missingSubmodules: [],
    licences: [],
    repository: {
      source: `folder:${name}`,
      family: name,
      commit: null,
      version,
      date: null,
      licence: null,
      licence_files: [],
    },
    treeDigest: digestOf(paths.map((path) => [path, sha256(readFileSync(join(directory, path)))])),
  };
}

/** Options with the strongest sandbox of this machine and a cache that outlives the tests. */
export async function givenOptions(changes: Partial<EnvironmentOptions> = {}): Promise<EnvironmentOptions> {
  const { backend } = await chooseBackend("auto");
  return {
    backend,
    cacheDirectory: (cache ??= freshCache()),
    workers: 2,
    progress: silentProgress,
    logger: silentLogger,
    indexConfiguration,
    machine: { path: process.env["PATH"] ?? "", home: homedir() },
    testLimits: { testSeconds: 20, runSeconds: 120 },
    ...changes,
  };
}

/** A cache in which nothing was concluded yet, while what was downloaded before is there. */
function freshCache(): HostPath {
  mkdirSync(TEST_CACHE, { recursive: true });
  const cache = mkdtempSync(join(TEST_CACHE, "run-"));
  for (const folder of ["tools", "layers", "locks", "downloads"]) {
    mkdirSync(join(TEST_CACHE, folder), { recursive: true });
    symlinkSync(join(TEST_CACHE, folder), join(cache, folder));
  }
  return asHostPath(cache);
}

let cache: HostPath | undefined;
process.once("exit", () => cache !== undefined && rmSync(cache, { recursive: true, force: true }));

/** Why tests that install cannot run here, or undefined. */
export async function whyNothingCanBeInstalled(): Promise<string | undefined> {
  try {
    await chooseBackend("auto");
    const page = await fetchFromIndex(
      `${indexConfiguration.indexUrl ?? ""}/pytest/`.replace("//pytest", "/pytest"),
      indexConfiguration,
    );
    return page.status === "found" ? undefined : "the Python index has no pytest";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
