import { expect, test } from "vitest";

import { seccompProfile } from "../../../src/sandbox/container/seccomp-profile.ts";

interface Profile {
  readonly syscalls: readonly {
    readonly names: readonly string[];
    readonly args: readonly { readonly value: number; readonly valueTwo?: number; readonly op: string }[];
  }[];
}

/** The rules for `personality`, as the kernel would try them: one with a masked condition on the first argument matches. */
function refuses(persona: number): boolean {
  const { syscalls } = JSON.parse(seccompProfile({ allowNesting: false })) as Profile;
  const rules = syscalls.filter(({ names }) => names.includes("personality"));
  return rules.some(({ args }) =>
    args.every(({ op, value, valueTwo }) => {
      expect(op).toBe("SCMP_CMP_MASKED_EQ");
      return (BigInt(persona) & BigInt(value)) === BigInt(valueTwo ?? 0);
    }),
  );
}

test("a container's program keeps the personality of Linux", () => {
  expect([0, 0x8, 0x2_0000, 0x2_0008, 0xffff_ffff].filter(refuses)).toEqual([]);
  const foreign = [0x1, 0x4_0000, 0x40_0000, 0x10_0000, 0x8004_0000, 0x8000_0000, 0x2_0009, 0xffff_fffe];
  expect(foreign.filter((persona) => !refuses(persona))).toEqual([]);
});
