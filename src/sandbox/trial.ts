import { asSandboxPath } from "../base/index.ts";
import type { Mount, SandboxOptions } from "./sandbox.ts";

const mebibyte = 1_048_576;

/** A small sandbox without network, to try whether a backend works here. */
export function trialOptions(mounts: readonly Mount[]): SandboxOptions {
  return {
    mounts,
    limits: {
      memoryBytes: 256 * mebibyte,
      processes: 32,
      fileBytes: 16 * mebibyte,
      scratchBytes: 16 * mebibyte,
    },
    network: { kind: "none" },
    variables: { PATH: "/usr/bin:/bin" },
    workingDirectory: asSandboxPath("/tmp"),
  };
}
