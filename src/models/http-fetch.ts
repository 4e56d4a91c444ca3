import type { IncomingMessage } from "node:http";

import { readBody, sendRequest } from "../base/index.ts";

/** Longest answer that is read, in bytes; completions are a few thousand. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What of the machine decides how a service is reached. */
export interface HttpFetchOptions {
  readonly proxyVariables: Readonly<Record<string, string | undefined>>;
}

/**
 * A `fetch` for requests that may take long: unlike Node's own it gives up only when its signal says so, goes through the proxies it is
 * given, trusts the machine's certificates, and has read the whole answer when it returns. Redirects are not followed, for they
 * would carry the key elsewhere. Throws `TypeError` "fetch failed" with the cause where the network fails.
 */
export function createHttpFetch({ proxyVariables }: HttpFetchOptions): typeof fetch {
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
      });
      const body = await readBody(response, MAX_BYTES);
      if (body === undefined) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
      const status = response.statusCode ?? 0;
      const hasBody = status !== 204 && status !== 205 && status !== 304;
      return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: headersOf(response) });
    } catch (error) {
      signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return headers;
}
