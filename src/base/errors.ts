/** Structured facts about an error, printed with it in logs and `--json` output. */
export type ErrorFields = Readonly<Record<string, unknown>>;

/** What an error carries beside its message. */
export interface ErrorOptions {
  /** What the reader can do next; one sentence, printed on its own line. */
  readonly hint?: string;
  readonly fields?: ErrorFields;
  readonly cause?: unknown;
}

/**
 * The one base of errors that callers are meant to tell apart, by `code` and never by message.
 * Expected outcomes (a failing test, a time-out, a wrong candidate) are values, not errors.
 */
export class DioramaError extends Error {
  /** Stable, kebab-case; part of the public contract. */
  readonly code: string;
  readonly hint: string | undefined;
  readonly fields: ErrorFields;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "DioramaError";
    this.code = code;
    this.hint = options.hint;
    this.fields = options.fields ?? {};
  }
}

/** The user asked for something that cannot be done as typed; printed without a stack, exit code 2. */
export class UsageError extends DioramaError {
  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(code, message, options);
    this.name = "UsageError";
  }
}

/** The work was stopped by the user (`Ctrl-C`); everything recorded so far stays usable. */
export class InterruptedError extends DioramaError {
  constructor() {
    super("interrupted", "Interrupted.");
    this.name = "InterruptedError";
  }
}

/** Throws `InterruptedError` once `signal` is aborted. */
export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new InterruptedError();
}

/** One line for any thrown value: its message, or its text where it is no error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** True for Node's system errors with this `code` (`ENOENT`, `ENOSPC`, …). */
export function isSystemError(thrown: unknown, ...codes: string[]): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && "code" in thrown && codes.includes(String(thrown.code));
}
