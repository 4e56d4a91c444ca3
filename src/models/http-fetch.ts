import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { getCACertificates } from "node:tls";

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
      const response = await send(url, init ?? {}, proxyVariables);
      const body = await readBody(response);
      const status = response.statusCode ?? 0;
      const hasBody = status !== 204 && status !== 205 && status !== 304;
      return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: headersOf(response) });
    } catch (error) {
      signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

function send(
  url: URL,
  { method, headers, body, signal }: RequestInit,
  proxyEnv: HttpFetchOptions["proxyVariables"],
): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const settings = {
    method: method ?? "GET",
    headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
    ...(signal === null || signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    const sent = isSecure
      ? httpsRequest(url, { ...settings, agent: new HttpsAgent({ proxyEnv, ca: certificates() }) }, resolve)
      : httpRequest(url, { ...settings, agent: new HttpAgent({ proxyEnv }) }, resolve);
    sent.on("error", reject);
    sent.end(typeof body === "string" ? body : undefined);
  });
}

let known: string[] | undefined;

function certificates(): string[] {
  return (known ??= [...getCACertificates("default"), ...getCACertificates("system")]);
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    }
    parts.push(part);
  }
  if (!response.complete) throw new Error(`the connection ended after ${bytes} bytes`);
  return Buffer.concat(parts, bytes);
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return headers;
}
