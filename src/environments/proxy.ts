import { chmodSync, rmSync } from "node:fs";
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { connect as connectPlain, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

import { asHostPath, makeTemporaryFolder, type HostPath, type Logger } from "../base/index.ts";

// The only way out of an install sandbox. It passes on bytes to hosts of an allow list and answers everything else with
// 403. It looks at names only: what travels inside TLS is between the installer and the registry, whose certificate the
// installer checks. Names are compared as given, so that an address or another spelling of a name is refused.

/** A running proxy on a Unix socket. Disposing ends it and every connection through it. */
export interface RegistryProxy extends AsyncDisposable {
  readonly socket: HostPath;
  /** Hosts that were asked for and refused, in order of the first request. */
  readonly refused: readonly string[];
}

/** What a proxy lets through, and how it gets out itself. */
export interface RegistryProxyOptions {
  /** `name` allows the ports 80 and 443, `name:port` that port; lower case. */
  readonly allowedHosts: readonly string[];
  /** The user's own proxy (`http://user:password@name:port`), where the machine needs one. */
  readonly upstreamProxy?: string | undefined;
  /** Hosts (or domains, with or without a leading dot) that are reached without it, as in `NO_PROXY`. */
  readonly reachedDirectly?: readonly string[] | undefined;
  readonly logger: Logger;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** Starts a proxy that every user of this machine may connect to, in a folder with a name nobody can guess. */
export async function startRegistryProxy(options: RegistryProxyOptions): Promise<RegistryProxy> {
  const folder = makeTemporaryFolder("proxy");
  chmodSync(folder, 0o711);
  const socket = asHostPath(join(folder, "socket"));
  const gate = createGate(options);
  const connections = new Set<Duplex>();
  const server = createServer((request, response) => forwardRequest(request, response, gate));
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    connections.add(client);
    client.once("close", () => connections.delete(client));
    void tunnel({ target: request.url ?? "", client, head, gate });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o666);
  return {
    socket,
    refused: gate.refused,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Gate {
  readonly refused: string[];
  /** The proxy to reach a host by, if any. */
  upstreamFor(host: string): URL | undefined;
  /** True where the host may be reached; notes it otherwise. */
  admits(host: string, port: number): boolean;
}

function createGate(options: RegistryProxyOptions): Gate {
  const { allowedHosts, upstreamProxy, reachedDirectly = [], logger } = options;
  const upstream = upstreamProxy === undefined ? undefined : new URL(upstreamProxy);
  const direct = reachedDirectly
    .map((entry) => entry.toLowerCase().replace(/^\*?\./, ""))
    .filter((entry) => entry !== "");
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const refused: string[] = [];
  return {
    refused,
    upstreamFor(host) {
      const name = host.toLowerCase();
      const isDirect = direct.some((entry) => entry === "*" || name === entry || name.endsWith(`.${entry}`));
      return isDirect ? undefined : upstream;
    },
    admits(host, port) {
      const name = host.toLowerCase();
      if (allowed.has(`${name}:${port}`)) return true;
      if (allowed.has(name) && (port === 443 || port === 80)) return true;
      const asked = `${name}:${port}`;
      if (!refused.includes(asked) && refused.length < 100) {
        refused.push(asked);
        logger("warn", "registry-proxy-refused", { host: asked });
      }
      return false;
    },
  };
}

interface Tunnel {
  readonly target: string;
  readonly client: Duplex;
  readonly head: Buffer;
  readonly gate: Gate;
}

async function tunnel({ target, client, head, gate }: Tunnel): Promise<void> {
  client.on("error", () => client.destroy());
  const match = /^([A-Za-z0-9.-]+):(\d{1,5})$/.exec(target);
  const host = match?.[1] ?? target;
  const port = Number(match?.[2]);
  if (match === null || !gate.admits(host, port)) {
    client.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    return;
  }
  try {
    const server = await openConnection(host, port, gate.upstreamFor(host));
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) server.write(head);
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    server.pipe(client);
    client.pipe(server);
  } catch {
    client.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  }
}

async function openConnection(host: string, port: number, upstream: URL | undefined): Promise<Socket> {
  if (upstream === undefined) return opened(connectPlain({ host, port }), "connect");
  const at = {
    host: upstream.hostname,
    port: Number(upstream.port || (upstream.protocol === "https:" ? 443 : 80)),
  };
  const socket =
    upstream.protocol === "https:"
      ? await opened(connectTls({ ...at, servername: at.host }), "secureConnect")
      : await opened(connectPlain(at), "connect");
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n${authorization(upstream)}\r\n`);
  await readConnectReply(socket);
  return socket;
}

function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect"): Promise<S> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error("timed out")), CONNECT_TIMEOUT_MS);
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** Reads the upstream proxy's answer up to its empty line; what follows stays in the socket. */
function readConnectReply(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let reply = Buffer.alloc(0);
    const read = (): void => {
      for (
        let chunk = socket.read(1) as Buffer | null;
        chunk !== null;
        chunk = socket.read(1) as Buffer | null
      ) {
        reply = Buffer.concat([reply, chunk]);
        if (!reply.toString("latin1").endsWith("\r\n\r\n") && reply.length < 16_384) continue;
        socket.off("readable", read);
        if (/^HTTP\/1\.[01] 200/.test(reply.toString("latin1"))) resolve();
        else reject(new Error(`The proxy answered ${reply.toString("latin1").split("\r\n")[0] ?? ""}`));
        return;
      }
    };
    socket.on("readable", read);
    socket.once("end", () => reject(new Error("The proxy closed the connection.")));
  });
}

/** Plain HTTP in absolute form, for registries without TLS. */
function forwardRequest(request: IncomingMessage, response: ServerResponse, gate: Gate): void {
  const url = URL.parse(request.url ?? "");
  const port = Number(url?.port || 80);
  if (url === null || url.protocol !== "http:" || !gate.admits(url.hostname, port)) {
    response.writeHead(403, { "Content-Length": 0, Connection: "close" }).end();
    return;
  }
  const upstream = gate.upstreamFor(url.hostname);
  const headers: OutgoingHttpHeaders = { ...request.headers, host: url.host };
  delete headers["proxy-authorization"];
  delete headers["proxy-connection"];
  const outgoing =
    upstream === undefined
      ? sendRequest({
          host: url.hostname,
          port,
          path: url.pathname + url.search,
          method: request.method,
          headers,
        })
      : sendRequest({
          host: upstream.hostname,
          port: Number(upstream.port || 80),
          path: url.href,
          method: request.method,
          headers: { ...headers, ...proxyHeader(upstream) },
        });
  outgoing.on("response", (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  outgoing.on("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { "Content-Length": 0 }).end();
  });
  request.pipe(outgoing);
}

function authorization(upstream: URL): string {
  const value = proxyHeader(upstream)["proxy-authorization"];
  return value === undefined ? "" : `Proxy-Authorization: ${value}\r\n`;
}

function proxyHeader(upstream: URL): Record<string, string> {
  if (upstream.username === "") return {};
  const pair = `${decodeURIComponent(upstream.username)}:${decodeURIComponent(upstream.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
