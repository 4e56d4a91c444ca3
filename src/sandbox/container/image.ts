import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

import type Dockerode from "dockerode";
import { Header } from "tar";

import { ownershipLabel } from "./labels.ts";

/*
 * The image of every container is empty but for the folders on which the engine and the sandbox mount, so nothing is ever
 * fetched: an archive made in memory is imported once, under a tag with the digest of its content.
 */

const folders = ["dev/", "etc/", "home/", "proc/", "run/", "sys/", "tmp/"];
const blockBytes = 512;

let importing: Promise<string> = Promise.resolve("");

/** The name of the image, imported where the engine does not have it (any more). */
export function ensureImage(engine: Dockerode): Promise<string> {
  importing = importing.then(
    () => importOnce(engine),
    () => importOnce(engine),
  );
  return importing;
}

async function importOnce(engine: Dockerode): Promise<string> {
  const archive = makeArchive();
  const name = `diorama-sandbox:${createHash("sha256").update(archive).digest("hex").slice(0, 12)}`;
  try {
    await engine.getImage(name).inspect();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const changes = `LABEL ${ownershipLabel}=image`;
    const progress = await engine.importImage(Readable.from([archive]), { repo: name, changes });
    // The image is there when the engine has nothing more to say.
    await text(progress);
    await engine.getImage(name).inspect();
  }
  return name;
}

/** A tar archive of empty folders, the same bytes each time. */
function makeArchive(): Buffer {
  const entries = folders.map((path) => {
    const block = Buffer.alloc(blockBytes);
    new Header({ path, type: "Directory", mode: 0o755, uid: 0, gid: 0, size: 0, mtime: new Date(0) }).encode(
      block,
    );
    return block;
  });
  return Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 404;
}
