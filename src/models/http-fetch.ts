import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

import { readBody, sendRequest } from "../base/index.ts";

/** Longest answer that is read, in bytes; completions are a few thousand. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What of the machine decides how a service is reached. */
export interface HttpFetchOptions {
  readonly proxyVariables: Readonly<Record<string, string | undefined>>;
  /** Answers that succeed come piece by piece, and fail where nothing comes for so long. Absent: whole ones are waited for. */
  readonly stallMs?: number | undefined;
}

/**
 * A `fetch` for requests that may take long: unlike Node's own it gives up only when its signal says so, goes through the proxies it is
 * given, trusts the machine's certificates, and, but for streams, has read the whole answer when it returns. Redirects are not followed, for they
 * would carry the key elsewhere. Throws `TypeError` "fetch failed" with the cause where the network fails.
 */
export function createHttpFetch({ proxyVariables, stallMs }: HttpFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init?.signal ?? undefined;
    try {
      const response = await sendRequest(url, {
        method: init?.method,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: typeof init?.body === "string" ? init.body : undefined,
        signal,
        proxyEnv: proxyVariables,
        idleMs: stallMs,
      });
      const status = response.statusCode ?? 0;
      if (stallMs !== undefined && status === 200)
        return new Response(streamOf(response, stallMs), { status, headers: headersOf(response) });
      const body = await readBody(response, MAX_BYTES);
      if (body === undefined) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
      const hasBody = status !== 204 && status !== 205 && status !== 304;
      return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: headersOf(response) });
    } catch (error) {
      signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

/** The body as it comes; it fails where nothing comes for so long, and where it is too long. */
function streamOf(response: IncomingMessage, stallMs: number): ReadableStream<Uint8Array> {
  const fail = (message: string): void => void response.destroy(new Error(message));
  let bytes = 0;
  response.setTimeout(stallMs, () => fail(`nothing came for ${stallMs / 1_000} s`));
  response.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_BYTES) fail(`the answer is longer than ${MAX_BYTES} bytes`);
  });
  response.on("aborted", () => fail(`the connection ended after ${bytes} bytes`));
  return Readable.toWeb(response) as ReadableStream<Uint8Array>;
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return headers;
}
