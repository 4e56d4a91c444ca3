import { refusedAlways, refusedNesting, unknownCalls } from "../refused-calls.ts";

/*
 * The refusals of `seccomp.ts` in the words of an engine (https://docs.docker.com/engine/security/seccomp/). Conditions of
 * one rule hold together, but two on the same argument are alternatives, so "none of these" is written as ranges.
 */

const notPermitted = 1;
const unknown = 38;
const familyNotSupported = 97;
const lowWord = 0xffff_ffff;

/** CLONE_NEWTIME has no bit in `clone`'s flags. */
const namespaceBits = [
  0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
];
/** TIOCSTI and TIOCLINUX put characters into a terminal's input. */
const terminalInput = [0x5412, 0x541c];
/** All but Unix, IPv4, IPv6 and netlink; from 17 on none is needed. */
const otherFamilies = [0, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15];
const firstUnneededFamily = 17;

/**
 * Personalities other than those of Linux itself (which may have the bits 0x8 and 0x20000), by what their bits are; the one
 * with all bits asks which one there is. A value without the highest bit has a foreign one, or one with it lacks another.
 */
const highestBit = 0x8000_0000;
const lowerBits = Array.from({ length: 31 }, (_, at) => 2 ** at);
const foreignPersonalities = [
  ...lowerBits
    .filter((bit) => bit !== 0x8 && bit !== 0x2_0000)
    .map((bit) => ({ mask: highestBit + bit, value: bit })),
  ...lowerBits.map((bit) => ({ mask: highestBit + bit, value: highestBit })),
];

/** The profile, as the engine's `seccomp=` option takes it. `allowNesting` leaves namespaces and mounts allowed. */
export function seccompProfile({ allowNesting }: { readonly allowNesting: boolean }): string {
  const nesting = allowNesting
    ? []
    : [
        refusal(refusedNesting, notPermitted),
        ...namespaceBits.map((bit) => refusal(["clone"], notPermitted, masked(0, bit, bit))),
      ];
  return JSON.stringify({
    defaultAction: "SCMP_ACT_ALLOW",
    syscalls: [
      refusal(unknownCalls, unknown),
      refusal(refusedAlways, notPermitted),
      ...nesting,
      ...foreignPersonalities.map(({ mask, value }) =>
        refusal(["personality"], notPermitted, masked(0, mask, value)),
      ),
      ...terminalInput.map((request) => refusal(["ioctl"], notPermitted, masked(1, lowWord, request))),
      ...otherFamilies.map((family) => refusal(["socket"], familyNotSupported, masked(0, lowWord, family))),
      refusal(["socket"], familyNotSupported, {
        index: 0,
        value: firstUnneededFamily,
        op: "SCMP_CMP_GE",
      }),
    ],
  });
}

function refusal(names: readonly string[], errnoRet: number, condition?: object): object {
  return { names, action: "SCMP_ACT_ERRNO", errnoRet, args: condition === undefined ? [] : [condition] };
}

/** `(argument & mask) == value`. */
function masked(index: number, mask: number, value: number): object {
  return { index, value: mask, valueTwo: value, op: "SCMP_CMP_MASKED_EQ" };
}
