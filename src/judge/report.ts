import { z } from "zod";

import { observation } from "../spec/index.ts";
import { ByteQueue } from "./byte-queue.ts";
import type { CaseResult } from "./judge.ts";

/*
 * What a child says of its own evaluation. The candidate shares the child's process and may write here too, so nothing is
 * believed: an unknown kind, a second or late frame, a case out of turn, or text that is not the agreed JSON makes the
 * whole evaluation `malformed`, and only plain data comes out. See `diorama_child.py` for the writing side.
 */

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
] as const;
const headBytes = 5;
const maxFrameBytes = 64 * 1024 * 1024;

const built = z.object({ code_digest: z.string().max(100), cpu_seconds: z.number() });
const failed = z.object({ message: z.string().max(2000) });
const arc = z.tuple([z.int(), z.int()]);
const caseFrame = z.object({
  id: z.string(),
  cpu_seconds: z.number().nonnegative(),
  arcs: z.array(arc).optional(),
  observation,
});

/** How far a child's report got. */
export type ReportState =
  | { readonly status: "silent" }
  | { readonly status: "not-built" | "import-failed" | "unfit"; readonly message: string }
  | { readonly status: "running" }
  | { readonly status: "over-cpu" | "out-of-memory" }
  | { readonly status: "done" }
  | { readonly status: "findings"; readonly findings: unknown }
  | { readonly status: "malformed"; readonly message: string };

/** Reads one child's frames as they come. */
export class ReportReader {
  state: ReportState = { status: "silent" };
  codeDigest = "";
  readonly results: CaseResult[] = [];
  readonly #expectedIds: readonly string[];
  readonly #onCase: (result: CaseResult) => void;
  readonly #held = new ByteQueue();

  /** `expectedIds` are the cases in the order in which they run. */
  constructor(expectedIds: readonly string[], onCase: (result: CaseResult) => void) {
    this.#expectedIds = expectedIds;
    this.#onCase = onCase;
  }

  /** The case that runs, or ran when the report ended; undefined before the first and after the last. */
  get currentCase(): string | undefined {
    return this.state.status === "silent" ? undefined : this.#expectedIds[this.results.length];
  }

  read(bytes: Buffer): void {
    this.#held.append(bytes);
    while (this.state.status !== "malformed") {
      const head = this.#held.peek(headBytes);
      if (head === undefined) return;
      const total = headBytes + head.readUInt32BE(1);
      if (total > maxFrameBytes) return this.#refuse("a frame is too long");
      const frame = this.#held.peek(total);
      if (frame === undefined) return;
      this.#take(frame.readUInt8(0), frame.toString("utf8", headBytes));
      this.#held.drop(total);
    }
  }

  /** Called when the child has ended: half a frame is none. */
  end(): void {
    if (this.#held.length > 0) this.#refuse("the last frame was cut short");
  }

  #take(number: number, text: string): void {
    const kind = kinds[number - 1];
    try {
      const content = JSON.parse(text) as unknown;
      if (this.state.status === "silent") this.#takeFirst(kind, content);
      else if (this.state.status === "running") this.#takeNext(kind, content);
      else this.#refuse("a frame came after the last one");
    } catch {
      this.#refuse("a frame does not hold what it should");
    }
  }

  #takeFirst(kind: (typeof kinds)[number] | undefined, content: unknown): void {
    if (kind === "not-built" || kind === "import-failed" || kind === "unfit") {
      this.state = { status: kind, message: failed.parse(content).message };
    } else if (kind === "built") {
      this.codeDigest = built.parse(content).code_digest;
      this.state = { status: "running" };
    } else if (kind === "findings") this.state = { status: "findings", findings: content };
    else if (kind === "out-of-memory") this.state = { status: kind };
    else this.#refuse("the first frame is of another kind");
  }

  #takeNext(kind: (typeof kinds)[number] | undefined, content: unknown): void {
    if (kind === "case") this.#takeCase(content);
    else if (kind === "over-cpu" || kind === "out-of-memory") this.state = { status: kind };
    else if (kind === "done" && this.results.length === this.#expectedIds.length)
      this.state = { status: "done" };
    else this.#refuse("a frame is out of turn");
  }

  #takeCase(content: unknown): void {
    const { id, cpu_seconds: cpuSeconds, arcs, observation: seen } = caseFrame.parse(content);
    if (id !== this.#expectedIds[this.results.length])
      return this.#refuse(`case ${id.slice(0, 40)} is out of turn`);
    const result: CaseResult = { id, observation: seen, cpuSeconds, ...(arcs === undefined ? {} : { arcs }) };
    this.results.push(result);
    this.#onCase(result);
  }

  #refuse(message: string): void {
    this.state = { status: "malformed", message };
  }
}
