import { DioramaError, isSystemError, messageOf } from "../base/index.ts";

/** Runs work on files and gives full disks and missing permissions the form that users can act on. */
export async function withFileErrors<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error, "ENOSPC", "EDQUOT"))
      throw new DioramaError("disk-full", `Cannot ${doing}: no space is left on the device.`, {
        cause: error,
        hint: "Free some space, or choose a cache folder on another disk.",
      });
    if (isSystemError(error, "EACCES", "EPERM", "EROFS"))
      throw new DioramaError("not-permitted", `Cannot ${doing}: ${messageOf(error)}.`, {
        cause: error,
        hint: "Give this user access to that path, or choose another cache folder.",
      });
    throw error;
  }
}
