import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { fetchFromIndex, type PackageIndexConfiguration } from "../../../src/sources/index.ts";
import { givenFolder } from "../given.ts";
import { serve } from "../served.ts";

const PLAIN: PackageIndexConfiguration = {
  indexUrl: undefined,
  extraIndexUrls: [],
  findLinks: [],
  caFile: undefined,
  proxy: undefined,
  proxyVariables: {},
  trustedHosts: [],
  credentials: [],
};

/** A server with a certificate of its own for `127.0.0.1` (a bare machine knows no `localhost`), or `undefined` where openssl is missing. */
async function givenSecureServer(): Promise<
  { readonly url: string; readonly certificate: string } | undefined
> {
  const folder = givenFolder();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=bakery", "-addext", "subjectAltName=IP:127.0.0.1"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    certificate,
  ];
  if (spawnSync("openssl", [...args, ...subject]).status !== 0) return undefined;
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createSecureServer(options, (_request, response) => response.end("bread"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, certificate };
}

describe("getting from an index", () => {
  test("follows redirects and gives credentials only to the host they are for", async () => {
    const seen: Record<string, string | undefined> = {};
    await using other = await serve((request, response) => {
      seen["other"] = request.headers.authorization;
      response.end("bread");
    });
    await using index = await serve((request, response) => {
      seen["index"] = request.headers.authorization;
      response.writeHead(302, { location: `${other.url}/files/bread?x=1` }).end();
    });
    const credentials = [{ host: new URL(index.url).host, user: "baker", password: "s@lt" }];
    const found = await fetchFromIndex(`${index.url}/simple/`, { ...PLAIN, credentials });
    expect(found).toMatchObject({ status: "found", url: `${other.url}/files/bread?x=1` });
    expect(seen).toEqual({
      index: `Basic ${Buffer.from("baker:s@lt").toString("base64")}`,
      other: undefined,
    });
  });

  test("tries again when a server fails, and gives up with what it said", async () => {
    let requests = 0;
    await using index = await serve((request, response) => {
      requests++;
      response.statusCode = request.url === "/never" || requests < 2 ? 503 : 200;
      response.end("bread");
    });
    expect(await fetchFromIndex(`${index.url}/soon`, PLAIN)).toMatchObject({ status: "found" });
    await expect(fetchFromIndex(`${index.url}/never`, PLAIN)).rejects.toMatchObject({
      code: "registry-unreachable",
      message: `Cannot read ${index.url}/never in 3 tries: it answered HTTP 503.`,
    });
    expect(requests).toBe(5);
  });

  test("tells missing from forbidden, endless, oversized and cut short", async () => {
    await using index = await serve((request, response) => {
      switch (request.url) {
        case "/missing":
          return response.writeHead(404).end();
        case "/forbidden":
          return response.writeHead(403).end();
        case "/endless":
          return response.writeHead(302, { location: "/endless" }).end();
        case "/short":
          response.writeHead(200, { "content-length": "10" }).write("abc");
          return setImmediate(() => response.destroy());
        default:
          return response.end("x".repeat(100));
      }
    });
    expect(await fetchFromIndex(`${index.url}/missing`, PLAIN)).toEqual({
      status: "missing",
      httpStatus: 404,
    });
    const expectFailure = async (path: string, code: string): Promise<void> => {
      await expect(fetchFromIndex(index.url + path, PLAIN, { maxBytes: 99 })).rejects.toMatchObject({ code });
    };
    await expectFailure("/forbidden", "registry-refused");
    await expectFailure("/endless", "registry-refused");
    await expectFailure("/big", "too-large");
    await expectFailure("/short", "registry-unreachable");
    await expect(fetchFromIndex("ftp://bakery.example/", PLAIN)).rejects.toMatchObject({
      code: "bad-index-url",
    });
  });

  test("goes through the proxy that is configured", async () => {
    await using index = await serve((_request, response) => response.end("bread"));
    const asked: string[] = [];
    await using proxy = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.end("by proxy");
    });
    const found = async (configuration: Partial<PackageIndexConfiguration>): Promise<string | undefined> => {
      const response = await fetchFromIndex(`${index.url}/simple/`, { ...PLAIN, ...configuration });
      return response.status === "found" ? response.body.toString("utf8") : undefined;
    };
    expect(await found({ proxy: new URL(proxy.url).host })).toBe("by proxy");
    expect(await found({ proxyVariables: { http_proxy: proxy.url } })).toBe("by proxy");
    expect(await found({ proxyVariables: { http_proxy: proxy.url, no_proxy: "127.0.0.1" } })).toBe("bread");
    expect(asked).toEqual([`${index.url}/simple/`, `${index.url}/simple/`]);
    await expect(found({ proxy: "socks5://localhost:1080" })).rejects.toMatchObject({
      code: "unsupported-proxy",
    });
  });

  test("trusts the configured certificates, or a host by name, and nothing else; a tunnel changes nothing", async (context) => {
    const server = await givenSecureServer();
    if (server === undefined) return context.skip("needs openssl to make a certificate");
    const tunnels: string[] = [];
    await using proxy = await serve((_request, response) => response.writeHead(500).end());
    proxy.server.on("connect", (request, socket) => {
      tunnels.push(request.url ?? "");
      const upstream = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        for (const event of ["end", "error"])
          one.on(event, () => [one, other].forEach((end) => end.destroy()));
    });
    const status = async (configuration: Partial<PackageIndexConfiguration>): Promise<string> =>
      (await fetchFromIndex(server.url, { ...PLAIN, ...configuration })).status;
    await expect(status({})).rejects.toMatchObject({ code: "registry-unreachable" });
    expect(await status({ caFile: server.certificate })).toBe("found");
    expect(await status({ trustedHosts: ["127.0.0.1"] })).toBe("found");
    expect(await status({ caFile: server.certificate, proxyVariables: { https_proxy: proxy.url } })).toBe(
      "found",
    );
    expect(tunnels).toEqual([new URL(server.url).host]);
    await expect(status({ caFile: "/nowhere.pem" })).rejects.toMatchObject({ code: "bad-certificates" });
    return undefined;
  });

  test("ends at once when interrupted", async () => {
    await using index = await serve(() => undefined);
    const controller = new AbortController();
    const pending = fetchFromIndex(`${index.url}/slow`, PLAIN, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(pending).rejects.toMatchObject({ code: "interrupted" });
  });
});
