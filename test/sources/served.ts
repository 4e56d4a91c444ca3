import { execFileSync, spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A server on this machine that goes away with `await using`. */
export interface TestServer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, close, [Symbol.asyncDispose]: close };
}

/** A folder over plain HTTP, which is all that git's dumb protocol needs. */
export function serveFolder(root: string): Promise<TestServer> {
  return serve((request, response) => {
    const path = join(root, decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/"));
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    response.statusCode = isFile ? 200 : 404;
    response.end(isFile ? readFileSync(path) : "");
  });
}

/** The bare repositories in a folder over git's own protocol, as forges give them: single commits, and commits without what they hold. */
export function serveRepositories(root: string): Promise<TestServer> {
  const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");
  const wanted = ["uploadpack.allowFilter=true", "uploadpack.allowAnySHA1InWant=true", "safe.directory=*"];
  const configured = Object.fromEntries(
    wanted.flatMap((line, at) => {
      const [name = "", value = ""] = line.split("=");
      return [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ];
    }),
  );
  return serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const child = spawn(backend, {
      env: {
        ...process.env,
        ...configured,
        GIT_CONFIG_COUNT: String(wanted.length),
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_PROJECT_ROOT: root,
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method ?? "GET",
        CONTENT_TYPE: request.headers["content-type"] ?? "",
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.on("close", () => {
      const answer = Buffer.concat(parts);
      const end = answer.indexOf("\r\n\r\n");
      for (const line of answer.toString("latin1", 0, end).split("\r\n")) {
        const [name = "", value = ""] = line.split(/:\s*/u, 2);
        if (/^status$/iu.test(name)) response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(answer.subarray(end + 4));
    });
  });
}
