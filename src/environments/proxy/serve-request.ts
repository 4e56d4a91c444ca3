import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { StagingDirectory } from "../../base/index.ts";
import type { DownloadStore, IncomingDownload } from "../download-store.ts";
import { immutableUrl, originOf, type ImmutableDownloads, type Origin } from "./downloads.ts";
import type { RegistryClient } from "./registry-client.ts";

/** What registries sent, and what did not have to be sent again. */
export interface Traffic {
  /** Bytes of bodies. */
  fetchedBytes: number;
  reusedBytes: number;
  fetchedFiles: number;
  reusedFiles: number;
}

/** What files that never change are taken from and kept in. */
export interface Downloads {
  readonly store: DownloadStore;
  readonly staging: StagingDirectory;
  readonly immutable: readonly ImmutableDownloads[];
  /** Addresses that were answered from the store or put into it. */
  readonly served: Set<string>;
}

/** What requests are answered with. */
export interface Service {
  readonly client: RegistryClient;
  readonly traffic: Traffic;
  /** Absent where nothing is kept. */
  readonly downloads?: Downloads | undefined;
}

/** Answers a request to a registry: what never changes from the store, all else as the registry answers it. */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, path }: { readonly origin: Origin; readonly path: string },
  service: Service,
): Promise<void> {
  const { downloads } = service;
  const url = downloads && immutableUrl(request, path, origin, downloads.immutable);
  try {
    if (url === undefined || downloads === undefined)
      await passOn(request, response, { origin, path, headers: headersFor(request, origin) }, service);
    else if (!(await serveKept(url, response, service, downloads)))
      await passOn(
        request,
        response,
        { origin, path, headers: OF_DOWNLOADS(origin), keep: { url, downloads } },
        service,
      );
  } catch {
    // Either side went away, or the registry cannot be reached: the installer says so in its own words.
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { "Content-Length": 0 }).end();
  }
}

async function serveKept(
  url: string,
  response: ServerResponse,
  { traffic }: Service,
  { store, served }: Downloads,
): Promise<boolean> {
  const kept = await store.find(url);
  if (kept === undefined) return false;
  served.add(url);
  traffic.reusedBytes += kept.bytes;
  traffic.reusedFiles++;
  const type = kept.type === "" ? {} : { "Content-Type": kept.type };
  response.writeHead(200, { ...type, "Content-Length": kept.bytes });
  await pipeline(kept.read(), response);
  return true;
}

interface Passing {
  readonly origin: Origin;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly keep?: { readonly url: string; readonly downloads: Downloads };
}

/** For what is kept nothing that the sandbox says but the path counts. */
const OF_DOWNLOADS = (origin: Origin): OutgoingHttpHeaders => ({
  host: hostHeader(origin),
  accept: "*/*",
  "accept-encoding": "identity",
  "user-agent": "diorama",
});

const HOP_BY_HOP = [
  "proxy-authorization",
  "proxy-connection",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
];

function headersFor(request: IncomingMessage, origin: Origin): OutgoingHttpHeaders {
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  return { ...Object.fromEntries(headers), host: hostHeader(origin) };
}

function hostHeader(origin: Origin): string {
  return new URL(originOf(origin)).host;
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, path, headers, keep }: Passing,
  { client, traffic }: Service,
): Promise<void> {
  const outgoing = client.open(origin, { method: request.method ?? "GET", path, headers });
  response.once("close", () => outgoing.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
  });
  request.pipe(outgoing);
  const incoming = await answered;
  traffic.fetchedFiles++;
  const { statusCode = 502, headers: answer } = incoming;
  const kept = keep && isWhole(incoming) ? receive(keep, incoming) : undefined;
  try {
    response.writeHead(statusCode, withoutHops(answer));
    await pipeline(incoming, passing(traffic, kept), response);
    if (incoming.complete) {
      const announced = answer["content-length"];
      kept?.keep(announced === undefined ? undefined : Number(announced));
      if (keep !== undefined && kept !== undefined) keep.downloads.served.add(keep.url);
    }
  } finally {
    kept?.discard();
  }
}

function withoutHops(headers: IncomingMessage["headers"]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

/** A page in the place of a file is passed on, and not kept. */
function isWhole({ statusCode, headers }: IncomingMessage): boolean {
  return (
    statusCode === 200 &&
    headers["content-encoding"] === undefined &&
    !(headers["content-type"] ?? "").startsWith("text/html")
  );
}

function receive(
  { url, downloads: { store, staging } }: NonNullable<Passing["keep"]>,
  { headers }: IncomingMessage,
): IncomingDownload {
  return store.receive(url, headers["content-type"] ?? "", staging);
}

/** Counts and keeps what goes through. */
function passing(traffic: Traffic, kept: IncomingDownload | undefined): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      traffic.fetchedBytes += chunk.length;
      kept?.write(chunk);
      done(null, chunk);
    },
  });
}
