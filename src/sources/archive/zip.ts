import { buffer as readAll } from "node:stream/consumers";

import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";

import { DioramaError, messageOf } from "../../base/index.ts";
import type { ListedEntry } from "../tree-plan.ts";
import { checkTreeLimits, MAX_FILE_BYTES, type TreeLimits } from "../tree-limits.ts";
import { badArchive, type SaveContent } from "./archive-entry.ts";

/** Unix file types, in the upper half of an entry's external attributes. */
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const REGULAR = 0o100000;
const MAX_LINK_BYTES = 4_096;

/** Lists a zip archive and saves the bytes of its files. Sizes that the archive understates are an error. */
export async function unpackZip(
  filename: string,
  archive: Buffer,
  save: SaveContent,
  limits: TreeLimits,
): Promise<readonly ListedEntry[]> {
  const entries: ListedEntry[] = [];
  let bytes = 0;
  try {
    // Names stay bytes: yauzl would refuse the whole archive for one bad name.
    const zip = await fromBufferPromise(archive, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      checkTreeLimits(filename, { files: entries.length, bytes }, limits);
      const listed = await readEntry(zip, entry, save);
      if (listed !== undefined) entries.push(listed);
    }
  } catch (error) {
    if (error instanceof DioramaError || (error instanceof Error && "syscall" in error)) throw error;
    throw badArchive(filename, messageOf(error), error);
  }
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry, save: SaveContent): Promise<ListedEntry | undefined> {
  const path = entry.fileNameRaw.toString("utf8").replaceAll("\\", "/");
  if (path.endsWith("/")) return undefined;
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode & FILE_TYPE;
  if (type === SYMLINK && entry.uncompressedSize <= MAX_LINK_BYTES)
    return { kind: "symlink", path, target: (await readBytes(zip, entry)).toString("utf8") };
  if (type !== 0 && type !== REGULAR) return { kind: "left-out", path, reason: "special_file" };
  if (entry.uncompressedSize > MAX_FILE_BYTES) return { kind: "left-out", path, reason: "too_large" };
  if (!entry.canDecodeFileData()) throw new Error(`${path} is encrypted or compressed in an unknown way`);
  const bytes = await readBytes(zip, entry);
  return {
    kind: "file",
    path,
    bytes: bytes.length,
    isExecutable: (mode & 0o111) !== 0,
    content: save(bytes),
  };
}

async function readBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return readAll(await zip.openReadStreamPromise(entry));
}
