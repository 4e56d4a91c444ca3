import { createServer as createHttpServer, request, type Server } from "node:http";
import { createServer, type AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
import { startRegistryProxy, type RegistryProxy } from "../../src/environments/proxy/registry-proxy.ts";

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function givenRegistry(answer: string): Promise<string> {
  const server: Server = createHttpServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function givenProxy(allowedHosts: string[], upstreamProxy?: string): Promise<RegistryProxy> {
  const proxy = await startRegistryProxy({ allowedHosts, upstreamProxy, logger: silentLogger });
  opened.push(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

/** Status of a CONNECT, and what the other end answers to a GET through the tunnel. */
function ask(proxy: RegistryProxy, target: string): Promise<{ status: number | undefined; answer: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: proxy.socket, method: "CONNECT", path: target });
    asked.once("error", reject);
    asked.once("connect", (response, socket) => {
      let answer = "";
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      socket.on("close", () =>
        resolve({ status: response.statusCode, answer: answer.split("\r\n\r\n")[1] ?? "" }),
      );
      if (response.statusCode === 200)
        socket.write(`GET / HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n`);
      else socket.end();
    });
    asked.end();
  });
}

test("lets an allowed host through and refuses every other name, port and spelling", async () => {
  const registry = await givenRegistry("packages");
  const port = registry.split(":")[1] ?? "";
  const proxy = await givenProxy([registry, "pypi.org"]);
  expect(await ask(proxy, registry)).toEqual({ status: 200, answer: "packages" });
  for (const target of [
    `localhost:${port}`,
    "pypi.org:22",
    "pypi.org.:443",
    "evil-pypi.org:443",
    "[::1]:443",
    "pypi.org",
  ])
    expect({ target, ...(await ask(proxy, target)) }).toEqual({ target, status: 403, answer: "" });
  expect(proxy.refused).toEqual([`localhost:${port}`, "pypi.org:22", "pypi.org.:443", "evil-pypi.org:443"]);
});

test("forwards plain HTTP to allowed hosts only", async () => {
  const registry = await givenRegistry("plain packages");
  const proxy = await givenProxy([registry]);
  const get = (url: string): Promise<{ status: number | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      const asked = request({ socketPath: proxy.socket, path: url }, (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode, body }));
      });
      asked.once("error", reject);
      asked.end();
    });
  expect(await get(`http://${registry}/simple/`)).toEqual({ status: 200, body: "plain packages" });
  expect(await get("http://169.254.169.254/latest")).toEqual({ status: 403, body: "" });
  expect(await get("/etc/passwd")).toEqual({ status: 403, body: "" });
});

test("goes through the user's own proxy with its password", async () => {
  const registry = await givenRegistry("packages by way of a proxy");
  const inner = await givenProxy([registry]);
  const seen: string[] = [];
  const upstream = createServer((client) => {
    client.once("data", (chunk: Buffer) => {
      seen.push(chunk.toString());
      const forward = request({ socketPath: inner.socket, method: "CONNECT", path: registry });
      forward.once("connect", (_, socket) => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(client).pipe(socket);
      });
      forward.end();
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  opened.push(() => upstream.close());
  const { port } = upstream.address() as AddressInfo;
  const proxy = await givenProxy([registry], `http://ada:s%40crow@127.0.0.1:${port}`);
  expect(await ask(proxy, registry)).toEqual({ status: 200, answer: "packages by way of a proxy" });
  const credential = Buffer.from("ada:s@crow").toString("base64");
  expect(seen[0]).toContain(`Proxy-Authorization: Basic ${credential}\r\n`);
});
