import { type ChildFrame, ChildFrameReader } from "./child-frames.ts";
import { MOST_NESTING } from "./protocol/child-messages.ts";

/** How far a child's report got. */
export type ReportState =
  | { readonly status: "silent" }
  | { readonly status: "not-built" | "import-failed" | "unfit"; readonly message: string }
  | { readonly status: "running" }
  | { readonly status: "over-cpu" | "out-of-memory" }
  | { readonly status: "done" }
  | { readonly status: "findings"; readonly findings: unknown }
  | { readonly status: "malformed"; readonly message: string };

/** What a frame leads to; a text says why it is refused. Throwing says that it does not hold what it should. */
export type FrameTaker = (kind: ChildFrame["kind"], content: unknown) => ReportState | string;

/**
 * What a child says, read so that nothing of it need be believed: a first frame, others while it is `running`, and none after that.
 * Whatever else comes makes the whole report `malformed`.
 */
export class StrictFrames {
  state: ReportState = { status: "silent" };
  readonly #takeFirst: FrameTaker;
  readonly #takeNext: FrameTaker;
  readonly #recall: (kind: ChildFrame["kind"], text: string) => ReportState | undefined;
  readonly #frames = new ChildFrameReader();
  /** Whole frames that were read, and the CPU time that the child had used when the last of them came. */
  #count = 0;
  #cpuSeconds = 0;

  /** `recall` may know a frame, while there are others, by its very text: then it is not read. */
  constructor(
    takeFirst: FrameTaker,
    takeNext: FrameTaker,
    recall: (kind: ChildFrame["kind"], text: string) => ReportState | undefined = () => undefined,
  ) {
    this.#takeFirst = takeFirst;
    this.#takeNext = takeNext;
    this.#recall = recall;
  }

  read(bytes: Buffer): void {
    this.#frames.append(bytes);
    while (this.state.status !== "malformed") {
      const frame = this.#frames.take();
      if (frame === undefined) return;
      this.state = frame === "too-long" ? malformed("a frame is too long") : this.#take(frame);
    }
  }

  /**
   * What a worker asks with each piece that a child wrote: true where the child is to be killed, for what it said, or because it takes
   * too long over its next frame. A parent, which reads none, takes every byte for a sign of life. Limits are CPU
   * milliseconds, the first until the first frame.
   */
  listen(limits: {
    readonly importMs: number;
    readonly caseMs: number;
  }): (bytes: Buffer, cpuSeconds: number) => boolean {
    return (bytes, cpuSeconds) => {
      const before = this.#count;
      this.read(bytes);
      if (this.#count > before) this.#cpuSeconds = cpuSeconds;
      const allowedMs = this.#count === 0 ? limits.importMs : limits.caseMs;
      return this.state.status === "malformed" || 1000 * (cpuSeconds - this.#cpuSeconds) > allowedMs;
    };
  }

  /** Called when the child has ended: half a frame is none. */
  end(): void {
    if (this.#frames.left > 0) this.state = malformed("the last frame was cut short");
  }

  #take({ kind, text }: ChildFrame): ReportState {
    this.#count++;
    const recalled = this.state.status === "running" ? this.#recall(kind, text) : undefined;
    if (recalled !== undefined) return recalled;
    if (isNestedDeeper(text, MOST_NESTING)) return malformed("a frame is nested too deep");
    try {
      const content = JSON.parse(text) as unknown;
      const next = this.#takeIn(kind, content);
      return typeof next === "string" ? malformed(next) : next;
    } catch {
      return malformed("a frame does not hold what it should");
    }
  }

  #takeIn(kind: ChildFrame["kind"], content: unknown): ReportState | string {
    if (this.state.status === "silent") return this.#takeFirst(kind, content);
    if (this.state.status === "running") return this.#takeNext(kind, content);
    return "a frame came after the last one";
  }
}

function malformed(message: string): ReportState {
  return { status: "malformed", message };
}

/** Whether a JSON text has more than `most` lists and objects around one of its parts. */
function isNestedDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length && depth <= most; at += 1) {
    const mark = text[at];
    if (isInText && mark === "\\") at += 1;
    else if (mark === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
  }
  return depth > most;
}
