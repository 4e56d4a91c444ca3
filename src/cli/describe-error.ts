import { asHostPath, DioramaError, isSystemError, messageOf } from "../base/index.ts";
import { diskFull } from "../store/index.ts";

/** An error as the command line shows it. */
export interface DescribedError {
  /** Several lines at most: message and hint; a stack only where nobody foresaw the error. */
  readonly text: string;
  readonly document: ErrorDocument;
}

/** The `error` member of the JSON document: `code` is stable, `message` and `hint` are for people. */
export interface ErrorDocument {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Tells a foreseen error (message and hint) from a bug (stack, and where to report). */
export function describeError(thrown: unknown): DescribedError {
  const error = foreseen(thrown);
  if (error === undefined) {
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return {
      text: `This is a bug in diorama, please report it with these lines:\n${stack}`,
      document: { code: "bug", message: messageOf(thrown) },
    };
  }
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  return {
    text: [error.message, error.hint].filter((line) => line !== undefined).join("\n"),
    document: { code: error.code, message: error.message, ...hint },
  };
}

function foreseen(thrown: unknown): DioramaError | undefined {
  if (thrown instanceof DioramaError && thrown.code === "disk-full") return thrown;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (isSystemError(error, "ENOSPC", "EDQUOT")) return diskFull(asHostPath(error.path ?? "a file"), thrown);
  }
  return thrown instanceof DioramaError ? thrown : undefined;
}
