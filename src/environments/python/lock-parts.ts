import { NO_ADJUSTMENTS } from "./adjustments.ts";
import { lockHeader, readLockHeader } from "./lock-header.ts";

const PIN = /^[a-z0-9][a-z0-9.-]*==[^\s;\\]+/gmu;
const NOT_BUILT = /Failed to (?:download and )?build `([\w.-]+==[^`\s]+)`/gu;

/** The distributions of a lock, each with what decides how it is built; with what an installer printed those that it says it could not build. */
export function lockParts(lock: string, failedWith?: string): readonly string[] {
  const { versions, builtWith, fromSource } = readLockHeader(lock);
  const how = lockHeader({ ...NO_ADJUSTMENTS, versions, builtWith, fromSource });
  const broken =
    failedWith === undefined
      ? undefined
      : new Set(Array.from(failedWith.matchAll(NOT_BUILT), ([, pin = ""]) => pin));
  return Array.from(lock.matchAll(PIN), ([pin]) => pin)
    .filter((pin) => broken?.has(pin) !== false)
    .map((pin) => `${how}${pin}`);
}
