import { APICallError } from "ai";

import { messageOf } from "../base/index.ts";
import type { ModelFailure, ModelFailureCode } from "./model.ts";

/** Longest piece of a service's own words in a message. */
const MAX_QUOTED = 300;

/**
 * What a failed call of the SDK means. `service` is how messages name it; `hide` takes the key out of what the service says,
 * for it may repeat it.
 */
export function readServiceFailure(
  error: unknown,
  service: string,
  hide: (text: string) => string,
): ModelFailure {
  const quote = (text: string): string => shorten(hide(text));
  if (!APICallError.isInstance(error))
    return failure("bad-reply", "soon", service, `its answer has another form (${quote(messageOf(error))})`);
  const { statusCode, responseBody } = error;
  if (statusCode === undefined) return failure("unreachable", "soon", service, quote(causeOf(error)));
  const said = quote(responseBody === undefined || responseBody === "" ? causeOf(error) : wordsIn(error));
  const [code, repeat] = classify(statusCode, `${responseBody ?? ""} ${error.message}`);
  const what =
    code === "bad-reply" ? `its answer cannot be read (${said})` : `it answered HTTP ${statusCode} (${said})`;
  return {
    ...failure(code, repeat, service, what),
    retryAfterMs: readRetryAfter(error.responseHeaders ?? {}),
  };
}

function failure(
  code: ModelFailureCode,
  repeat: ModelFailure["repeat"],
  service: string,
  what: string,
): ModelFailure {
  return { code, repeat, message: `No answer of ${service}: ${what}.` };
}

function classify(status: number, said: string): [ModelFailureCode, ModelFailure["repeat"]] {
  if ((status === 400 || status === 403) && FILTERED.test(said)) return ["refused", "never"];
  if (status === 401 || status === 403) return ["bad-key", "later"];
  if (status === 404) return ["unknown-model", "later"];
  if (status === 408) return ["timed-out", "soon"];
  if (status === 409) return ["unavailable", "soon"];
  if (status === 429)
    return ["rate-limited", /insufficient_quota|exceeded your current quota/i.test(said) ? "later" : "soon"];
  if (status >= 500) return ["unavailable", "soon"];
  if (status === 413 || TOO_LONG.test(said)) return ["context-too-long", "never"];
  return status < 300 ? ["bad-reply", "soon"] : ["bad-request", "never"];
}

/** How services say that a filter of theirs does not let a prompt pass. */
const FILTERED = /content_filter|content_policy|content management policy|flagged|moderation/i;

/** How services say that a prompt is too long: they have no common code for it. */
const TOO_LONG =
  /context_length_exceeded|context (?:length|window|size)|maximum (?:context|model) length|(?:prompt|input|request)[^.]{0,40}too (?:long|large)|too many (?:input )?tokens/i;

/** The message inside the usual error bodies, else the body. */
function wordsIn({ responseBody = "", message }: APICallError): string {
  const isReadable = message !== "" && !/^[A-Z][\w ]+$/.test(message);
  return isReadable ? message : responseBody;
}

function causeOf(error: APICallError): string {
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  return cause === undefined ? error.message : messageOf(cause);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or the finer `retry-after-ms` of some services. */
export function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const fine = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(fine) && fine >= 0) return fine;
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== "" && Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1_000 : undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
