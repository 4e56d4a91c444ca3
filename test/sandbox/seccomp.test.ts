import { expect, test } from "vitest";

import {
  ownGroupMark,
  ownProcessMark,
  seccompProgram,
  type SeccompArchitecture,
  type SeccompOptions,
} from "../../src/sandbox/index.ts";

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
      socketpair: 53,
      connect: 42,
      sendto: 44,
      sendmsg: 46,
      ioctl: 16,
      read: 0,
      shmget: 29,
      personality: 135,
      inotify_init1: 294,
      prlimit64: 302,
      sched_setscheduler: 144,
      sched_setaffinity: 203,
      setpriority: 141,
      ioprio_set: 251,
      pidfd_send_signal: 424,
      kill: 62,
      tgkill: 234,
      fcntl: 72,
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
      socketpair: 199,
      connect: 203,
      sendto: 206,
      sendmsg: 211,
      ioctl: 29,
      read: 63,
      shmget: 194,
      personality: 92,
      inotify_init1: 26,
      prlimit64: 261,
      sched_setscheduler: 119,
      sched_setaffinity: 122,
      setpriority: 140,
      ioprio_set: 30,
      pidfd_send_signal: 424,
      kill: 129,
      tgkill: 131,
      fcntl: 25,
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
  expect(offline(numbers.shmget)).toBe("EPERM");
  expect([1, 2, 10].map((family) => offline(numbers.socket, family, 0o2000001, 0))).toEqual([
    allowed,
    allowed,
    allowed,
  ]);
  expect([offline(numbers.socket, 1, 2), offline(numbers.socket, 2, 3)]).toEqual(["EPERM", "EPERM"]);
  expect(offline(numbers.socket, 16, 1)).toBe("EAFNOSUPPORT");
  expect([strict(numbers.connect), offline(numbers.connect)]).toEqual([allowed, "EPERM"]);

  expect([strict(numbers.inotify_init1), offline(numbers.inotify_init1)]).toEqual([allowed, "ENOSYS"]);

  for (const name of ["prlimit64", "sched_setscheduler", "sched_setaffinity"] as const) {
    const answers = [strict(numbers[name], 4), offline(numbers[name], 4), offline(numbers[name], 0)];
    expect(answers).toEqual([allowed, "EPERM", allowed]);
  }
  // Which: a process, a group, a user; whose: 0 is the caller's.
  const ofWhom = [
    [0, 0],
    [0, 4],
    [1, 0],
    [2, 0],
    [3, 0],
  ];
  expect(ofWhom.map((values) => offline(numbers.setpriority, ...values))).toEqual([
    allowed,
    "EPERM",
    "EPERM",
    "EPERM",
    "EPERM",
  ]);
  expect(ofWhom.map((values) => offline(numbers.ioprio_set, ...values))).toEqual([
    "EPERM",
    "EPERM",
    allowed,
    "EPERM",
    "EPERM",
  ]);
  expect([strict(numbers.pidfd_send_signal, 5), offline(numbers.pidfd_send_signal, 5)]).toEqual([
    allowed,
    "EPERM",
  ]);

  const proxied = judge({ architecture, allowNesting: false, sockets: "stream" });
  expect([proxied(numbers.socket, 2, 0o2000001), proxied(numbers.socket, 10, 1)]).toEqual([allowed, allowed]);
  expect([proxied(numbers.socket, 2, 2), proxied(numbers.socket, 2, 3)]).toEqual(["EPERM", "EPERM"]);
  expect(proxied(numbers.socket, 1, 1)).toBe("EAFNOSUPPORT");
  expect(proxied(numbers.connect)).toBe(allowed);
  for (const shared of [offline, proxied]) {
    expect([shared(numbers.socket, 2, 1, 6), shared(numbers.socket, 2, 1, 262)]).toEqual([allowed, "EPERM"]);
    expect([1, 5, 2, 3].map((type) => shared(numbers.socketpair, 1, type))).toEqual([
      allowed,
      allowed,
      "EPERM",
      "EPERM",
    ]);
    expect([shared(numbers.sendto, 4, 0, 0, 0x4000), shared(numbers.sendto, 4, 0, 0, 0x20000000)]).toEqual([
      allowed,
      "EPERM",
    ]);
    expect(shared(numbers.sendmsg, 4, 0, 0x20004000)).toBe("EPERM");
  }
});

test.each([
  ["x86_64", { kill: 62, tgkill: 234, fcntl: 72, ioctl: 16 }],
  ["aarch64", { kill: 129, tgkill: 131, fcntl: 25, ioctl: 29 }],
] as const)(
  "on %s signals reach the caller, its group and what is younger, where they are kept",
  (architecture, numbers) => {
    const keeps = judge({ architecture, allowNesting: false, keepsSignals: true });
    const less = (process: number): number => 2 ** 32 - process;
    const [own, younger, older] = [ownProcessMark, ownProcessMark + 1, ownProcessMark - 1];
    const groups = [ownGroupMark, ownGroupMark - 1, ownGroupMark + 1, less(1)];
    const reached = [allowed, allowed, allowed, "EPERM"];
    expect([0, own, younger, older].map((receiver) => keeps(numbers.kill, receiver, 19))).toEqual(reached);
    expect([0, own, younger, older].map((receiver) => keeps(numbers.tgkill, receiver, 1))).toEqual(reached);
    expect([0, own, younger, older].map((receiver) => keeps(numbers.fcntl, 3, 8, receiver))).toEqual(reached);
    expect(groups.map((receiver) => keeps(numbers.kill, receiver, 19))).toEqual([
      allowed,
      allowed,
      "EPERM",
      "EPERM",
    ]);
    expect([
      keeps(numbers.fcntl, 3, 15),
      keeps(numbers.fcntl, 3, 4),
      keeps(numbers.ioctl, 3, 0x8901),
    ]).toEqual(["EPERM", allowed, "EPERM"]);
  },
);

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
    else if (code === 0x25) jump(accumulator > constant);
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
