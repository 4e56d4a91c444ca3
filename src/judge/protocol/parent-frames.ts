/*
 * Frames between the host and a parent: of fixed size, little-endian, before a payload of the length named in them. docs/protocol.md
 * is made from these tables; `diorama_supervisor.py` is the other side.
 */

/** Stands in every frame of a parent; a driver of another version is refused when it starts. */
export const PROTOCOL_VERSION = 2;

/** The first four bytes of every frame. These and the version never change their places. */
export const MAGIC: Buffer = Buffer.from("DIOR");

/** A number in a frame: its first byte, how it is written, and what it says. */
export interface Field {
  readonly at: number;
  readonly type: "u16" | "u32" | "u64" | "i32" | "f64";
  readonly means: string;
}

const head = {
  version: { at: 4, type: "u16", means: "version of this protocol" },
  kind: { at: 6, type: "u16", means: "kind of the frame" },
  job: { at: 8, type: "u64", means: "number of the job, chosen by the host" },
  length: { at: 16, type: "u64", means: "bytes of the payload that follows" },
} as const satisfies Readonly<Record<string, Field>>;

/** Bytes of a request without its payload. */
export const REQUEST_BYTES = 64;

/** Fields of a request; those after `length` are a job's, 0 elsewhere. */
export const REQUEST = {
  ...head,
  fileBytes: { at: 24, type: "u64", means: "bytes of the edited file, the first part of the payload" },
  memoryBytes: { at: 32, type: "u64", means: "memory that the job may have beside its parent's" },
  outputBytes: { at: 40, type: "u64", means: "bytes that the child may write" },
  importMs: { at: 48, type: "u32", means: "CPU ms until the first bytes of the child" },
  caseMs: { at: 52, type: "u32", means: "CPU ms between two writings of the child; past it, it is killed" },
  idleMs: { at: 56, type: "u32", means: "ms without any computing after which it is killed" },
  wallMs: { at: 60, type: "u32", means: "ms for the whole job" },
} as const satisfies Readonly<Record<string, Field>>;

/** Kinds of requests by number. */
export const REQUEST_KINDS = { setup: 1, job: 2, kill: 3, keep: 4, leave: 5 } as const;

/** Bytes of an answer without its payload. */
export const ANSWER_BYTES = 32;

/** Fields of an answer. */
export const ANSWER = {
  ...head,
  cpuNs: { at: 24, type: "u64", means: "of `chunk`: CPU ns that the child had used when it was passed on" },
} as const satisfies Readonly<Record<string, Field>>;

/** Kinds of answers, the first is 1. */
export const ANSWER_KINDS = ["ready", "chunk", "ended", "failed", "alive"] as const;

/** Largest payload of an answer. */
export const MAX_ANSWER_BYTES: number = 1 << 20;

/** Fields of the payload of `ended`, 32 bytes. */
export const ACCOUNT = {
  exitCode: { at: 0, type: "i32", means: "exit code; -1 where a signal ended the child" },
  signal: { at: 4, type: "i32", means: "the signal; -1 where it exited" },
  killed: { at: 8, type: "u32", means: "why the parent killed it; 0 where it did not" },
  cpuSeconds: { at: 16, type: "f64", means: "CPU seconds of the child and of all that it waited for" },
  peakBytes: { at: 24, type: "u64", means: "most resident memory in bytes" },
} as const satisfies Readonly<Record<string, Field>>;

/** Why a parent kills a child, the first is 1. */
export const KILL_REASONS = ["cpu", "idle", "wall", "output", "host"] as const;

/** Reads a field of a frame. */
export function readField(frame: Buffer, { at, type }: Field): number {
  switch (type) {
    case "u16":
      return frame.readUInt16LE(at);
    case "u32":
      return frame.readUInt32LE(at);
    case "u64":
      return Number(frame.readBigUInt64LE(at));
    case "i32":
      return frame.readInt32LE(at);
    case "f64":
      return frame.readDoubleLE(at);
    default:
      return type satisfies never;
  }
}

/** Writes the fields of a request: whole numbers, but for times, which are rounded up. */
export function writeRequest(values: Readonly<Partial<Record<keyof typeof REQUEST, number>>>): Buffer {
  const frame = Buffer.alloc(REQUEST_BYTES);
  MAGIC.copy(frame);
  for (const [name, { at, type }] of requestFields) {
    const value = values[name] ?? 0;
    if (type === "u16") frame.writeUInt16LE(value, at);
    else if (type === "u32") frame.writeUInt32LE(Math.min(0xffffffff, Math.ceil(value)), at);
    else frame.writeBigUInt64LE(BigInt(value), at);
  }
  return frame;
}

const requestFields = Object.entries(REQUEST) as [
  keyof typeof REQUEST,
  (typeof REQUEST)[keyof typeof REQUEST],
][];
