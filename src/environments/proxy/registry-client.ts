import { Agent as PlainAgent, request as sendPlain, type OutgoingHttpHeaders } from "node:http";
import type { ClientRequest } from "node:http";
import { Agent as TlsAgent, request as sendTls } from "node:https";
import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";

import { openConnection, proxyHeader } from "./connections.ts";
import type { Origin } from "./downloads.ts";
import type { Gate } from "./gate.ts";

/** Sends requests to registries from outside of all sandboxes. */
export interface RegistryClient extends Disposable {
  /** A request that is not yet ended. Headers are sent as given. */
  open(origin: Origin, asked: AskedFor): ClientRequest;
}

/** What is asked of a registry. */
export interface AskedFor {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/** A client that trusts some certificates (PEM) and goes the way that the gate says. */
export function createRegistryClient(gate: Gate, certificates: readonly string[]): RegistryClient {
  const plain = new PlainAgent({ keepAlive: true });
  const tls = new TlsAgent({ keepAlive: true });
  tls.createConnection = (options, established) => {
    const host = options.host ?? "";
    const port = Number(options.port ?? 443);
    openConnection(host, port, gate.upstreamFor(host)).then(
      (socket) => {
        const servername = isIP(host) === 0 ? host : "";
        const secured = connectTls({
          socket,
          servername,
          host,
          ca: [...certificates],
          ALPNProtocols: ["http/1.1"],
        });
        secured.once("secureConnect", () => established?.(null, secured));
        secured.once("error", (error) => established?.(error, secured));
      },
      (error: Error) => established?.(error, undefined as never),
    );
    return undefined;
  };
  return {
    open({ protocol, host, port }, { method, path, headers }) {
      const to = { host, port, path, method, headers };
      if (protocol === "https:") return sendTls({ ...to, agent: tls });
      const upstream = gate.upstreamFor(host);
      if (upstream === undefined) return sendPlain({ ...to, agent: plain });
      return sendPlain({
        method,
        host: upstream.hostname,
        port: Number(upstream.port || 80),
        path: `http://${host}:${port}${path}`,
        headers: { ...headers, ...proxyHeader(upstream) },
        agent: plain,
      });
    },
    [Symbol.dispose]() {
      plain.destroy();
      tls.destroy();
    },
  };
}
