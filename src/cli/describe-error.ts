import { asHostPath, DioramaError, diskFull, isSystemError, messageOf, UsageError } from "../base/index.ts";
import { asTyped } from "./program-name.ts";

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
  const hint = error.hint === undefined ? undefined : asTyped(error.hint);
  return {
    text: [error.message, hint].filter((line) => line !== undefined).join("\n"),
    document: { code: error.code, message: error.message, ...(hint === undefined ? {} : { hint }) },
  };
}

function notPermitted(error: NodeJS.ErrnoException): DioramaError {
  return new UsageError("not-permitted", `Cannot use ${error.path}: ${refusals[error.code ?? ""]}.`, {
    hint: "Give this user access to that path, or choose another one.",
    cause: error,
  });
}

const refusals: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "the system does not permit it",
  EROFS: "its file system can only be read",
};

function foreseen(thrown: unknown): DioramaError | undefined {
  if (thrown instanceof DioramaError && ["disk-full", "cannot-write"].includes(thrown.code)) return thrown;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (isSystemError(error, "ENOSPC", "EDQUOT")) return diskFull(asHostPath(error.path ?? "a file"), thrown);
    // What a user may not touch is a fact of the machine, whichever step came upon it.
    if (isSystemError(error, "EACCES", "EPERM", "EROFS") && error.path !== undefined)
      return notPermitted(error);
  }
  return thrown instanceof DioramaError ? thrown : undefined;
}
