import type { Writable } from "node:stream";

/*
 * An engine sends both outputs of a container over one connection, in frames: one byte that says which (1 stdout,
 * 2 stderr), three zeros, the length as 32 bits big-endian, the bytes.
 * https://docs.docker.com/reference/api/engine/ (ContainerAttach, stream format)
 */

const headerBytes = 8;

/**
 * Hands the frames of `source` on until it ends, no faster than they are read; what is written to a closed output is
 * dropped. Never throws: a broken connection is an end.
 */
export async function splitOutput(
  source: AsyncIterable<string | Buffer>,
  outputs: { readonly stdout: Writable; readonly stderr: Writable },
): Promise<void> {
  let header = Buffer.alloc(0);
  let left = 0;
  try {
    for await (const chunk of source) {
      let rest = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      while (rest.length > 0) {
        if (left === 0) {
          const taken = rest.subarray(0, headerBytes - header.length);
          header = Buffer.concat([header, taken]);
          rest = rest.subarray(taken.length);
          if (header.length < headerBytes) break;
          left = header.readUInt32BE(4);
        }
        const part = rest.subarray(0, left);
        rest = rest.subarray(part.length);
        left -= part.length;
        if (part.length > 0) await write(header[0] === 2 ? outputs.stderr : outputs.stdout, part);
        if (left === 0) header = Buffer.alloc(0);
      }
    }
  } catch {
    // The engine is gone; how the container ended is asked elsewhere.
  }
}

async function write(output: Writable, part: Buffer): Promise<void> {
  if (output.destroyed || output.write(part)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      output.off("drain", go).off("close", go);
      resolve();
    };
    output.on("drain", go).on("close", go);
  });
}
