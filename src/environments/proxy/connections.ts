import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const CONNECT_TIMEOUT_MS = 30_000;

/** A connection to a host, through the user's own proxy where there is one. */
export async function openConnection(host: string, port: number, upstream: URL | undefined): Promise<Socket> {
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

function authorization(upstream: URL): string {
  const value = proxyHeader(upstream)["proxy-authorization"];
  return value === undefined ? "" : `Proxy-Authorization: ${value}\r\n`;
}

/** What the user's own proxy is told of the user. */
export function proxyHeader(upstream: URL): Record<string, string> {
  if (upstream.username === "") return {};
  const pair = `${decodeURIComponent(upstream.username)}:${decodeURIComponent(upstream.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
