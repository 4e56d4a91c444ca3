import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect } from "vitest";

import { asHostPath, asSandboxPath } from "../../src/base/index.ts";
import { systemMounts } from "../../src/sandbox/index.ts";
import type { CommandOutcome, Mount, SandboxOptions } from "../../src/sandbox/index.ts";

/** Bytes. */
export const mebibyte = 1_048_576;
/** The name of every bystander in its command line. */
export const outsideMark = "diorama-bystander";
const programs = fileURLToPath(new URL("../fixtures/programs", import.meta.url));

/** What the suite needs of this machine: folders, servers to be out of reach, a proxy to be in reach. */
export interface Host {
  readonly options: SandboxOptions;
  /** A folder that is mounted for reading at `/data`; it holds `note`. */
  readonly data: string;
  /** A folder with a `note` in a folder that only its owner may enter. */
  readonly belowClosed: string;
  /** A file outside the mounts that everybody may read. */
  readonly secret: string;
  readonly port: number;
  readonly abstractName: string;
  /** The same for datagrams, by a name and by a path that everybody may write to. */
  readonly datagramName: string;
  readonly datagramFile: string;
  readonly proxySocket: string;
  folder(): string;
  startBystander(): ReturnType<typeof spawn>;
  close(): void;
}

/**
 * Makes it; `close` removes it. `isClosed`: what is mounted lies below a folder that only its owner may enter, as a checkout below
 * root's home does.
 */
export async function createHost({ isClosed = false } = {}): Promise<Host> {
  const root = mkdtempSync(join(tmpdir(), "diorama-conformance-"));
  // What lies in it is open to everybody: it is the sandbox that has to hide it.
  chmodSync(root, 0o755);
  const closed = join(root, "closed");
  mkdirSync(join(closed, "below"), { recursive: true });
  chmodSync(closed, 0o700);
  writeFileSync(join(closed, "below", "note"), "kept\n", { mode: 0o644 });
  const data = join(isClosed ? closed : root, "data");
  mkdirSync(data, { mode: 0o755 });
  const mounted = isClosed ? join(closed, "programs") : programs;
  if (isClosed) cpSync(programs, mounted, { recursive: true });
  writeFileSync(join(data, "note"), "kept\n", { mode: 0o644 });
  const secret = join(root, "secret");
  writeFileSync(secret, "secret\n", { mode: 0o644 });
  const abstractName = `diorama-${randomUUID()}`;
  const proxySocket = join(root, "proxy.sock");
  const tcp = await listening(
    createServer((socket) => socket.end()),
    { port: 0, host: "127.0.0.1" },
  );
  const abstract = await listening(
    createServer((socket) => socket.end()),
    { path: `\0${abstractName}` },
  );
  const proxy = await listening(createServer(echoRequest), { path: proxySocket });
  const datagramName = `${abstractName}-datagrams`;
  const datagramFile = join(root, "datagrams.sock");
  const receiver = await receiving(datagramName, datagramFile);
  const address = tcp.address();
  let folders = 0;
  return {
    data,
    belowClosed: join(closed, "below"),
    secret,
    abstractName,
    datagramName,
    datagramFile,
    proxySocket,
    port: address !== null && typeof address === "object" ? address.port : 0,
    options: {
      mounts: [
        ...systemMounts(),
        { from: asHostPath(mounted), to: asSandboxPath("/programs"), access: "read" },
        { from: asHostPath(data), to: asSandboxPath("/data"), access: "read" },
      ],
      limits: {
        memoryBytes: 128 * mebibyte,
        processes: 40,
        fileBytes: 32 * mebibyte,
        scratchBytes: 16 * mebibyte,
      },
      network: { kind: "none" },
      variables: { PATH: "/usr/bin:/bin", HOME: "/home/diorama" },
      workingDirectory: asSandboxPath("/tmp"),
    },
    folder() {
      const folder = join(root, `folder-${folders++}`);
      mkdirSync(folder);
      return folder;
    },
    startBystander: () =>
      spawn("/bin/sleep", ["3600"], { argv0: outsideMark, stdio: "ignore", env: { SECRET: "secret" } }),
    close() {
      for (const server of [tcp, abstract, proxy]) server.close();
      receiver.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function listening(
  server: Server,
  options: { port?: number; host?: string; path?: string },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => resolve(server));
  });
}

/** A process that takes datagrams: Node has no such sockets. */
async function receiving(name: string, path: string): Promise<ReturnType<typeof spawn>> {
  const program = [
    "import os, socket, sys, time",
    "one, other = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2)]",
    "one.bind('\\0' + sys.argv[1])",
    "other.bind(sys.argv[2])",
    "os.chmod(sys.argv[2], 0o777)",
    "print('up', flush=True)",
    "time.sleep(3600)",
  ].join("\n");
  const receiver = spawn("python3", ["-c", program, name, path], { stdio: ["ignore", "pipe", "inherit"] });
  await once(receiver.stdout, "data");
  return receiver;
}

/** A proxy that answers with the first two words of the request. */
function echoRequest(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.once("data", (chunk) => {
    const body = chunk.toString().split(" ").slice(0, 2).join(" ");
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  });
}

/** A folder that programs write, at `/shared`. */
export function writable(folder: string): Mount {
  return { from: asHostPath(folder), to: asSandboxPath("/shared"), access: "write" };
}

/** An outcome without its duration. */
export function shown(outcome: CommandOutcome): unknown {
  const { durationMs, ...rest } = outcome;
  expect(durationMs).toBeGreaterThan(0);
  return rest;
}

/** Files of a folder that still grow after a moment. */
export async function growing(folder: string): Promise<string[]> {
  const sizes = (): Map<string, number> =>
    new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = sizes();
  await new Promise((resolve) => setTimeout(resolve, 400));
  return [...sizes()].filter(([name, size]) => size !== before.get(name)).map(([name]) => name);
}

/** The most processes with `text` in their command line that were seen while `work` was under way. */
export async function countWhile(work: Promise<unknown>, text: string): Promise<number> {
  const state = { isOver: false };
  void work.finally(() => (state.isOver = true)).catch(() => undefined);
  let most = 0;
  while (!state.isOver) {
    most = Math.max(most, countProcesses(text));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return most;
}

/** Bytes of buffers that something in this process still holds. */
export function keptBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
}

/** How many processes have `text` in their command line now. */
export function countProcesses(text: string): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text)).length;
}

function commandLine(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
