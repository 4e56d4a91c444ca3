import { constants } from "node:os";

import type { LaunchEnd } from "./launch.ts";

/**
 * How a command ended whose code comes from a launcher that reports death by signal `n` as `128 + n`, as shells do. A
 * command that itself exits with such a code is reported as killed.
 */
export function commandEnd(exitCode: number): LaunchEnd {
  const signal = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
  return signal === undefined ? { status: "exited", exitCode } : { status: "killed", signal };
}
