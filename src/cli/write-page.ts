import { whileWriting, writeFileAtomically, type HostPath } from "../base/index.ts";

/** Writes a file where the user wants it. Throws `UsageError` `cannot-write` where that is not possible. */
export function writePage(path: HostPath, page: string): void {
  whileWriting(path, () => writeFileAtomically(path, page));
}
