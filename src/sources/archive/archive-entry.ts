import { DioramaError } from "../../base/index.ts";

/** Where an entry's bytes go; the answer is the entry's `content`. */
export type SaveContent = (bytes: Buffer) => string;

/** What is thrown for an archive that breaks its format. */
export function badArchive(filename: string, found: string, cause?: unknown): DioramaError {
  return new DioramaError("bad-archive", `Cannot unpack ${filename}: ${found}.`, {
    cause,
    hint: "Download it again, or choose another version.",
  });
}
