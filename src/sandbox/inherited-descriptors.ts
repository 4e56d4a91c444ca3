import { readdirSync, readFileSync } from "node:fs";
import type { IOType } from "node:child_process";

const closedOnExec = 0o2000000;

let inherited: readonly number[] | undefined;

/**
 * Descriptors that this process got from its parent and that every program it starts would get as well: a way out of a
 * sandbox. Node marks its own as closed on exec; it has no call to mark others.
 */
function inheritedDescriptors(): readonly number[] {
  inherited ??= readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor > 2 && !isClosedOnExec(descriptor));
  return inherited;
}

/** `stdio` for `spawn` with `stdio`'s entries first and `nullDevice` (an open descriptor) in place of every inherited one. */
export function withoutInherited(
  stdio: readonly (IOType | number)[],
  nullDevice: number,
): (IOType | number)[] {
  const entries = [...stdio];
  for (const descriptor of inheritedDescriptors()) {
    while (entries.length <= descriptor) entries.push("ignore");
    if (descriptor >= stdio.length) entries[descriptor] = nullDevice;
  }
  return entries;
}

function isClosedOnExec(descriptor: number): boolean {
  try {
    const flags =
      /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & closedOnExec) !== 0;
  } catch {
    return true;
  }
}
