import type { Random } from "../../src/base/index.ts";

/** A frame as a child writes it. */
export function frameOf(kind: number, text: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(Buffer.byteLength(text), 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** Bytes with a few of them changed, left out, doubled or added. */
export function damage(random: Random, bytes: Buffer): Buffer {
  const at = random.integer(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.integer(40));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.integer(5)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, piece, piece, after]);
    case 2:
      return Buffer.concat([before, Buffer.from([random.integer(256)]), after]);
    case 3:
      return before;
    default:
      return Buffer.concat([
        before,
        Buffer.from(piece.map((byte) => byte ^ (1 << random.integer(8)))),
        after,
      ]);
  }
}

/** The bytes in pieces as they may arrive, as many as `pieces` at most. */
export function* inPieces(bytes: Buffer, pieces: number): Generator<Buffer> {
  const length = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
