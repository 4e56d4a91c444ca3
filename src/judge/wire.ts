import { DioramaError } from "../base/index.ts";
import { ByteQueue } from "./byte-queue.ts";
import type { KeepMessage } from "./protocol/jobs.ts";
import {
  ACCOUNT,
  ANSWER,
  ANSWER_BYTES,
  ANSWER_KINDS,
  KILL_REASONS,
  MAGIC,
  MAX_ANSWER_BYTES,
  PROTOCOL_VERSION,
  readField,
  REQUEST_KINDS,
  writeRequest,
} from "./protocol/parent-frames.ts";
import type { SetUp } from "./protocol/set-up.ts";

/*
 * The frames of `protocol/parent-frames.ts` as bytes. Only the parent writes answers: what a child wrote stands inside the payload of
 * `chunk` answers, where it is data.
 */

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

/** The first frame. */
export function encodeSetup(setup: SetUp): Uint8Array {
  return withPayload(REQUEST_KINDS.setup, setup);
}

/** A job's frame, to be followed by `payloadBytes` bytes. */
export function encodeJob(frame: JobFrame, payloadBytes: number): Uint8Array {
  return request({ kind: REQUEST_KINDS.job, length: payloadBytes, ...frame });
}

/** Asks the parent for a stem that keeps what `kept` says, and gets the jobs to come; it does not answer. */
export function encodeKeep(kept: KeepMessage): Uint8Array {
  return withPayload(REQUEST_KINDS.keep, kept);
}

/** Sends the stem away, with all that it kept: the jobs to come are its parent's. */
export function encodeLeave(): Uint8Array {
  return request({ kind: REQUEST_KINDS.leave });
}

/** Asks the parent to kill a job; without effect when it has ended. */
export function encodeKill(job: number): Uint8Array {
  return request({ kind: REQUEST_KINDS.kill, job });
}

function withPayload(kind: number, content: unknown): Uint8Array {
  const payload = Buffer.from(JSON.stringify(content));
  return Buffer.concat([request({ kind, length: payload.length }), payload]);
}

function request(values: Parameters<typeof writeRequest>[0]): Buffer {
  return writeRequest({ version: PROTOCOL_VERSION, ...values });
}

/** How a child ended, in its parent's words: `killed` says which limit the parent killed it for. */
export interface ChildAccount {
  readonly exitCode: number | undefined;
  readonly signal: number | undefined;
  readonly killed: (typeof KILL_REASONS)[number] | undefined;
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

/** Cuts a parent's output into answers. Throws `broken-parent` where it is not a parent's. */
export class AnswerReader {
  readonly #held = new ByteQueue();

  /** Answers that are complete with these bytes. */
  read(bytes: Buffer): Answer[] {
    this.#held.append(bytes);
    const answers: Answer[] = [];
    for (;;) {
      const head = this.#held.peek(ANSWER_BYTES);
      if (head === undefined) return answers;
      const total = ANSWER_BYTES + checkedLength(head);
      const frame = this.#held.peek(total);
      if (frame === undefined) return answers;
      answers.push(readAnswer(frame));
      this.#held.drop(total);
    }
  }
}

function checkedLength(head: Buffer): number {
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw brokenParent("no frame of the judge's protocol");
  const version = readField(head, ANSWER.version);
  if (version !== PROTOCOL_VERSION) {
    throw brokenParent(
      `it speaks version ${version} of the judge's protocol, this program version ${PROTOCOL_VERSION}`,
    );
  }
  const length = readField(head, ANSWER.length);
  if (length > MAX_ANSWER_BYTES) throw brokenParent("an answer is too long");
  return length;
}

function brokenParent(what: string): DioramaError {
  return new DioramaError("broken-parent", `Cannot read what a judge's parent process says: ${what}.`);
}

function readAnswer(frame: Buffer): Answer {
  const kind = ANSWER_KINDS[readField(frame, ANSWER.kind) - 1];
  const job = readField(frame, ANSWER.job);
  const payload = frame.subarray(ANSWER_BYTES);
  if (kind === undefined) throw brokenParent("an answer is of unknown kind");
  if (kind === "chunk")
    return { kind, job, bytes: payload, cpuSeconds: readField(frame, ANSWER.cpuNs) / 1e9 };
  if (kind === "alive") return { kind, job };
  if (kind === "ended") return { kind, job, account: readAccount(payload) };
  return { kind, job, content: JSON.parse(payload.toString("utf8")) as unknown };
}

function readAccount(payload: Buffer): ChildAccount {
  const [exitCode, signal] = [readField(payload, ACCOUNT.exitCode), readField(payload, ACCOUNT.signal)];
  return {
    exitCode: exitCode < 0 ? undefined : exitCode,
    signal: signal < 0 ? undefined : signal,
    killed: KILL_REASONS[readField(payload, ACCOUNT.killed) - 1],
    cpuSeconds: readField(payload, ACCOUNT.cpuSeconds),
    peakBytes: readField(payload, ACCOUNT.peakBytes),
  };
}
