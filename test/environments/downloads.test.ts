import { X509Certificate } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request as sendPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, expect, test } from "vitest";

import { asHostPath, createStagingDirectory, silentLogger, type HostPath } from "../../src/base/index.ts";
import { openDownloadStore } from "../../src/environments/download-store.ts";
import { createCertificateAuthority, toPem } from "../../src/environments/proxy/certificate-authority.ts";
import { downloadsBelow } from "../../src/environments/proxy/downloads.ts";
import { startRegistryProxy, type RegistryProxy } from "../../src/environments/proxy/registry-proxy.ts";

const opened: (() => unknown)[] = [];
let cache: HostPath;
beforeEach(() => {
  cache = asHostPath(mkdtempSync(join(tmpdir(), "diorama-downloads-")));
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  rmSync(cache, { recursive: true, force: true });
});

const FORM = String.raw`([\w-]+)/-/\1-\d[\d.]*\.tgz`;
const OATS = gzipSync("rolled oats");

interface Registry {
  readonly host: string;
  readonly authority: string;
  /** What was asked for, in order. */
  readonly asked: string[];
  /** Bodies by path; `cut` ends the connection in the middle. */
  readonly files: Map<string, { body: Buffer; type?: string; status?: number; cut?: boolean }>;
}

/** A registry behind TLS, trusted by an authority of its own. */
async function givenRegistry(): Promise<Registry> {
  const authority = createCertificateAuthority();
  const files: Registry["files"] = new Map([["/packages/oats/-/oats-1.0.0.tgz", { body: OATS }]]);
  const asked: string[] = [];
  const server = createServer(authority.identityOf("127.0.0.1"), ({ url = "", headers }, response) => {
    asked.push(headers.authorization === undefined ? url : `${url} as ${headers.authorization}`);
    const file = files.get(url);
    const body = file?.body ?? Buffer.from("none");
    response.writeHead(file === undefined ? 404 : (file.status ?? 200), {
      "Content-Type": file?.type ?? "application/octet-stream",
      "Content-Length": body.length,
    });
    if (file?.cut !== true) response.end(body);
    else response.write(body.subarray(0, 5), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, authority: toPem(authority.certificate), asked, files };
}

async function givenProxy({ host, authority }: Registry): Promise<RegistryProxy> {
  const staging = createStagingDirectory(cache);
  const proxy = await startRegistryProxy({
    allowedHosts: [host],
    immutable: downloadsBelow(`https://${host}/packages`, FORM),
    keepsIn: { store: openDownloadStore(cache), staging },
    trusted: authority,
    logger: silentLogger,
  });
  opened.push(async () => {
    await proxy[Symbol.asyncDispose]();
    await staging[Symbol.asyncDispose]();
  });
  return proxy;
}

/** What a program in a sandbox that trusts the proxy's certificates gets. */
function get(
  proxy: RegistryProxy,
  { host }: Registry,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = sendPlain({ socketPath: proxy.socket, method: "CONNECT", path: host });
    asked.once("error", reject);
    asked.once("connect", (_, socket: Socket) => {
      const secured = connectTls({ socket, host: "127.0.0.1", ca: readFileSync(proxy.certificates) }, () => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        secured.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines.join("")}\r\n`);
      });
      let answer = "";
      secured.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
      secured.once("error", reject);
      secured.once("close", () =>
        resolve({ status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) }),
      );
    });
    asked.end();
  });
}

const OATS_PATH = "/packages/oats/-/oats-1.0.0.tgz";
const whole = { status: 200, body: OATS.toString("latin1") };

function contents(): readonly string[] {
  return readdirSync(join(cache, "downloads", "contents"));
}

test("a file with a version in its path is fetched once, whatever proxy asks for it; a document each time", async () => {
  const registry = await givenRegistry();
  registry.files.set("/packages/oats", { body: Buffer.from("versions") });
  const first = await givenProxy(registry);
  expect(await get(first, registry, OATS_PATH)).toEqual(whole);
  const second = await givenProxy(registry);
  expect(await get(second, registry, OATS_PATH)).toEqual(whole);
  expect(await get(second, registry, "/packages/oats")).toEqual({ status: 200, body: "versions" });
  expect(await get(second, registry, "/packages/oats")).toEqual({ status: 200, body: "versions" });
  expect(registry.asked).toEqual([OATS_PATH, "/packages/oats", "/packages/oats"]);
  expect(second.traffic).toEqual({
    fetchedFiles: 2,
    fetchedBytes: 16,
    reusedFiles: 1,
    reusedBytes: OATS.length,
  });
});

test("two that write the same file at once leave one, and both get it", async () => {
  const registry = await givenRegistry();
  const proxies = [await givenProxy(registry), await givenProxy(registry)];
  const answers = await Promise.all(proxies.map((proxy) => get(proxy, registry, OATS_PATH)));
  expect(answers).toEqual([whole, whole]);
  expect(contents()).toHaveLength(1);
});

test("what was changed on the disk is not given out, but fetched again", async () => {
  const registry = await givenRegistry();
  const proxy = await givenProxy(registry);
  await get(proxy, registry, OATS_PATH);
  const [digest = ""] = contents();
  for (const bad of [gzipSync("poison, no oats"), Buffer.alloc(OATS.length, 7), Buffer.alloc(0)]) {
    writeFileSync(join(cache, "downloads", "contents", digest), bad);
    expect(await get(proxy, registry, OATS_PATH)).toEqual(whole);
    expect(contents()).toEqual([digest]);
  }
  expect(registry.asked).toHaveLength(4);
});

test("half a file, a page in its place, an error, another form and another spelling of a path are not kept", async () => {
  const registry = await givenRegistry();
  const proxy = await givenProxy(registry);
  const page = Buffer.from("<!doctype html><p>Come back later");
  registry.files.set("/packages/rye/-/rye-1.0.0.tgz", { body: OATS, cut: true });
  registry.files.set("/packages/rye/-/rye-2.0.0.tgz", { body: page, type: "text/html" });
  registry.files.set("/packages/rye/-/rye-3.0.0.tgz", { body: page });
  registry.files.set("/packages/rye/-/rye-4.0.0.tgz", { body: OATS, status: 203 });
  for (const version of [1, 2, 3, 4, 5]) await get(proxy, registry, `/packages/rye/-/rye-${version}.0.0.tgz`);
  const others = [
    "/other/../packages/oats/-/oats-1.0.0.tgz",
    "/packages//oats/-/oats-1.0.0.tgz",
    `${OATS_PATH}?v=2`,
  ];
  for (const path of others) await get(proxy, registry, path);
  expect(openDownloadStore(cache).measure()).toEqual({ files: 0, bytes: 0 });
  expect(registry.asked).toHaveLength(5 + others.length);
});

test("nothing of what a sandbox says besides the path decides what is kept", async () => {
  const registry = await givenRegistry();
  const proxy = await givenProxy(registry);
  const personal = [{ Authorization: "Basic YWRh" }, { Range: "bytes=0-3" }, { Cookie: "a=b" }];
  for (const headers of personal) await get(proxy, registry, OATS_PATH, headers);
  expect(openDownloadStore(cache).measure().files).toBe(0);
  expect(registry.asked).toEqual([`${OATS_PATH} as Basic YWRh`, OATS_PATH, OATS_PATH]);
  await get(proxy, registry, OATS_PATH, {
    "If-None-Match": "x",
    "Accept-Encoding": "br",
    Host: "evil.example",
  });
  expect(await get(proxy, registry, OATS_PATH)).toEqual(whole);
  expect(registry.asked).toHaveLength(4);
});

test("a registry whose certificate nobody vouches for is not believed", async () => {
  const registry = await givenRegistry();
  const stranger = await givenRegistry();
  const proxy = await givenProxy({ ...registry, authority: stranger.authority });
  expect(await get(proxy, registry, OATS_PATH)).toEqual({ status: 502, body: "" });
  expect(registry.asked).toEqual([]);
});

test("what was refused is forgotten, and old files and more than may be kept are removed", async () => {
  const registry = await givenRegistry();
  const proxy = await givenProxy(registry);
  const store = openDownloadStore(cache);
  await get(proxy, registry, OATS_PATH);
  proxy.forgetServed();
  await get(proxy, registry, OATS_PATH);
  expect(registry.asked).toHaveLength(2);
  const rye = gzipSync("rye");
  registry.files.set("/packages/rye/-/rye-1.0.0.tgz", { body: rye });
  await get(proxy, registry, "/packages/rye/-/rye-1.0.0.tgz");
  const oats =
    contents().find((name) => readFileSync(join(cache, "downloads", "contents", name)).equals(OATS)) ?? "";
  utimesSync(join(cache, "downloads", "contents", oats), new Date("2020-01-01"), new Date("2020-01-01"));
  expect(store.prune(new Date("2021-01-01"))).toEqual({ files: 1, bytes: OATS.length });
  expect(store.prune(undefined, 1)).toEqual({ files: 1, bytes: rye.length });
  expect(store.measure()).toEqual({ files: 0, bytes: 0 });
  expect(readdirSync(join(cache, "downloads", "names"))).toEqual([]);
});

test("an abandoned file in the making is never seen, and a full cache folder of strangers' files harms nothing", async () => {
  const registry = await givenRegistry();
  const staging = createStagingDirectory(cache);
  const store = openDownloadStore(cache);
  const url = `https://${registry.host}${OATS_PATH}`;
  store.receive(url, "", staging).write(OATS.subarray(0, 5));
  expect(await store.find(url)).toBeUndefined();
  mkdirSync(join(cache, "downloads", "names"), { recursive: true });
  writeFileSync(join(cache, "downloads", "names", "x.json"), "{");
  expect(store.prune(new Date())).toEqual({ files: 0, bytes: 0 });
  await staging[Symbol.asyncDispose]();
});

test("certificates name the host, and end soon", () => {
  const authority = createCertificateAuthority();
  const root = new X509Certificate(authority.certificate);
  for (const host of ["registry.example", "127.0.0.1"]) {
    const certificate = new X509Certificate(authority.identityOf(host).cert);
    expect(certificate.verify(root.publicKey)).toBe(true);
    expect(certificate.checkIssued(root)).toBe(true);
    expect([certificate.ca, root.ca]).toEqual([false, true]);
    expect(certificate.checkHost(host) ?? certificate.checkIP(host)).toBe(host);
    expect(certificate.checkHost("other.example")).toBeUndefined();
    expect(certificate.validToDate.getTime() - Date.now()).toBeLessThan(31 * 24 * 3600 * 1000);
  }
});
