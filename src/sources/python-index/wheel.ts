import { join } from "node:path";

import {
  asHostPath,
  sha256,
  silentLogger,
  UsageError,
  writeFileAtomically,
  type HostPath,
  type Logger,
} from "../../base/index.ts";
import type { PackageIndexConfiguration } from "./configuration.ts";
import type { IndexFile } from "./index-page.ts";
import { downloadIndexFile, listIndexFiles } from "./listing.ts";
import { normalizePackageName } from "./package-name.ts";
import { comparePythonVersions, parsePythonVersion } from "./version.ts";

/** What `downloadWheel` needs beside the wheel's name. */
export interface DownloadWheelOptions {
  readonly configuration: PackageIndexConfiguration;
  readonly logger?: Logger;
  readonly signal?: AbortSignal | undefined;
}

/** A wheel on this machine. */
export interface DownloadedWheel {
  readonly path: HostPath;
  readonly filename: string;
  /** Hexadecimal digest of the file. */
  readonly sha256: string;
}

/**
 * Finds the wheel of a package at a version whose platform tag comes first in `platformTags`, checks its digest and saves
 * it under its own name in the folder `destination`. It must fit any Python 3 (`py3`) and any ABI (`none`): this is for
 * programs that come as wheels, and pip is not needed. Throws `missing-wheel`.
 */
export async function downloadWheel(
  name: string,
  version: string,
  platformTags: readonly string[],
  destination: HostPath,
  options: DownloadWheelOptions,
): Promise<DownloadedWheel> {
  const { configuration, logger = silentLogger, signal } = options;
  const files = await listIndexFiles(name, configuration, signal);
  const file = chooseWheel(files, name, version, platformTags);
  if (file === undefined) {
    const wheels = files.filter(({ filename }) => filename.endsWith(".whl"));
    throw new UsageError(
      "missing-wheel",
      `Cannot download ${name} ${version}: of ${wheels.length} wheels on the configured index none fits ${platformTags[0] ?? "this machine"}.`,
      { hint: `Install ${name} ${version} by hand, or configure an index that has it.` },
    );
  }
  const bytes = await downloadIndexFile(file, configuration, { logger, signal });
  const path = asHostPath(join(destination, file.filename));
  writeFileAtomically(path, bytes);
  return { path, filename: file.filename, sha256: sha256(bytes) };
}

/**
 * Platform tags of this machine, best first, ending in `any`; for Linux the `manylinux` (glibc) or `musllinux` ones up to
 * the version of its C library.
 */
export function platformTagsOfThisMachine(): readonly string[] {
  const machine = process.arch === "x64" ? "x86_64" : process.arch === "arm64" ? "aarch64" : process.arch;
  if (process.platform === "darwin") {
    const architecture = machine === "aarch64" ? "arm64" : machine;
    return [
      ...Array.from({ length: 16 }, (_, at) => `macosx_${26 - at}_0_${architecture}`),
      `macosx_10_12_${architecture}`,
      "any",
    ];
  }
  const glibc = glibcMinorVersion();
  const modern =
    glibc === undefined
      ? Array.from({ length: 6 }, (_, at) => `musllinux_1_${6 - at}_${machine}`)
      : Array.from({ length: Math.max(0, glibc - 4) }, (_, at) => `manylinux_2_${glibc - at}_${machine}`);
  const named =
    glibc === undefined
      ? []
      : [`manylinux2014_${machine}`, `manylinux2010_${machine}`, `manylinux1_${machine}`];
  return [...modern, ...named, `linux_${machine}`, "any"];
}

function chooseWheel(
  files: readonly IndexFile[],
  name: string,
  version: string,
  platformTags: readonly string[],
): IndexFile | undefined {
  const wanted = parsePythonVersion(version);
  const ranked = files.flatMap((file) => {
    const wheel = parseWheelName(file.filename);
    const found = wheel === undefined ? undefined : parsePythonVersion(wheel.version);
    if (wheel === undefined || wanted === undefined || found === undefined) return [];
    if (normalizePackageName(wheel.name) !== normalizePackageName(name)) return [];
    if (comparePythonVersions(found, wanted) !== 0 || file.isYanked) return [];
    if (!wheel.pythonTags.includes("py3") || !wheel.abiTags.includes("none")) return [];
    const ranks = wheel.platformTags.map((tag) => platformTags.indexOf(tag)).filter((rank) => rank >= 0);
    return ranks.length === 0 ? [] : [{ file, rank: Math.min(...ranks) }];
  });
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.file;
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-name-convention */
function parseWheelName(filename: string):
  | {
      readonly name: string;
      readonly version: string;
      readonly pythonTags: readonly string[];
      readonly abiTags: readonly string[];
      readonly platformTags: readonly string[];
    }
  | undefined {
  const [, name, version, python, abi, platform] =
    /^([^-/]+)-([^-/]+)(?:-\d[^-/]*)?-([^-/]+)-([^-/]+)-([^-/]+)\.whl$/.exec(filename) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const tags = (text: string | undefined): readonly string[] => (text ?? "").split(".");
  return { name, version, pythonTags: tags(python), abiTags: tags(abi), platformTags: tags(platform) };
}

/** The `n` of glibc 2.n, or `undefined` where the C library is another one. */
function glibcMinorVersion(): number | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const minor = /^2\.(\d+)/.exec(report.header?.glibcVersionRuntime ?? "")?.[1];
  return minor === undefined ? undefined : Number(minor);
}
