import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { DioramaError, messageOf, UsageError, type HostPath } from "../../base/index.ts";
import type { ReadContents } from "../tree.ts";
import type { ListedEntry } from "../tree-plan.ts";
import type { TreeLimits } from "../tree-limits.ts";
import { badArchive, type SaveContent } from "./archive-entry.ts";
import { unpackTar } from "./tar.ts";
import { unpackZip } from "./zip.ts";

/**
 * An archive is unpacked under numbers, never under its own names: the bytes of its n-th entry go to a file called `n` in
 * a folder of ours. What the names mean is decided afterwards by `planTree`.
 */
export interface UnpackedArchive {
  readonly entries: readonly ListedEntry[];
  readonly read: ReadContents;
}

/** What an archive's name must end in. */
export const ARCHIVE_ENDINGS: readonly string[] = [".tar.gz", ".tgz", ".zip", ".tar.bz2", ".tar.xz", ".tar"];

/**
 * Reads a whole archive into `folder`, which is empty. Runs nothing of it. Throws `unsupported-archive`, `bad-archive`,
 * `source-too-large`.
 */
export async function unpackArchive(
  filename: string,
  archive: Buffer,
  folder: HostPath,
  limits: TreeLimits,
): Promise<UnpackedArchive> {
  let count = 0;
  const save: SaveContent = (bytes) => {
    const content = String(count++);
    writeFileSync(join(folder, content), bytes, { flag: "wx" });
    return content;
  };
  const entries = await readEntries(filename, archive, save, limits);
  return { entries, read: (contents) => readSaved(folder, contents) };
}

async function readEntries(
  filename: string,
  archive: Buffer,
  save: SaveContent,
  limits: TreeLimits,
): Promise<readonly ListedEntry[]> {
  const ending = ARCHIVE_ENDINGS.find((known) => filename.toLowerCase().endsWith(known));
  switch (ending) {
    case ".zip":
      return unpackZip(filename, archive, save, limits);
    case ".tar.bz2":
      return unpackTar(filename, decompress("bzip2", filename, archive), save, limits);
    case ".tar.xz":
      return unpackTar(filename, decompress("xz", filename, archive), save, limits);
    case undefined:
      throw new UsageError(
        "unsupported-archive",
        `Cannot unpack ${filename}: known are ${ARCHIVE_ENDINGS.join(", ")}.`,
      );
    case ".tar":
      return unpackTar(filename, slices(archive), save, limits);
    default:
      return unpackTar(filename, gunzip(filename, archive), save, limits);
  }
}

/** Bytes handed over at once: small, so that a bomb is seen before much of it is unpacked. */
const SLICE_BYTES = 64 * 1024;

async function* slices(archive: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < archive.length; at += SLICE_BYTES) yield archive.subarray(at, at + SLICE_BYTES);
}

async function* gunzip(filename: string, archive: Buffer): AsyncGenerator<Buffer> {
  const stream = Readable.from(slices(archive)).pipe(createGunzip());
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof DioramaError) throw error;
    throw badArchive(filename, `its gzip stream is broken (${messageOf(error)})`, error);
  } finally {
    stream.destroy();
  }
}

/** Decompresses with the system's own program, which reads stdin and writes stdout. */
async function* decompress(program: string, filename: string, archive: Buffer): AsyncGenerator<Buffer> {
  const child = spawn(program, ["--decompress", "--stdout"], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  ended.catch(() => undefined);
  child.stdin.on("error", () => undefined);
  child.stdin.end(archive);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const exitCode = await ended;
    if (exitCode !== 0) throw badArchive(filename, `${program} refuses it`);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
    throw new DioramaError(
      "unsupported-archive",
      `Cannot unpack ${filename}: the program ${program} is not installed.`,
      {
        cause: error,
        hint: `Install ${program === "xz" ? "xz-utils" : program} with the system's package manager.`,
      },
    );
  } finally {
    child.kill("SIGKILL");
  }
}

async function* readSaved(
  folder: HostPath,
  contents: readonly string[],
): AsyncGenerator<{ readonly content: string; readonly bytes: Buffer }> {
  for (const content of contents) yield { content, bytes: readFileSync(join(folder, content)) };
}
