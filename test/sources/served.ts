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
