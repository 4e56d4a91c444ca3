import { DioramaError, isSystemError, type HostPath } from "../base/index.ts";

/**
 * Runs a step that writes. Throws `disk-full` where the file system refused for lack of space or quota, and
 * everything else unchanged.
 */
export function withDiskFull<R>(path: HostPath, write: () => R): R {
  try {
    return write();
  } catch (error) {
    if (isSystemError(error, "ENOSPC", "EDQUOT")) throw diskFull(path, error);
    throw error;
  }
}

/** True for the refusal of a full file system, as the system or one of our rooms says it, also as the cause of another error. */
export function isDiskFull(thrown: unknown): boolean {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (isSystemError(error, "ENOSPC", "EDQUOT", "disk-full")) return true;
  }
  return false;
}

/** The error for a file system without space left. */
export function diskFull(path: HostPath, cause?: unknown): DioramaError {
  return new DioramaError("disk-full", `Cannot write ${path}: no space is left on its file system.`, {
    hint: "Everything recorded before is kept. Free some space and repeat the command: it goes on from there.",
    fields: { path },
    cause,
  });
}
