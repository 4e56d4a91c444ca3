import { z } from "zod";

import { DioramaError } from "../../base/index.ts";
import { readForgePage } from "./forge-request.ts";
import type { Forge, ForgeAccess, FoundRepository, RepositoryQuery, SearchPart, TimeSpan } from "./forge.ts";

const PUBLIC_URL = "https://api.github.com";
/** Repositories that it shows of one query, however many there are. */
const MOST_SHOWN = 1_000;
const PER_PAGE = 100;
/** Times that a query is asked for which it gave up. */
const MOST_INCOMPLETE = 3;
const SECOND_MS = 1_000;

const searchPage = z.object({
  total_count: z.int(),
  incomplete_results: z.boolean(),
  items: z.array(
    z.object({
      full_name: z.string(),
      html_url: z.string(),
      clone_url: z.string(),
      created_at: z.string(),
      pushed_at: z.string().nullish(),
      license: z.object({ spdx_id: z.string().nullish() }).nullish(),
      size: z.int(),
      stargazers_count: z.int(),
      forks_count: z.int(),
      topics: z.array(z.string()).default([]),
      default_branch: z.string(),
    }),
  ),
});
type SearchPage = z.infer<typeof searchPage>;

/** GitHub, and servers with its API. It shows a thousand repositories of a query, so that a query with more is asked in halves of its time. */
export const github: Forge = {
  publicUrl: PUBLIC_URL,
  tokenVariable: "GITHUB_TOKEN",
  async *search(query, access) {
    const licences = query.licences.length === 0 ? [undefined] : query.licences;
    for (const licence of licences) yield* searchSpan(query, licence, query.created, access);
  },
};

async function* searchSpan(
  query: RepositoryQuery,
  licence: string | undefined,
  span: TimeSpan,
  access: ForgeAccess,
): AsyncGenerator<SearchPart> {
  const url = new URL(`${access.apiUrl}/search/repositories`);
  url.searchParams.set("q", writeQuery(query, licence, span));
  url.searchParams.set("per_page", String(PER_PAGE));
  const first = await readWhole(url, access);
  const halves = splitSpan(span);
  if ((first.page.total_count > MOST_SHOWN || first.page.incomplete_results) && halves !== undefined) {
    for (const half of halves) yield* searchSpan(query, licence, half, access);
    return;
  }
  const pages = [first.page];
  for (let next = first.next; next !== undefined && pages.length < MOST_SHOWN / PER_PAGE; ) {
    const more = await readWhole(next, access);
    pages.push(more.page);
    ({ next } = more);
  }
  yield {
    span,
    licence,
    total: first.page.total_count,
    repositories: pages.flatMap(({ items }) => items.map((item) => readItem(item, access))),
    isIncomplete: pages.some(({ incomplete_results: isIncomplete }) => isIncomplete),
  };
}

/** A page for which the forge did not give up, as far as it can be had. */
async function readWhole(
  url: URL,
  access: ForgeAccess,
): Promise<{ readonly page: SearchPage; readonly next: URL | undefined }> {
  for (let asked = 1; ; asked++) {
    const { body, next } = await readForgePage(url, access);
    const page = searchPage.safeParse(body).data;
    if (page === undefined)
      throw new DioramaError(
        "forge-unavailable",
        `Cannot search at ${url.origin}: its answer has another form.`,
      );
    if (!page.incomplete_results || asked === MOST_INCOMPLETE) return { page, next };
  }
}

/** Two spans that are together the same one; undefined where it is a single second. */
function splitSpan({ from, to }: TimeSpan): readonly [TimeSpan, TimeSpan] | undefined {
  const seconds = Math.floor((to - from) / SECOND_MS);
  if (seconds < 1) return undefined;
  const middle = from + Math.floor(seconds / 2) * SECOND_MS;
  return [
    { from, to: middle },
    { from: middle + SECOND_MS, to },
  ];
}

function writeQuery(
  { language, pushedSince, kilobytes, leastStars, topics, words }: RepositoryQuery,
  licence: string | undefined,
  { from, to }: TimeSpan,
): string {
  const { least, most } = kilobytes;
  const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "");
  return [
    ...(words === undefined ? [] : [words]),
    ...(language === undefined ? [] : [`language:${quote(language)}`]),
    ...(licence === undefined ? [] : [`license:${licence.toLowerCase()}`]),
    `created:${time(from)}..${time(to)}`,
    ...(pushedSince === undefined ? [] : [`pushed:>=${pushedSince}`]),
    ...(least === undefined && most === undefined ? [] : [`size:${least ?? "*"}..${most ?? "*"}`]),
    ...(leastStars === undefined ? [] : [`stars:>=${leastStars}`]),
    ...topics.map((topic) => `topic:${topic}`),
  ].join(" ");
}

function quote(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

function readItem(item: SearchPage["items"][number], { apiUrl }: ForgeAccess): FoundRepository {
  const spdx = item.license?.spdx_id;
  return {
    source: apiUrl === PUBLIC_URL ? `github:${item.full_name}` : `git+${item.clone_url}`,
    name: item.full_name,
    url: item.html_url,
    created_at: item.created_at,
    pushed_at: item.pushed_at ?? null,
    licence: spdx === undefined || spdx === "NOASSERTION" ? null : spdx,
    kilobytes: item.size,
    stars: item.stargazers_count,
    forks: item.forks_count,
    topics: item.topics,
    default_branch: item.default_branch,
  };
}
