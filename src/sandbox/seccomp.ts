import { DioramaError } from "../base/index.ts";
import { refusedAlways, refusedIpc, refusedNesting, unknownCalls } from "./refused-calls.ts";
import { syscallNumbers, type SyscallName } from "./syscall-numbers.ts";

/*
 * A seccomp filter as classic BPF, made here so that no library is needed. The filter is a list of refusals: programs
 * that people test use most of the kernel, but none needs to mount, to trace others, to load modules or to reach the
 * kernel's large, rarely tried interfaces. It stands behind the namespaces, never instead of them.
 *
 * Layout: check the architecture; refuse the x32 twin of the table; walk (number → refusal); then the calls that are
 * refused for some arguments only; allow. Source of the instruction format: Linux, `include/uapi/linux/{bpf_common,
 * filter,seccomp,audit}.h`.
 */

/** Processor architectures that a filter can be made for. */
export type SeccompArchitecture = "x86_64" | "aarch64";

/** What a filter allows. */
export interface SeccompOptions {
  readonly architecture: SeccompArchitecture;
  /** Leaves namespaces and mounts allowed, for a program that isolates its children itself. */
  readonly allowNesting: boolean;
  /**
   * Socket families: `local` (inside an own network namespace: Unix, IPv4, IPv6, netlink), `stream` (no network namespace
   * but a proxy on the loopback: IPv4 and IPv6 streams only), `none` (socket pairs only). Default `local`.
   */
  readonly sockets?: "local" | "stream" | "none";
  /** Refuses System V and POSIX message queues, semaphores and shared memory, for programs without an ipc namespace. */
  readonly refusesIpc?: boolean;
}

const auditArchitecture: Record<SeccompArchitecture, number> = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };
const loadWord = 0x20;
const jumpEqual = 0x15;
const jumpAtLeast = 0x35;
const jumpAnySet = 0x45;
const andConstant = 0x54;
const returnConstant = 0x06;
const offsetNumber = 0;
const offsetArchitecture = 4;
const allow = 0x7fff0000;
const refusePermission = 0x00050001;
const refuseUnknown = 0x00050026;
const refuseFamily = 0x00050061;
const namespaceFlags = 0x7e020000;
const x32Bit = 0x40000000;

/**
 * The bytes of a filter, as `bwrap --seccomp` and `prctl(PR_SET_SECCOMP)` take them: 8 bytes per instruction,
 * little-endian, at most 4,096 instructions.
 */
export function seccompProgram(options: SeccompOptions): Uint8Array {
  const numbers = syscallNumbers[options.architecture];
  const refusal = (names: readonly SyscallName[], action: number): number[][] =>
    refuse(options.architecture, names, action);
  return assemble([
    ...checkTable(options.architecture),
    ...refusal(unknownCalls, refuseUnknown),
    ...refusal(refusedAlways, refusePermission),
    ...(options.allowNesting ? [] : refusal(refusedNesting, refusePermission)),
    ...(options.refusesIpc === true ? refusal(refusedIpc, refusePermission) : []),
    ...(options.allowNesting ? [] : onCall(numbers.clone, cloneCheck)),
    ...onCall(numbers.ioctl, terminalInputCheck),
    ...onCall(numbers.socket, socketCheck(options.sockets ?? "local")),
    step(returnConstant, allow),
  ]);
}

/**
 * What a filter that allows nesting leaves open, refused: for processes that such a filter already binds. The kernel tries
 * a new filter on each call of its table, so a short one is installed in a fraction of the time.
 */
export function nestingSeccompProgram(architecture: SeccompArchitecture): Uint8Array {
  return assemble([
    ...checkTable(architecture),
    ...refuse(architecture, refusedNesting, refusePermission),
    ...onCall(syscallNumbers[architecture].clone, cloneCheck),
    step(returnConstant, allow),
  ]);
}

/** Refuses what is of another architecture, or of the x32 twin of the table; loads the number of the call. */
function checkTable(architecture: SeccompArchitecture): number[][] {
  return [
    step(loadWord, offsetArchitecture),
    step(jumpEqual, auditArchitecture[architecture], 1, 0),
    step(returnConstant, refuseUnknown),
    step(loadWord, offsetNumber),
    step(jumpAtLeast, x32Bit, 0, 1),
    step(returnConstant, refuseUnknown),
  ];
}

function refuse(
  architecture: SeccompArchitecture,
  names: readonly SyscallName[],
  action: number,
): number[][] {
  return names.flatMap((name) => {
    const number = syscallNumbers[architecture][name];
    return number === undefined ? [] : [step(jumpEqual, number, 0, 1), step(returnConstant, action)];
  });
}

/** This machine's architecture in seccomp's words. Throws `unsupported-architecture` where there is no table for it. */
export function seccompArchitecture(): SeccompArchitecture {
  if (process.arch === "x64") return "x86_64";
  if (process.arch === "arm64") return "aarch64";
  throw new DioramaError(
    "unsupported-architecture",
    `Cannot make a seccomp filter for the architecture "${process.arch}": only x64 and arm64 have a table.`,
  );
}

/** `clone` must not make namespaces; the flags are the first argument on both architectures. */
const cloneCheck = [
  step(loadWord, argumentOffset(0)),
  step(jumpAnySet, namespaceFlags, 0, 1),
  step(returnConstant, refusePermission),
  step(returnConstant, allow),
];

/** TIOCSTI and TIOCLINUX put characters into a terminal's input. */
const terminalInputCheck = [
  step(loadWord, argumentOffset(1)),
  step(jumpEqual, 0x5412, 1, 0),
  step(jumpEqual, 0x541c, 0, 1),
  step(returnConstant, refusePermission),
  step(returnConstant, allow),
];

function socketCheck(sockets: "local" | "stream" | "none"): number[][] {
  if (sockets === "none") return [step(returnConstant, refusePermission)];
  if (sockets === "local") {
    return [
      step(loadWord, argumentOffset(0)),
      ...[1, 2, 10, 16].flatMap((family) => [step(jumpEqual, family, 0, 1), step(returnConstant, allow)]),
      step(returnConstant, refuseFamily),
    ];
  }
  return [
    step(loadWord, argumentOffset(0)),
    step(jumpEqual, 2, 2, 0),
    step(jumpEqual, 10, 1, 0),
    step(returnConstant, refuseFamily),
    step(loadWord, argumentOffset(1)),
    step(andConstant, 0xf),
    step(jumpEqual, 1, 1, 0),
    step(returnConstant, refusePermission),
    step(returnConstant, allow),
  ];
}

/** `body` for one call; it must return in every case, for it overwrites the loaded number. */
function onCall(number: number | undefined, body: number[][]): number[][] {
  return number === undefined ? [] : [step(jumpEqual, number, 0, body.length), ...body];
}

/** Offset of the low half of argument `index`. */
function argumentOffset(index: number): number {
  return 16 + 8 * index;
}

function step(code: number, constant: number, ifTrue = 0, ifFalse = 0): number[] {
  return [code, ifTrue, ifFalse, constant];
}

function assemble(steps: readonly number[][]): Uint8Array {
  const bytes = Buffer.alloc(8 * steps.length);
  for (const [index, [code = 0, ifTrue = 0, ifFalse = 0, constant = 0]] of steps.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(constant >>> 0, 8 * index + 4);
  }
  return bytes;
}
