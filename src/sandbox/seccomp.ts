import { DioramaError } from "../base/index.ts";
import {
  onlyForItself,
  refusedAlways,
  refusedIpc,
  refusedNesting,
  refusedReaching,
  refusedSignals,
  refusedWatches,
  unknownCalls,
} from "./refused-calls.ts";
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
   * but a proxy on the loopback: IPv4 and IPv6 streams only), `none` (no network namespace: Unix, IPv4 and IPv6 streams that
   * nothing can be reached with, for programs that only make them). Default `local`.
   */
  readonly sockets?: "local" | "stream" | "none";
  /**
   * For programs that have no namespaces: refuses message queues, semaphores and shared memory of System V and POSIX, and the
   * limits, priorities, policies and processors of other processes, and answers that there is no inotify, for Landlock does
   * not bound what is watched.
   */
  readonly sharesNamespaces?: boolean;
  /**
   * For a process that shares its user with others: signals, also those that descriptors send, reach itself, its own group and
   * younger processes only. The bytes of the program hold `ownProcessMark` and `ownGroupMark` where its process id and 2 ** 32
   * less that belong.
   */
  readonly keepsSignals?: boolean;
}

/** Where a filter names the process that it is installed in, as little-endian words. */
export const ownProcessMark = 0x6f776e70;
export const ownGroupMark = 0xf06f776e;

const auditArchitecture: Record<SeccompArchitecture, number> = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };
const loadWord = 0x20;
const jumpEqual = 0x15;
const jumpAtLeast = 0x35;
const jumpAbove = 0x25;
const jumpAnySet = 0x45;
const andConstant = 0x54;
const returnConstant = 0x06;
const offsetNumber = 0;
const offsetArchitecture = 4;
const allow = 0x7fff0000;
const refusePermission = 0x00050001;
const refuseUnknown = 0x00050026;
const refuseFamily = 0x00050061;
const streamType = 1;
const packetsType = 5;
const typeMask = 0xf;
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
    ...(options.sharesNamespaces === true
      ? [
          ...refusal(refusedIpc, refusePermission),
          ...refusal(refusedWatches, refuseUnknown),
          ...refusal(refusedSignals, refusePermission),
          ...onlyForItself.flatMap((name) => onCall(numbers[name], argumentsCheck([0]))),
          ...onCall(numbers.setpriority, argumentsCheck([priorityOfProcess, 0])),
          ...onCall(numbers.ioprio_set, argumentsCheck([ioPriorityOfProcess, 0])),
        ]
      : []),
    ...(options.allowNesting ? [] : onCall(numbers.clone, cloneCheck)),
    ...(options.keepsSignals === true
      ? [
          ...onCall(numbers.kill, receiverCheck(0)),
          ...onCall(numbers.tkill, receiverCheck(0)),
          ...onCall(numbers.tgkill, receiverCheck(0)),
          ...onCall(numbers.fcntl, signalOwnerCheck),
        ]
      : []),
    ...onCall(numbers.ioctl, ioctlCheck(options.keepsSignals === true ? socketOwners : [])),
    ...onCall(numbers.personality, personalityCheck),
    ...onCall(numbers.socket, socketCheck(options.sockets ?? "local")),
    ...((options.sockets ?? "local") === "local" ? [] : addressChecks(options.architecture)),
    ...(options.sockets === "none" ? refusal(refusedReaching, refusePermission) : []),
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
const terminalInput = [0x5412, 0x541c];
/** FIOSETOWN and SIOCSPGRP say whom a socket sends its signals. */
const socketOwners = [0x8901, 0x8902];

function ioctlCheck(others: readonly number[]): number[][] {
  return [
    step(loadWord, argumentOffset(1)),
    ...[...terminalInput, ...others].flatMap((request) => [
      step(jumpEqual, request, 0, 1),
      step(returnConstant, refusePermission),
    ]),
    step(returnConstant, allow),
  ];
}

const priorityOfProcess = 0;
const ioPriorityOfProcess = 1;

/** Allows a call with these first arguments only. */
function argumentsCheck(values: readonly number[]): number[][] {
  return [
    ...values.flatMap((value, index) => [
      step(loadWord, argumentOffset(index)),
      step(jumpEqual, value, 1, 0),
      step(returnConstant, refusePermission),
    ]),
    step(returnConstant, allow),
  ];
}

/**
 * Allows a call whose argument `index` is a process, or less than 0 and a group, that is not older than the caller; 0 is its own group.
 * Everybody (-1) is none.
 */
function receiverCheck(index: number): number[][] {
  return [
    step(loadWord, argumentOffset(index)),
    step(jumpEqual, 0, 5, 0),
    step(jumpAtLeast, 0x80000000, 2, 0),
    step(jumpAtLeast, ownProcessMark, 3, 0),
    step(returnConstant, refusePermission),
    step(jumpAbove, ownGroupMark, 0, 1),
    step(returnConstant, refusePermission),
    step(returnConstant, allow),
  ];
}

/** `fcntl` with F_SETOWN is a sort of `kill` to come; F_SETOWN_EX names the process where a filter cannot look. */
const signalOwnerCheck = [
  step(loadWord, argumentOffset(1)),
  step(jumpEqual, 15, 0, 1),
  step(returnConstant, refusePermission),
  step(jumpEqual, 8, 1, 0),
  step(returnConstant, allow),
  ...receiverCheck(2),
];

/** `personality` may ask which one there is, and take those of Linux itself: 64-bit, 32-bit, with the version of 2.6. */
const personalityCheck = [
  step(loadWord, argumentOffset(0)),
  ...[0xffffffff, 0, 0x8, 0x20000, 0x20008].flatMap((persona) => [
    step(jumpEqual, persona, 0, 1),
    step(returnConstant, allow),
  ]),
  step(returnConstant, refusePermission),
];

const families = { local: [1, 2, 10, 16], stream: [2, 10], none: [1, 2, 10] } as const;

/** Streams are those of Unix and TCP only: Landlock knows the ports of no other. */
function socketCheck(sockets: keyof typeof families): number[][] {
  return [
    ...demand(0, families[sockets], { refusal: refuseFamily }),
    ...(sockets === "local" ? [] : [...demand(1, [streamType], { mask: typeMask }), ...demand(2, [0, 6])]),
    step(returnConstant, allow),
  ];
}

/** A pair that takes addresses, one of datagrams, would reach every such socket of the machine. */
const pairCheck = [
  ...demand(0, [1]),
  ...demand(1, [streamType, packetsType], { mask: typeMask }),
  step(returnConstant, allow),
];

/** For sockets without a network namespace: Landlock does not see that sending with MSG_FASTOPEN connects. */
function addressChecks(architecture: SeccompArchitecture): number[][] {
  const numbers = syscallNumbers[architecture];
  const flagsCheck = (index: number): number[][] => [
    step(loadWord, argumentOffset(index)),
    step(jumpAnySet, 0x20000000, 0, 1),
    step(returnConstant, refusePermission),
    step(returnConstant, allow),
  ];
  return [
    ...onCall(numbers.socketpair, pairCheck),
    ...onCall(numbers.sendto, flagsCheck(3)),
    ...onCall(numbers.sendmsg, flagsCheck(2)),
    ...onCall(numbers.sendmmsg, flagsCheck(3)),
  ];
}

/** Refuses unless an argument is one of these values. */
function demand(
  index: number,
  values: readonly number[],
  { mask, refusal = refusePermission }: { readonly mask?: number; readonly refusal?: number } = {},
): number[][] {
  return [
    step(loadWord, argumentOffset(index)),
    ...(mask === undefined ? [] : [step(andConstant, mask)]),
    ...values.map((value, at) => step(jumpEqual, value, values.length - at, 0)),
    step(returnConstant, refusal),
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
