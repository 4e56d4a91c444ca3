import { ByteQueue } from "./byte-queue.ts";
import { CHILD_HEAD_BYTES, CHILD_KINDS, MAX_CHILD_FRAME_BYTES } from "./protocol/child-messages.ts";

/** One frame of a child. An unknown kind is undefined. */
export interface ChildFrame {
  readonly kind: (typeof CHILD_KINDS)[number] | undefined;
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
    const head = this.#held.peek(CHILD_HEAD_BYTES);
    if (head === undefined) return undefined;
    const total = CHILD_HEAD_BYTES + head.readUInt32BE(1);
    if (total > MAX_CHILD_FRAME_BYTES) return "too-long";
    const frame = this.#held.peek(total);
    if (frame === undefined) return undefined;
    const taken = {
      kind: CHILD_KINDS[frame.readUInt8(0) - 1],
      text: frame.toString("utf8", CHILD_HEAD_BYTES),
    };
    this.#held.drop(total);
    return taken;
  }
}
