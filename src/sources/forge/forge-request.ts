import { setTimeout as sleep } from "node:timers/promises";

import {
  DioramaError,
  messageOf,
  parseJson,
  readBody,
  sendRequest,
  throwIfInterrupted,
  UsageError,
} from "../../base/index.ts";
import type { ForgeAccess } from "./forge.ts";

/** A page of an API. */
export interface ForgePage {
  readonly body: unknown;
  /** The next page, where there is one, at the same place. */
  readonly next: URL | undefined;
}

/** Tries of a request that fails for now. */
const MOST_TRIES = 6;
const TIMEOUT_MS = 60_000;
/** Longest page, in bytes; a hundred repositories are about 600 kB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A wait is told again after so long: nobody is left without a word. */
const TELL_EVERY_MS = 5_000;

/** What a request gave: its page, or how long to wait before it is sent again. */
type Tried =
  | { readonly status: "read"; readonly page: ForgePage }
  | { readonly status: "wait"; readonly waitMs: number | undefined; readonly why: string };

/**
 * Reads a page as JSON. Waits where the forge limits the rate (HTTP 403 and 429, primary and secondary limits) as long as it says, and where it or the network fails for now. The token
 * goes to that API alone. Throws `bad-token`, `bad-query`, `forge-unavailable`, `InterruptedError`.
 */
export async function readForgePage(url: URL, access: ForgeAccess): Promise<ForgePage> {
  let why = "";
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    throwIfInterrupted(access.signal);
    const tried = await tryPage(url, access);
    if (tried.status === "read") return tried.page;
    ({ why } = tried);
    const waitMs = tried.waitMs ?? Math.min(access.longestWaitMs, access.firstWaitMs * 2 ** tries);
    if (waitMs > access.longestWaitMs) {
      why += `, for ${Math.ceil(waitMs / 1_000)} s`;
      break;
    }
    if (tries < MOST_TRIES - 1) await waitFor(waitMs, why, access);
  }
  throw new DioramaError("forge-unavailable", `Cannot search at ${url.origin}: ${why}.`, {
    hint: "The same command asks again; with a token a forge answers more often.",
  });
}

async function tryPage(url: URL, { token, proxyVariables, signal }: ForgeAccess): Promise<Tried> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await sendRequest(url, {
      headers: {
        accept: "application/vnd.github+json",
        "user-agent": "diorama",
        "x-github-api-version": "2022-11-28",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      proxyEnv: proxyVariables,
    });
    const body = await readBody(response, MAX_BYTES);
    const headers = response.headers as Readonly<Record<string, string | undefined>>;
    return readAnswer(url, { status: response.statusCode ?? 0, headers, text: body?.toString() ?? "" });
  } catch (error) {
    throwIfInterrupted(signal);
    if (error instanceof DioramaError) throw error;
    return { status: "wait", waitMs: undefined, why: `it gives no answer (${messageOf(error)})` };
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

function readAnswer(url: URL, { status, headers, text }: Answer): Tried {
  const said = wordsIn(text);
  if (status === 200) {
    const body = parseJson(text);
    if (body === undefined) return { status: "wait", waitMs: undefined, why: "its answer cannot be read" };
    return { status: "read", page: { body, next: nextPage(headers["link"], url) } };
  }
  if (status === 429 || (status === 403 && isLimited(headers, said)))
    return { status: "wait", waitMs: waitOf(headers), why: `it limits the rate (HTTP ${status})` };
  if (status >= 500 || status === 408)
    return { status: "wait", waitMs: waitOf(headers), why: `it answers HTTP ${status}` };
  if (status === 401 || status === 403)
    throw new UsageError(
      "bad-token",
      `Cannot search at ${url.origin}: it does not take the token (${said}).`,
    );
  throw new UsageError("bad-query", `Cannot search at ${url.origin}: it answers HTTP ${status} (${said}).`);
}

/** A request that is turned away because of the limits, not of the token. */
function isLimited(headers: Answer["headers"], said: string): boolean {
  return (
    headers["retry-after"] !== undefined ||
    headers["x-ratelimit-remaining"] === "0" ||
    /rate limit|abuse/i.test(said)
  );
}

/** How long the forge asks to wait; undefined where it does not say. */
function waitOf(headers: Answer["headers"]): number | undefined {
  const after = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(after)) return after * 1_000;
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (headers["x-ratelimit-remaining"] !== "0" || !Number.isFinite(reset)) return undefined;
  return Math.max(0, reset * 1_000 - Date.now()) + 1_000;
}

/** The page that a `Link` header (RFC 8288) calls the next one. */
function nextPage(link: string | undefined, url: URL): URL | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? "") ?? [];
  const next = target === undefined ? undefined : new URL(target, url);
  return next?.origin === url.origin ? next : undefined;
}

async function waitFor(waitMs: number, why: string, { note, signal }: ForgeAccess): Promise<void> {
  for (let left = waitMs; left > 0; left -= TELL_EVERY_MS) {
    note(`Waiting ${Math.ceil(left / 1_000)} s for the forge: ${why}.`);
    const options = signal === undefined ? {} : { signal };
    await sleep(Math.min(left, TELL_EVERY_MS), undefined, options).catch(() => undefined);
    throwIfInterrupted(signal);
  }
}

function wordsIn(text: string): string {
  const body = parseJson(text);
  const isWorded = typeof body === "object" && body !== null && "message" in body;
  const message = isWorded && typeof body.message === "string" ? body.message : text;
  return message.replaceAll(/\s+/g, " ").trim().slice(0, 200);
}
