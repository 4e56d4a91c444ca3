import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { getCACertificates } from "node:tls";

/** A request, and how the network is reached. */
export interface HttpRequest {
  /** Default: `GET`. */
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Proxies, as their usual variables say them. */
  readonly proxyEnv: Readonly<Record<string, string | undefined>>;
  /** By what a server is known. Default: by the certificates of Node and of this machine. */
  readonly tls?: { readonly ca?: string | string[]; readonly rejectUnauthorized?: boolean } | undefined;
  /** Silence on the connection that counts as failure, in milliseconds. Default: none does. */
  readonly idleMs?: number | undefined;
}

/** Sends a request and waits for the head of the answer; redirects are not followed. Rejects where the network fails or the signal says so. */
export function sendRequest(url: URL, request: HttpRequest): Promise<IncomingMessage> {
  const { method, headers, body, signal, proxyEnv, tls, idleMs } = request;
  const settings = {
    method: method ?? "GET",
    headers: { ...headers, "accept-encoding": "identity" },
    ...(idleMs === undefined ? {} : { timeout: idleMs }),
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    const agent = agentFor(url.protocol, proxyEnv, tls);
    const open = agent instanceof HttpsAgent ? httpsRequest : httpRequest;
    const sent = open(url, { ...settings, agent }, resolve);
    sent.on("timeout", () => sent.destroy(new Error(`nothing came for ${idleMs} ms`)));
    sent.on("error", reject);
    sent.end(body);
  });
}

const agents = new Map<string, HttpAgent>();

/** Connections are kept for the next request to the same place, as long as the server says; they keep no process alive. */
function agentFor(protocol: string, proxyEnv: HttpRequest["proxyEnv"], tls: HttpRequest["tls"]): HttpAgent {
  const key = JSON.stringify([protocol, proxyEnv, tls]);
  const agent =
    agents.get(key) ??
    (protocol === "https:"
      ? new HttpsAgent({ keepAlive: true, proxyEnv, ...(tls ?? { ca: certificates() }) })
      : new HttpAgent({ keepAlive: true, proxyEnv }));
  agents.set(key, agent);
  return agent;
}

let known: string[] | undefined;

function certificates(): string[] {
  return (known ??= [...getCACertificates("default"), ...getCACertificates("system")]);
}

/** The whole body of an answer; undefined where it is longer than that. Throws where the connection ends before it. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) {
      response.destroy();
      return undefined;
    }
    parts.push(part);
  }
  const announced = Number(response.headers["content-length"] ?? bytes);
  if (!response.complete || announced !== bytes) throw new Error(`the connection ended after ${bytes} bytes`);
  return Buffer.concat(parts, bytes);
}
