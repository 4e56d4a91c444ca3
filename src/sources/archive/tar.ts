import { once } from "node:events";

import { Parser, type ReadEntry } from "tar";

import { messageOf } from "../../base/index.ts";
import { checkTreeLimits, MAX_FILE_BYTES, type TreeLimits } from "../tree-limits.ts";
import type { ListedEntry } from "../tree-plan.ts";
import { badArchive, type SaveContent } from "./archive-entry.ts";

/** Lists an uncompressed tar archive and saves the bytes of its files. */
export async function unpackTar(
  filename: string,
  archive: AsyncIterable<Buffer>,
  save: SaveContent,
  limits: TreeLimits,
): Promise<readonly ListedEntry[]> {
  const listing = new TarListing(filename, save, limits);
  let bytes = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      try {
        listing.add(entry);
      } catch (error) {
        listing.failure ??= error;
        entry.resume();
      }
    },
  });
  parser.on("error", (error: unknown) => (listing.failure ??= badArchive(filename, messageOf(error), error)));
  // The parser keeps whatever follows the end of an archive, and copies it with every part.
  let isPastEnd = false;
  parser.on("eof", () => (isPastEnd = true));
  const ended = once(parser, "end").catch(() => undefined);
  for await (const part of archive) {
    // The parser would decompress once more, without a bound.
    if (bytes === 0 && isCompressed(part))
      throw badArchive(filename, "what it unpacks to is not a tar archive");
    bytes += part.length;
    checkTreeLimits(filename, { files: 0, bytes }, limits);
    if (!isPastEnd && !parser.write(part) && listing.failure === undefined)
      await Promise.race([once(parser, "drain"), ended]);
    if (listing.failure !== undefined) throw listing.failure;
  }
  parser.end();
  await ended;
  if (listing.failure !== undefined) throw listing.failure;
  if (listing.entries.length === 0) throw badArchive(filename, "it holds no entries");
  return listing.entries;
}

class TarListing {
  readonly entries: ListedEntry[] = [];
  failure: unknown;
  readonly #filename: string;
  readonly #save: SaveContent;
  readonly #limits: TreeLimits;
  #count = 0;

  constructor(filename: string, save: SaveContent, limits: TreeLimits) {
    this.#filename = filename;
    this.#save = save;
    this.#limits = limits;
  }

  add(entry: ReadEntry): void {
    checkTreeLimits(this.#filename, { files: ++this.#count, bytes: 0 }, this.#limits);
    const path = tidy(entry.path);
    switch (entry.type) {
      case "File":
      case "OldFile":
      case "ContiguousFile":
        this.#addFile(path, entry);
        return;
      case "SymbolicLink":
        this.entries.push({ kind: "symlink", path, target: entry.linkpath ?? "" });
        break;
      case "Link":
        this.entries.push({ kind: "hardlink", path, target: tidy(entry.linkpath ?? "") });
        break;
      case "Directory":
      case "GNUDumpDir":
        break;
      default:
        this.entries.push({ kind: "left-out", path, reason: "special_file" });
    }
    entry.resume();
  }

  #addFile(path: string, entry: ReadEntry): void {
    const at = this.entries.length;
    this.entries.push({ kind: "left-out", path, reason: "too_large" });
    if (entry.size > MAX_FILE_BYTES) {
      entry.resume();
      return;
    }
    const parts: Buffer[] = [];
    const isExecutable = ((entry.mode ?? 0) & 0o111) !== 0;
    entry.on("data", (part: Buffer) => parts.push(part));
    entry.on("end", () => {
      try {
        const bytes = Buffer.concat(parts);
        this.entries[at] = {
          kind: "file",
          path,
          bytes: bytes.length,
          isExecutable,
          content: this.#save(bytes),
        };
      } catch (error) {
        this.failure ??= error;
      }
    });
  }
}

function tidy(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
}

function isCompressed(start: Buffer): boolean {
  const magic = start.subarray(0, 4).toString("hex");
  return magic.startsWith("1f8b") || magic === "28b52ffd";
}
