import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { createSecureContext, getCACertificates, TLSSocket } from "node:tls";

import { asHostPath, makeTemporaryFolder, type HostPath, type StagingDirectory } from "../../base/index.ts";
import type { DownloadStore } from "../download-store.ts";
import { createCertificateAuthority, toPem, type CertificateAuthority } from "./certificate-authority.ts";
import { openConnection } from "./connections.ts";
import { originOf, type ImmutableDownloads, type Origin } from "./downloads.ts";
import { createGate, type Gate, type GateOptions } from "./gate.ts";
import { javaKeyStore } from "./java-key-store.ts";
import { createRegistryClient } from "./registry-client.ts";
import { serveRequest, type Service, type Traffic } from "./serve-request.ts";

// The only way out of an install sandbox. It passes on bytes to hosts of an allow list and answers everything else with
// 403. Names are compared as given, so that an address or another spelling of a name is refused. What travels inside TLS is
// between the installer and the registry, but for hosts with files that never change: there the proxy is the registry for the
// sandbox, with a certificate of its own, and is itself the one who asks the registry and checks its certificate. So what it keeps
// is what the registry sent, whatever a sandbox says.

/** A running proxy on a Unix socket. Disposing ends it and every connection through it. */
export interface RegistryProxy extends AsyncDisposable {
  readonly socket: HostPath;
  /** What programs behind it must trust: PEM, in place of all other certificates. */
  readonly certificates: HostPath;
  /** The proxy's own certificate alone, as Java reads it. */
  readonly javaCertificates: HostPath;
  /** Hosts that were asked for and refused, in order of the first request. */
  readonly refused: readonly string[];
  /** What went through it, as far as it saw that. */
  readonly traffic: Readonly<Traffic>;
  /** Forgets all kept files that it has answered with: something in them was refused. */
  forgetServed(): void;
}

/** What a proxy lets through, how it gets out itself, and what it keeps. */
export interface RegistryProxyOptions extends GateOptions {
  /** Files that never change. Absent: none are known. */
  readonly immutable?: readonly ImmutableDownloads[] | undefined;
  /** Where those are kept. Absent: nowhere, and nothing inside TLS is seen. */
  readonly keepsIn?: { readonly store: DownloadStore; readonly staging: StagingDirectory } | undefined;
  /** Certificates that are trusted in place of the system's (PEM). */
  readonly trusted?: string | undefined;
}

/** Starts a proxy that every user of this machine may connect to, in a folder with a name nobody can guess. */
export async function startRegistryProxy(options: RegistryProxyOptions): Promise<RegistryProxy> {
  const { immutable = [], keepsIn } = options;
  const folder = makeTemporaryFolder("proxy");
  chmodSync(folder, 0o711);
  const place = (name: string): HostPath => asHostPath(join(folder, name));
  const gate = createGate(options);
  const authority = createCertificateAuthority();
  const trust = [options.trusted ?? trustedHere()];
  const certificates = writeReadable(
    place("certificates.pem"),
    [...trust, toPem(authority.certificate)].join("\n"),
  );
  const javaCertificates = writeReadable(place("certificates.jks"), javaKeyStore(authority.certificate));
  const client = createRegistryClient(gate, trust);
  const traffic: Traffic = { fetchedBytes: 0, reusedBytes: 0, fetchedFiles: 0, reusedFiles: 0 };
  const downloads = keepsIn === undefined ? undefined : { ...keepsIn, immutable, served: new Set<string>() };
  const service: Service = { client, traffic, downloads };
  const inside = createInside(service, authority);

  const seen = new Set(downloads === undefined ? [] : immutable.map(({ origin }) => origin));
  const connections = new Set<Duplex>();
  const server = createServer((request, response) => forwardRequest(request, response, gate, service));
  server.on("connect", (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
    connection.on("error", () => connection.destroy());
    const target = readTarget(request.url ?? "", gate);
    if (target === undefined)
      connection.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    else if (seen.has(originOf(target))) inside.accept(connection, head, target);
    else void tunnel({ target, connection, head, gate });
  });
  const socket = place("socket");
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o666);
  return {
    socket,
    certificates,
    javaCertificates,
    refused: gate.refused,
    traffic,
    forgetServed: () => downloads?.store.forget(downloads.served),
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      client[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What this machine trusts: its system, and what its user added for Node. */
function trustedHere(): string {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])].join("\n");
}

function writeReadable(path: HostPath, content: string | Buffer): HostPath {
  writeFileSync(path, content, { mode: 0o644 });
  return path;
}

/** Host and port of a CONNECT that may be had. */
function readTarget(text: string, gate: Gate): Origin | undefined {
  const match = /^([A-Za-z0-9.-]+):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? text;
  const port = Number(match?.[2]);
  return match !== null && gate.admits(host, port) ? { protocol: "https:", host, port } : undefined;
}

const ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";

/** The registry that a sandbox sees behind connections whose requests the proxy reads. */
interface Inside {
  accept(connection: Duplex, head: Buffer, target: Origin): void;
}

function createInside(service: Service, authority: CertificateAuthority): Inside {
  const targets = new WeakMap<Duplex, Origin>();
  const server = createServer((request, response) => {
    const origin = targets.get(request.socket);
    if (origin === undefined) response.writeHead(400).end();
    else void serveRequest(request, response, { origin, path: request.url ?? "/" }, service);
  });
  return {
    accept(connection, head, target) {
      connection.write(ESTABLISHED);
      if (head.length > 0) connection.unshift(head);
      const secureContext = createSecureContext(authority.identityOf(target.host));
      const secured = new TLSSocket(connection, {
        isServer: true,
        secureContext,
        ALPNProtocols: ["http/1.1"],
      });
      secured.on("error", () => secured.destroy());
      targets.set(secured, target);
      server.emit("connection", secured);
    },
  };
}

interface Tunnel {
  readonly target: Origin;
  readonly connection: Duplex;
  readonly head: Buffer;
  readonly gate: Gate;
}

async function tunnel({ target: { host, port }, connection, head, gate }: Tunnel): Promise<void> {
  try {
    const server = await openConnection(host, port, gate.upstreamFor(host));
    connection.write(ESTABLISHED);
    if (head.length > 0) server.write(head);
    server.on("error", () => connection.destroy());
    server.on("close", () => connection.destroy());
    connection.on("close", () => server.destroy());
    server.pipe(connection);
    connection.pipe(server);
  } catch {
    connection.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  }
}

/** Plain HTTP in absolute form, for registries without TLS. */
function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  service: Service,
): void {
  const url = URL.parse(request.url ?? "");
  const port = Number(url?.port || 80);
  if (url === null || url.protocol !== "http:" || !gate.admits(url.hostname, port)) {
    response.writeHead(403, { "Content-Length": 0, Connection: "close" }).end();
    return;
  }
  const origin: Origin = { protocol: "http:", host: url.hostname, port };
  void serveRequest(request, response, { origin, path: url.pathname + url.search }, service);
}
