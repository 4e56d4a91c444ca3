import { readText } from "./read-text.ts";

/** Capabilities of the kernel that matter here, with their numbers. */
export const capabilities = { override: 1, readSearch: 2, setUser: 7, administration: 21 } as const;

/** Whether this process has a capability now. */
export function hasCapability(name: keyof typeof capabilities): boolean {
  const effective = /^CapEff:\s+([0-9a-f]+)/m.exec(readText("/proc/self/status"))?.[1] ?? "0";
  return ((BigInt(`0x${effective}`) >> BigInt(capabilities[name])) & 1n) === 1n;
}

/**
 * Whether sandboxes get user ids of their own: root can give them, unless it is root of a user namespace that has only
 * itself (a rootless container), or lost the right.
 */
export function givesUserIds(): boolean {
  return process.geteuid?.() === 0 && hasCapability("setUser") && isMapped(60_706) && isMapped(61_183);
}

function isMapped(user: number): boolean {
  return readText("/proc/self/uid_map")
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => user >= first && user < first + count);
}
