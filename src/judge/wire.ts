import { DioramaError } from "../base/index.ts";
import { ByteQueue } from "./byte-queue.ts";

/*
 * The language of the warm parent (`diorama_parent.py`), version 1. Requests and answers begin with a frame of fixed
 * size, in native byte order of all supported machines (little-endian); a payload of the length named in it follows. Only
 * the parent writes answer frames: what a child wrote stands inside the payload of `chunk` answers, where it is data.
 */

const magic = Buffer.from("DIOR");
const version = 1;
const requestBytes = 64;
const answerBytes = 32;

/** Largest payload of an answer that a parent ever sends. */
const maxAnswerBytes = 1 << 20;

/** What a job's frame tells the parent, who sees nothing else of the job. */
export interface JobFrame {
  readonly job: number;
  /** Bytes of the edited file, the first part of the payload. */
  readonly fileBytes: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
  readonly importMs: number;
  /** CPU time after which a case is killed. */
  readonly caseMs: number;
  /** Time without any computing after which a child is given up. */
  readonly idleMs: number;
  readonly wallMs: number;
}

/** The first frame: `setup` is JSON that the parent reads. */
export function encodeSetup(setup: unknown): Uint8Array {
  const payload = Buffer.from(JSON.stringify(setup));
  return Buffer.concat([request({ kind: 1, length: payload.length }), payload]);
}

/** A job's frame, to be followed by `payloadBytes` bytes. */
export function encodeJob(frame: JobFrame, payloadBytes: number): Uint8Array {
  return request({ kind: 2, length: payloadBytes, ...frame });
}

/** Asks the parent for a stem that keeps what `kept` says, JSON that the stem reads, and gets the jobs to come; it does not answer. */
export function encodeKeep(kept: unknown): Uint8Array {
  const payload = Buffer.from(JSON.stringify(kept));
  return Buffer.concat([request({ kind: 4, length: payload.length }), payload]);
}

/** Sends the stem away, with all that it kept: the jobs to come are its parent's. */
export function encodeLeave(): Uint8Array {
  return request({ kind: 5, length: 0 });
}

/** Asks the parent to kill a job; without effect when it has ended. */
export function encodeKill(job: number): Uint8Array {
  return request({ kind: 3, job, length: 0 });
}

function request(fields: { kind: number; length: number } & Partial<JobFrame>): Buffer {
  const frame = Buffer.alloc(requestBytes);
  magic.copy(frame);
  frame.writeUInt16LE(version, 4);
  frame.writeUInt16LE(fields.kind, 6);
  const wide = [fields.job, fields.length, fields.fileBytes, fields.memoryBytes, fields.outputBytes];
  for (const [index, value] of wide.entries()) frame.writeBigUInt64LE(BigInt(value ?? 0), 8 + 8 * index);
  const narrow = [fields.importMs, fields.caseMs, fields.idleMs, fields.wallMs];
  for (const [index, value] of narrow.entries()) {
    frame.writeUInt32LE(Math.min(0xffffffff, Math.ceil(value ?? 0)), 48 + 4 * index);
  }
  return frame;
}

const killReasons = ["cpu", "idle", "wall", "output", "host"] as const;

/** How a child ended, in its parent's words: `killed` says which limit the parent killed it for. */
export interface ChildAccount {
  readonly exitCode: number | undefined;
  readonly signal: number | undefined;
  readonly killed: (typeof killReasons)[number] | undefined;
  /** CPU time of the child and of all that it waited for. */
  readonly cpuSeconds: number;
  /** Most resident memory. */
  readonly peakBytes: number;
}

/** An answer of the parent. `cpuSeconds` is the child's CPU time when the parent passed the chunk on. */
export type Answer =
  | { readonly kind: "ready" | "failed"; readonly job: number; readonly content: unknown }
  | { readonly kind: "ended"; readonly job: number; readonly account: ChildAccount }
  | { readonly kind: "alive"; readonly job: number }
  | { readonly kind: "chunk"; readonly job: number; readonly bytes: Buffer; readonly cpuSeconds: number };

const answerKinds = ["ready", "chunk", "ended", "failed", "alive"] as const;

/** Cuts a parent's output into answers. Throws `broken-parent` where it is not a parent's. */
export class AnswerReader {
  readonly #held = new ByteQueue();

  /** Answers that are complete with these bytes. */
  read(bytes: Buffer): Answer[] {
    this.#held.append(bytes);
    const answers: Answer[] = [];
    for (;;) {
      const head = this.#held.peek(answerBytes);
      if (head === undefined) return answers;
      const total = answerBytes + checkedLength(head);
      const frame = this.#held.peek(total);
      if (frame === undefined) return answers;
      answers.push(readAnswer(frame));
      this.#held.drop(total);
    }
  }
}

function checkedLength(head: Buffer): number {
  const length = Number(head.readBigUInt64LE(16));
  const isOurs = head.subarray(0, 4).equals(magic) && head.readUInt16LE(4) === version;
  if (isOurs && length <= maxAnswerBytes) return length;
  throw new DioramaError(
    "broken-parent",
    "Cannot read what a judge's parent process says: no frame of its protocol.",
  );
}

function readAnswer(frame: Buffer): Answer {
  const kind = answerKinds[frame.readUInt16LE(6) - 1];
  const job = Number(frame.readBigUInt64LE(8));
  const payload = frame.subarray(answerBytes);
  if (kind === undefined) throw new DioramaError("broken-parent", "Cannot read an answer of unknown kind.");
  if (kind === "chunk")
    return { kind, job, bytes: payload, cpuSeconds: Number(frame.readBigUInt64LE(24)) / 1e9 };
  if (kind === "alive") return { kind, job };
  if (kind === "ended") return { kind, job, account: readAccount(payload) };
  return { kind, job, content: JSON.parse(payload.toString("utf8")) as unknown };
}

/** See `_END` of `diorama_parent.py`. */
function readAccount(payload: Buffer): ChildAccount {
  const [exitCode, signal] = [payload.readInt32LE(0), payload.readInt32LE(4)];
  return {
    exitCode: exitCode < 0 ? undefined : exitCode,
    signal: signal < 0 ? undefined : signal,
    killed: killReasons[payload.readUInt32LE(8) - 1],
    cpuSeconds: payload.readDoubleLE(16),
    peakBytes: Number(payload.readBigUInt64LE(24)),
  };
}
