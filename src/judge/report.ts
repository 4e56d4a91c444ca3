import { z } from "zod";

import { observation } from "../spec/index.ts";
import { type ChildFrame, ChildFrameReader } from "./child-frames.ts";
import type { CaseResult } from "./judge.ts";

/*
 * What a child says of its own evaluation. The candidate shares the child's process and may write here too, so nothing is
 * believed: an unknown kind, a second or late frame, a case out of turn, or text that is not the agreed JSON makes the
 * whole evaluation `malformed`, and only plain data comes out. See `diorama_report.py` for the writing side.
 */

/** The first frame of a child that has built its target. */
export const built = z.object({ code_digest: z.string().max(100).nullable(), cpu_seconds: z.number() });
const failed = z.object({ message: z.string().max(2000) });
const arc = z.tuple([z.int(), z.int()]);
/** What one case showed. */
export const caseFrame = z.object({
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

/**
 * Whether a child takes too long over its next frame: a parent, which reads none, takes every byte for a sign of life.
 * Limits are CPU milliseconds, the first until the target is built.
 */
export class FramePatience {
  readonly #limits: { readonly importMs: number; readonly caseMs: number };
  #frames = 0;
  #cpuSeconds = 0;

  constructor(limits: { readonly importMs: number; readonly caseMs: number }) {
    this.#limits = limits;
  }

  /** Called with the number of whole frames so far, and the CPU time that the child has used. */
  isOver(frames: number, cpuSeconds: number): boolean {
    if (frames > this.#frames) {
      this.#frames = frames;
      this.#cpuSeconds = cpuSeconds;
    }
    const { importMs, caseMs } = this.#limits;
    return 1000 * (cpuSeconds - this.#cpuSeconds) > (frames === 0 ? importMs : caseMs);
  }
}

/** Reads one child's frames as they come. */
export class ReportReader {
  state: ReportState = { status: "silent" };
  codeDigest: string | undefined;
  readonly results: CaseResult[] = [];
  /** Whole frames that were read. */
  frames = 0;
  readonly #expectedIds: readonly string[];
  readonly #onCase: (result: CaseResult) => void;
  readonly #frames = new ChildFrameReader();

  /** `expectedIds` are the cases in the order in which they run. */
  constructor(expectedIds: readonly string[], onCase: (result: CaseResult) => void) {
    this.#expectedIds = expectedIds;
    this.#onCase = onCase;
  }

  /** The case that runs, or ran when the report ended; undefined before the first and after the last. */
  get currentCase(): string | undefined {
    return this.state.status === "silent" ? undefined : this.#expectedIds[this.results.length];
  }

  /** The case that ended last. */
  get lastCase(): string | undefined {
    return this.results.at(-1)?.id;
  }

  read(bytes: Buffer): void {
    this.#frames.append(bytes);
    while (this.state.status !== "malformed") {
      const frame = this.#frames.take();
      if (frame === undefined) return;
      if (frame === "too-long") return this.#refuse("a frame is too long");
      this.#take(frame);
    }
  }

  /** Called when the child has ended: half a frame is none. */
  end(): void {
    if (this.#frames.left > 0) this.#refuse("the last frame was cut short");
  }

  #take({ kind, text }: ChildFrame): void {
    this.frames++;
    try {
      const content = JSON.parse(text) as unknown;
      if (this.state.status === "silent") this.#takeFirst(kind, content);
      else if (this.state.status === "running") this.#takeNext(kind, content);
      else this.#refuse("a frame came after the last one");
    } catch {
      this.#refuse("a frame does not hold what it should");
    }
  }

  #takeFirst(kind: ChildFrame["kind"], content: unknown): void {
    if (kind === "not-built" || kind === "import-failed" || kind === "unfit") {
      this.state = { status: kind, message: failed.parse(content).message };
    } else if (kind === "built") {
      this.codeDigest = built.parse(content).code_digest ?? undefined;
      this.state = { status: "running" };
    } else if (kind === "findings") this.state = { status: "findings", findings: content };
    else if (kind === "out-of-memory") this.state = { status: kind };
    else this.#refuse("the first frame is of another kind");
  }

  #takeNext(kind: ChildFrame["kind"], content: unknown): void {
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
