import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A repository of the forge. */
export interface Held {
  readonly name: string;
  readonly createdAt: string;
  readonly licence: string | null;
  readonly kilobytes: number;
}

/** A question as the forge saw it. */
export interface SeenSearch {
  readonly query: string;
  readonly page: number;
  readonly headers: IncomingHttpHeaders;
}

/** Answers in the forge's place; false: the forge answers. */
export type Interfere = (response: ServerResponse, search: SeenSearch, index: number) => boolean;

/** A forge on this machine. Dispose it to end it. */
export interface ServedForge extends AsyncDisposable {
  readonly url: string;
  readonly searches: readonly SeenSearch[];
}

/** Serves GitHub's search of repositories: qualifiers, a hundred on a page, a thousand of a query (then HTTP 422), `Link` headers. */
export async function serveForge(
  held: readonly Held[],
  interfere: Interfere = () => false,
): Promise<ServedForge> {
  const searches: SeenSearch[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const { searchParams } = url;
    const page = Number(searchParams.get("page") ?? 1);
    const size = Number(searchParams.get("per_page") ?? 30);
    const seen = { query: searchParams.get("q") ?? "", page, headers: request.headers };
    searches.push(seen);
    if (interfere(response, seen, searches.length - 1)) return;
    if (url.pathname !== "/api/v3/search/repositories")
      return sendJson(response, 404, { message: "Not Found" });
    if (page * size > 1_000)
      return sendJson(response, 422, { message: "Only the first 1000 search results are available" });
    const found = held.filter((one) => fits(one, seen.query));
    const shown = found.slice((page - 1) * size, page * size);
    const links = (number: number, rel: string): string => {
      url.searchParams.set("page", String(number));
      return `<${url.href}>; rel="${rel}"`;
    };
    const last = Math.ceil(Math.min(found.length, 1_000) / size);
    const link = [
      ...(page > 1 ? [links(page - 1, "prev")] : []),
      ...(page < last ? [links(page + 1, "next"), links(last, "last")] : []),
    ];
    const items = shown.map((one) => describe(one, url.origin));
    const headers = link.length === 0 ? {} : { link: link.join(", ") };
    sendJson(response, 200, { total_count: found.length, incomplete_results: false, items }, headers);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    searches,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

function fits({ createdAt, licence, kilobytes }: Held, query: string): boolean {
  const valueOf = (name: string): string | undefined => new RegExp(`(?:^| )${name}:(\\S+)`).exec(query)?.[1];
  const [from = "", to = ""] = (valueOf("created") ?? "..").split("..");
  const at = Date.parse(createdAt);
  const wanted = valueOf("license");
  const [least = "", most = ""] = (valueOf("size") ?? "*..*").split("..");
  return (
    at >= Date.parse(from) &&
    at <= Date.parse(to) &&
    (wanted === undefined || licence?.toLowerCase() === wanted) &&
    (least === "*" || kilobytes >= Number(least)) &&
    (most === "*" || kilobytes <= Number(most))
  );
}

function describe({ name, createdAt, licence, kilobytes }: Held, origin: string): object {
  return {
    id: 1,
    full_name: name,
    html_url: `${origin}/${name}`,
    clone_url: `${origin}/${name}.git`,
    created_at: createdAt,
    pushed_at: createdAt,
    license: licence === null ? null : { key: licence.toLowerCase(), spdx_id: licence },
    size: kilobytes,
    stargazers_count: 4,
    forks_count: 1,
    topics: ["orchard"],
    default_branch: "main",
    private: false,
  };
}
