import { createHash, randomUUID, type Hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

import { z } from "zod";

import {
  isSystemError,
  joinPath,
  makeFolders,
  parseJson,
  sha256,
  writeFileAtomically,
  type HostPath,
  type StagingDirectory,
} from "../base/index.ts";
import { freeBytes } from "./disk-space.ts";

// Files of registries that never change under their address, kept for all builds of this machine. Contents lie under their
// SHA-256, and each address has a name file that says which contents it gave. Only the proxy writes here, and only what it fetched
// itself; no sandbox sees the folder. A file comes in under a temporary name and is renamed when it is whole, and its hash is
// computed again each time before it is given out: what does not match is fetched anew.

/** Most that is kept in bytes; what was not used for the longest goes first. */
const MOST_BYTES = 10 * 2 ** 30;
/** Share of that which is left where more came in. */
const KEPT_SHARE = 0.9;
/** Larger files are passed on without being kept, in bytes. */
const LARGEST_BYTES = 2 * 2 ** 30;
/** Nothing is kept where less is free on the disk, in bytes. */
const LEAST_FREE_BYTES = 2 * 2 ** 30;
/** A file that nothing names may be named in a moment: that long it stays, in milliseconds. */
const UNNAMED_MS = 60 * 60 * 1000;

const name = z.object({
  url: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int(),
  type: z.string(),
});

/** A kept file, opened; whoever opens it reads or closes it. */
export interface OpenedDownload {
  readonly bytes: number;
  /** As the registry called its form; empty where it did not. */
  readonly type: string;
  /** Gives its bytes, once; destroying the stream closes the file. */
  read(): Readable;
}

/** A file that is coming in. */
export interface IncomingDownload {
  /** Takes a piece. Where the disk or the store takes no more, the file is given up without a word. */
  write(chunk: Uint8Array): void;
  /** Keeps it, if it has the form of what is expected; `expectedBytes` is what the registry announced. */
  keep(expectedBytes: number | undefined): void;
  /** Leaves nothing behind. Safe to call after `keep`. */
  discard(): void;
}

/** What is kept, in numbers. */
export interface KeptDownloads {
  readonly files: number;
  readonly bytes: number;
}

/** The files of one cache. */
export interface DownloadStore {
  /** The file that an address gave, if it is kept and whole. */
  find(url: string): Promise<OpenedDownload | undefined>;
  /** Begins to keep what an address gives; `staging` is on the cache's file system. */
  receive(url: string, type: string, staging: StagingDirectory): IncomingDownload;
  /** Forgets what addresses gave: what they were taken for was refused. */
  forget(urls: Iterable<string>): void;
  /** What is kept. */
  measure(): KeptDownloads;
  /** Removes what nothing used since, and where more is kept than may be, what was not used for the longest; gives what was removed. */
  prune(usedSince?: Date, mostBytes?: number): KeptDownloads;
}

/** Opens the files that a cache keeps; there need not be any. */
export function openDownloadStore(cacheDirectory: HostPath): DownloadStore {
  const directory = joinPath(cacheDirectory, "downloads");
  const places: Places = {
    directory,
    contents: joinPath(directory, "contents"),
    names: joinPath(directory, "names"),
  };
  return {
    find: (url) => find(places, url),
    receive: (url, type, staging) => receive(places, { url, type }, staging),
    forget(urls) {
      for (const url of urls) rmSync(nameOf(places, url), { force: true });
    },
    measure: () => total(listContents(places)),
    prune: (usedSince, mostBytes = MOST_BYTES) => prune(places, usedSince, mostBytes),
  };
}

interface Places {
  readonly directory: HostPath;
  readonly contents: HostPath;
  readonly names: HostPath;
}

function nameOf({ names }: Places, url: string): HostPath {
  return joinPath(names, `${sha256(url)}.json`);
}

function readName(path: HostPath): z.infer<typeof name> | undefined {
  if (!existsSync(path)) return undefined;
  return name.safeParse(parseJson(readFileSync(path, "utf8"))).data;
}

async function find(places: Places, url: string): Promise<OpenedDownload | undefined> {
  const named = readName(nameOf(places, url));
  if (named === undefined || named.url !== url) return undefined;
  const path = joinPath(places.contents, named.sha256);
  const file = await openIfThere(path);
  if (file === undefined) return undefined;
  if ((await file.stat()).size !== named.bytes || (await hashOf(file)) !== named.sha256) {
    await file.close();
    rmSync(path, { force: true });
    return undefined;
  }
  noteUse(path);
  const { bytes, type } = named;
  return { bytes, type, read: () => file.createReadStream({ start: 0 }) };
}

async function openIfThere(path: HostPath): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** What was used last is when its file was changed last. */
function noteUse(path: HostPath): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch (error) {
    if (!isSystemError(error, "EPERM", "EACCES", "EROFS", "ENOENT")) throw error;
  }
}

interface Arriving {
  readonly path: HostPath;
  readonly descriptor: number;
  readonly hash: Hash;
  bytes: number;
  head: Buffer;
}

function receive(
  places: Places,
  { url, type }: { readonly url: string; readonly type: string },
  staging: StagingDirectory,
): IncomingDownload {
  let arriving: Arriving | undefined =
    freeBytes(staging.path) < LEAST_FREE_BYTES ? undefined : begin(staging);
  const discard = (): void => {
    if (arriving === undefined) return;
    closeSync(arriving.descriptor);
    rmSync(arriving.path, { force: true });
    arriving = undefined;
  };
  return {
    discard,
    write(chunk) {
      if (arriving === undefined) return;
      if (arriving.bytes + chunk.length > LARGEST_BYTES || !append(arriving, chunk)) discard();
    },
    keep(expectedBytes) {
      if (arriving === undefined) return;
      const { bytes, head } = arriving;
      const isWhole = bytes > 0 && (expectedBytes ?? bytes) === bytes;
      if (isWhole && hasForm(url, head)) publish(places, { url, type }, arriving);
      discard();
    },
  };
}

function begin(staging: StagingDirectory): Arriving {
  const path = joinPath(staging.path, `download-${randomUUID()}`);
  const descriptor = openSync(path, "wx", 0o644);
  return { path, descriptor, hash: createHash("sha256"), bytes: 0, head: Buffer.alloc(0) };
}

function append(arriving: Arriving, chunk: Uint8Array): boolean {
  try {
    for (let at = 0; at < chunk.length; ) at += writeSync(arriving.descriptor, chunk, at);
  } catch (error) {
    if (isSystemError(error, "ENOSPC", "EDQUOT", "EIO")) return false;
    throw error;
  }
  arriving.hash.update(chunk);
  arriving.bytes += chunk.length;
  if (arriving.head.length < HEAD_BYTES)
    arriving.head = Buffer.concat([arriving.head, chunk]).subarray(0, HEAD_BYTES);
  return true;
}

function publish(
  places: Places,
  { url, type }: { readonly url: string; readonly type: string },
  { path, hash, bytes }: Arriving,
): void {
  const digest = hash.digest("hex");
  makeFolders(places.contents);
  renameSync(path, joinPath(places.contents, digest));
  writeFileAtomically(nameOf(places, url), JSON.stringify({ url, sha256: digest, bytes, type }));
}

const HEAD_BYTES = 64;
const ZIP = /\.(?:whl|zip|jar|war|aar|egg)$/;
const GZIP = /\.(?:tgz|gz|crate)$|\/download$/;

/** False where what came is plainly something else than an address says, such as a page that tells of an error. */
function hasForm(url: string, head: Buffer): boolean {
  if (ZIP.test(url)) return head.subarray(0, 2).toString("latin1") === "PK";
  if (GZIP.test(url)) return head[0] === 0x1f && head[1] === 0x8b;
  return !/^\s*<(?:!doctype\s+html|html)/i.test(head.toString("latin1"));
}

interface Content {
  readonly path: HostPath;
  readonly bytes: number;
  readonly usedMs: number;
}

function listContents({ contents }: Places): readonly Content[] {
  if (!existsSync(contents)) return [];
  return readdirSync(contents).flatMap((file) => {
    const path = joinPath(contents, file);
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, bytes: found.size, usedMs: found.mtimeMs }];
  });
}

function total(contents: readonly Content[]): KeptDownloads {
  return { files: contents.length, bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function prune(places: Places, usedSince: Date | undefined, mostBytes: number): KeptDownloads {
  const contents = listContents(places).toSorted((a, b) => b.usedMs - a.usedMs);
  const isTooMuch = total(contents).bytes > mostBytes;
  if (!isTooMuch && usedSince === undefined) return total([]);
  const limit = isTooMuch ? mostBytes * KEPT_SHARE : Infinity;
  const named = namedContents(places);
  let kept = 0;
  const removed = contents.filter(({ path, bytes, usedMs }) => {
    const isOld = usedSince !== undefined && usedMs <= usedSince.getTime();
    const isUnnamed = !named.has(path) && Date.now() - usedMs > UNNAMED_MS;
    const isRemoved = isOld || isUnnamed || kept + bytes > limit;
    if (!isRemoved) kept += bytes;
    return isRemoved;
  });
  for (const { path } of removed) {
    rmSync(path, { force: true });
    for (const one of named.get(path) ?? []) rmSync(one, { force: true });
  }
  return total(removed);
}

/** The name files of each content; those that name nothing that is there are removed. */
function namedContents(places: Places): ReadonlyMap<HostPath, readonly HostPath[]> {
  const named = new Map<HostPath, HostPath[]>();
  if (!existsSync(places.names)) return named;
  for (const file of readdirSync(places.names).filter((each) => each.endsWith(".json"))) {
    const path = joinPath(places.names, file);
    const content = joinPath(places.contents, readName(path)?.sha256 ?? "none");
    if (!existsSync(content)) rmSync(path, { force: true });
    else named.set(content, [...(named.get(content) ?? []), path]);
  }
  return named;
}
