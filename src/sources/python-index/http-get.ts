import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import {
  DioramaError,
  InterruptedError,
  isSystemError,
  messageOf,
  readBody,
  sendRequest,
  throwIfInterrupted,
  UsageError,
  type HttpRequest,
} from "../../base/index.ts";
import { findCredential, withoutCredentials, type PackageIndexConfiguration } from "./configuration.ts";

/** Silence on a connection that counts as failure, in milliseconds. */
const IDLE_TIMEOUT_MS = 30_000;
/** Tries per request, with 0.5 s and 1.5 s between them. */
const ATTEMPTS = 3;
const MAX_REDIRECTS = 8;
/** Bytes of an index page; the largest known is near 40 MB. */
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;

/** How to ask. */
export interface FetchOptions {
  /** The `Accept` header; default: anything. */
  readonly accept?: string;
  /** Larger bodies throw `too-large`. Default 128 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer: 200, or a status that means "not here". */
export type IndexResponse =
  | {
      readonly status: "found";
      readonly body: Buffer;
      readonly contentType: string;
      /** Where redirects led; relative links are relative to this. Without user and password. */
      readonly url: string;
    }
  | { readonly status: "missing"; readonly httpStatus: number };

/**
 * Gets one URL through the configured proxy, with the configured certificates and credentials, following redirects
 * and trying again when the network or the server fails. 404 and 410 are `missing`. Throws `registry-unreachable`,
 * `registry-refused` (401, 403 and other answers), `too-large`.
 */
export async function fetchFromIndex(
  url: string,
  configuration: PackageIndexConfiguration,
  options: FetchOptions = {},
): Promise<IndexResponse> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError("bad-index-url", `Cannot read "${url}": a Python index has an http or https URL.`);
  for (let attempt = 1; ; attempt++) {
    throwIfInterrupted(options.signal);
    try {
      return await followRedirects(new URL(url), configuration, options);
    } catch (error) {
      if (options.signal?.aborted === true) throw new InterruptedError();
      if (error instanceof DioramaError && error.code !== "registry-busy") throw error;
      if (attempt === ATTEMPTS || isCertificateProblem(error))
        throw unreachable(url, configuration, error, attempt);
    }
    await sleep(attempt * attempt * 500 - (attempt - 1) * 500, undefined, { signal: options.signal }).catch(
      () => undefined,
    );
  }
}

async function followRedirects(
  start: URL,
  configuration: PackageIndexConfiguration,
  options: FetchOptions,
): Promise<IndexResponse> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, configuration, options);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      const next = new URL(location, url);
      if (url.protocol === "https:" && next.protocol === "http:")
        throw refused(url, status, "it redirects from https to http");
      url = next;
      continue;
    }
    if (status === 404 || status === 410) {
      response.destroy();
      return { status: "missing", httpStatus: status };
    }
    if (status !== 200) {
      response.destroy();
      if (status >= 500 || status === 429)
        throw new DioramaError("registry-busy", `it answered HTTP ${status}`);
      throw refused(url, status, `it answered HTTP ${status}`);
    }
    const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    const body = await readBody(response, maxBytes);
    if (body === undefined)
      throw new DioramaError(
        "too-large",
        `Cannot download ${withoutCredentials(url.href)}: it is larger than ${maxBytes} bytes.`,
      );
    const contentType = response.headers["content-type"] ?? "";
    return { status: "found", body, contentType, url: withoutCredentials(url.href) };
  }
  throw refused(start, 310, `it redirects more than ${MAX_REDIRECTS} times`);
}

function request(
  url: URL,
  configuration: PackageIndexConfiguration,
  options: FetchOptions,
): Promise<IncomingMessage> {
  const credential = findCredential(url, configuration.credentials);
  const plain = new URL(withoutCredentials(url.href));
  const secret = credential && Buffer.from(`${credential.user}:${credential.password}`).toString("base64");
  return sendRequest(plain, {
    headers: {
      accept: options.accept ?? "*/*",
      "user-agent": "diorama",
      ...(secret === undefined ? {} : { authorization: `Basic ${secret}` }),
    },
    signal: options.signal,
    proxyEnv: proxyFor(configuration),
    tls: certificates(plain, configuration),
    idleMs: IDLE_TIMEOUT_MS,
  });
}

/** A `proxy` setting holds for every host; the variables go to Node as they are, `no_proxy` included. */
function proxyFor(configuration: PackageIndexConfiguration): Record<string, string> {
  const { proxy, proxyVariables } = configuration;
  const chosen = proxy === undefined ? { ...proxyVariables } : { https_proxy: proxy, http_proxy: proxy };
  for (const [name, value] of Object.entries(chosen)) {
    if (name === "no_proxy") continue;
    const withScheme = value.includes("://") ? value : `http://${value}`;
    if (!/^https?:/i.test(withScheme))
      throw new UsageError(
        "unsupported-proxy",
        `Cannot use the proxy ${withoutCredentials(value)}: only http and https proxies are known.`,
        { hint: "Configure an http proxy (HTTPS_PROXY) for this machine." },
      );
    Object.assign(chosen, { [name]: withScheme });
  }
  return chosen;
}

/** Undefined: by the machine's own certificates. */
function certificates(url: URL, configuration: PackageIndexConfiguration): HttpRequest["tls"] {
  const { trustedHosts, caFile } = configuration;
  if (trustedHosts.includes(url.host) || trustedHosts.includes(url.hostname))
    return { rejectUnauthorized: false };
  if (caFile === undefined) return undefined;
  try {
    return { ca: readFileSync(caFile, "utf8") };
  } catch (error) {
    if (isSystemError(error, "EISDIR")) return {};
    throw new UsageError(
      "bad-certificates",
      `Cannot read the certificate bundle ${caFile} that pip or uv is configured for: ${messageOf(error)}.`,
      { cause: error, hint: "Correct PIP_CERT, SSL_CERT_FILE or pip.conf's cert." },
    );
  }
}

function refused(url: URL, status: number, what: string): DioramaError {
  const needsLogin = status === 401 || status === 403;
  return new DioramaError("registry-refused", `Cannot read ${withoutCredentials(url.href)}: ${what}.`, {
    fields: { httpStatus: status },
    hint: needsLogin
      ? "Check the user and password for this host in the index URL or netrc."
      : "Check the index that pip or uv is configured for.",
  });
}

function isCertificateProblem(error: unknown): boolean {
  return error instanceof Error && "code" in error && /CERT|VERIFY/.test(String(error.code));
}

function unreachable(
  url: string,
  configuration: PackageIndexConfiguration,
  cause: unknown,
  attempts: number,
): DioramaError {
  const proxy = configuration.proxy ?? configuration.proxyVariables["https_proxy"];
  const way = proxy === undefined ? "" : ` through the proxy ${withoutCredentials(proxy)}`;
  return new DioramaError(
    "registry-unreachable",
    `Cannot read ${withoutCredentials(url)}${way} in ${attempts} ${attempts === 1 ? "try" : "tries"}: ${describe(cause)}.`,
    {
      cause,
      hint: "Check the network, and the index, proxy and certificates that pip or uv is configured for.",
    },
  );
}

function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  return messageOf(cause);
}
