import { expect, test } from "vitest";

import { seccompProgram, type SeccompArchitecture, type SeccompOptions } from "../../src/sandbox/index.ts";

const allowed = "allowed";
const audit: Record<SeccompArchitecture, number> = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };

test.each([
  [
    "x86_64",
    {
      mount: 165,
      unshare: 272,
      clone: 56,
      clone3: 435,
      socket: 41,
      ioctl: 16,
      read: 0,
      shmget: 29,
      personality: 135,
      inotify_init1: 294,
      prlimit64: 302,
    },
  ],
  [
    "aarch64",
    {
      mount: 40,
      unshare: 97,
      clone: 220,
      clone3: 435,
      socket: 198,
      ioctl: 29,
      read: 63,
      shmget: 194,
      personality: 92,
      inotify_init1: 26,
      prlimit64: 261,
    },
  ],
] as const)("filters for %s refuse what they should and allow the rest", (architecture, numbers) => {
  const strict = judge({ architecture, allowNesting: false });
  expect(strict(numbers.read)).toBe(allowed);
  expect(strict(numbers.mount)).toBe("EPERM");
  expect(strict(numbers.unshare, 0x20000000)).toBe("EPERM");
  expect(strict(numbers.clone, 17)).toBe(allowed);
  expect(strict(numbers.clone, 0x10000011)).toBe("EPERM");
  expect(strict(numbers.clone3)).toBe("ENOSYS");
  expect(strict(numbers.socket, 1)).toBe(allowed);
  expect(strict(numbers.socket, 17)).toBe("EAFNOSUPPORT");
  expect(strict(numbers.ioctl, 0, 0x5412)).toBe("EPERM");
  expect(strict(numbers.ioctl, 0, 0x5401)).toBe(allowed);
  expect(strict(numbers.shmget)).toBe(allowed);
  expect([strict(numbers.personality, 0xffffffff), strict(numbers.personality, 0x20008)]).toEqual([
    allowed,
    allowed,
  ]);
  expect(strict(numbers.personality, 0x40000)).toBe("EPERM");

  const nesting = judge({ architecture, allowNesting: true });
  expect([
    nesting(numbers.mount),
    nesting(numbers.unshare, 0x20000000),
    nesting(numbers.clone, 0x20000011),
  ]).toEqual([allowed, allowed, allowed]);

  const offline = judge({
    architecture,
    allowNesting: false,
    sockets: "none",
    sharesNamespaces: true,
  });
  expect([offline(numbers.socket, 1), offline(numbers.socket, 2, 1), offline(numbers.shmget)]).toEqual([
    "EPERM",
    "EPERM",
    "EPERM",
  ]);

  expect([strict(numbers.inotify_init1), offline(numbers.inotify_init1)]).toEqual([allowed, "ENOSYS"]);

  expect([
    strict(numbers.prlimit64, 4),
    offline(numbers.prlimit64, 4),
    offline(numbers.prlimit64, 0),
  ]).toEqual([allowed, "EPERM", allowed]);

  const proxied = judge({ architecture, allowNesting: false, sockets: "stream" });
  expect([proxied(numbers.socket, 2, 0o2000001), proxied(numbers.socket, 10, 1)]).toEqual([allowed, allowed]);
  expect([proxied(numbers.socket, 2, 2), proxied(numbers.socket, 2, 3)]).toEqual(["EPERM", "EPERM"]);
  expect(proxied(numbers.socket, 1, 1)).toBe("EAFNOSUPPORT");
});

test("another architecture's calls and the x32 table are refused", () => {
  const program = seccompProgram({ architecture: "x86_64", allowNesting: true });
  expect(run(program, { architecture: 0x40000003, number: 0, values: [] })).toBe("ENOSYS");
  expect(run(program, { architecture: audit.x86_64, number: 0x40000000, values: [] })).toBe("ENOSYS");
});

function judge(options: SeccompOptions): (number: number, ...values: number[]) => string {
  const program = seccompProgram(options);
  return (number, ...values) => run(program, { architecture: audit[options.architecture], number, values });
}

/** Runs a filter as the kernel does, for the instructions that filters here use; an unknown one is an error. */
function run(
  program: Uint8Array,
  call: { readonly architecture: number; readonly number: number; readonly values: readonly number[] },
): string {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data = new Map([
    [0, call.number],
    [4, call.architecture],
    ...call.values.map((value, index): [number, number] => [16 + 8 * index, value]),
  ]);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const code = view.getUint16(8 * at, true);
    const constant = view.getUint32(8 * at + 4, true);
    const jump = (isTrue: boolean): void => void (at += view.getUint8(8 * at + (isTrue ? 2 : 3)));
    if (code === 0x20) accumulator = data.get(constant) ?? 0;
    else if (code === 0x54) accumulator = (accumulator & constant) >>> 0;
    else if (code === 0x15) jump(accumulator === constant);
    else if (code === 0x35) jump(accumulator >= constant);
    else if (code === 0x45) jump((accumulator & constant) !== 0);
    else if (code === 0x06) return action(constant);
    else throw new Error(`instruction ${code.toString(16)} is not one that filters use`);
  }
  throw new Error("the filter ran off its end");
}

function action(value: number): string {
  const names = new Map([
    [0x7fff0000, allowed],
    [0x00050001, "EPERM"],
    [0x00050026, "ENOSYS"],
    [0x00050061, "EAFNOSUPPORT"],
  ]);
  return names.get(value) ?? `action ${value.toString(16)}`;
}
