import { ByteQueue } from "./byte-queue.ts";

const kinds = [
  "built",
  "not-built",
  "import-failed",
  "case",
  "over-cpu",
  "out-of-memory",
  "done",
  "findings",
  "unfit",
  "run",
  "test",
] as const;
const headBytes = 5;
const maxFrameBytes = 64 * 1024 * 1024;

/** One frame of a child: see `diorama_report.py`. An unknown kind is undefined. */
export interface ChildFrame {
  readonly kind: (typeof kinds)[number] | undefined;
  readonly text: string;
}

/** Cuts what a child writes into frames. */
export class ChildFrameReader {
  readonly #held = new ByteQueue();

  /** Bytes of a frame that is not complete. */
  get left(): number {
    return this.#held.length;
  }

  append(bytes: Buffer): void {
    this.#held.append(bytes);
  }

  /** The next whole frame; undefined where there is none yet. `too-long`: nothing after it can be read. */
  take(): ChildFrame | "too-long" | undefined {
    const head = this.#held.peek(headBytes);
    if (head === undefined) return undefined;
    const total = headBytes + head.readUInt32BE(1);
    if (total > maxFrameBytes) return "too-long";
    const frame = this.#held.peek(total);
    if (frame === undefined) return undefined;
    const taken = { kind: kinds[frame.readUInt8(0) - 1], text: frame.toString("utf8", headBytes) };
    this.#held.drop(total);
    return taken;
  }
}
