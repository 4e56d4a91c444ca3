import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import {
  findRepositories,
  getForge,
  readSourceList,
  type RepositoryList,
  type RepositoryQuery,
} from "../../../src/sources/index.ts";
import type { ForgeAccess } from "../../../src/sources/forge/forge.ts";
import { runDiorama } from "../../curation/given-build.ts";
import { sendJson, serveForge, type Held, type Interfere } from "./served-forge.ts";
import { slowTest } from "../../slow-suites.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2024-09-01T00:00:00Z");

/** As many repositories as that, so many minutes apart. */
function orchard(count: number, minutes: number): Held[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `grower/orchard-${String(index).padStart(4, "0")}`,
    createdAt: new Date(START + index * minutes * 60_000).toISOString().replace(".000", ""),
    licence: index % 3 === 0 ? "MIT" : index % 3 === 1 ? "Apache-2.0" : null,
    kilobytes: index,
  }));
}

const everything: RepositoryQuery = {
  language: "Python",
  licences: [],
  created: { from: START, to: START + 122 * DAY_MS - 1_000 },
  kilobytes: {},
  topics: [],
};

async function search(
  held: readonly Held[],
  {
    query = {},
    access = {},
    interfere,
    sample,
  }: {
    query?: Partial<RepositoryQuery>;
    access?: Partial<ForgeAccess>;
    interfere?: Interfere;
    sample?: number;
  } = {},
): Promise<{ list: RepositoryList; searches: readonly { query: string; page: number }[]; notes: string[] }> {
  await using served = await serveForge(held, interfere);
  const notes: string[] = [];
  const list = await findRepositories(
    getForge("github"),
    { ...everything, ...query },
    {
      apiUrl: served.url,
      proxyVariables: {},
      longestWaitMs: 5_000,
      firstWaitMs: 1,
      note: (text) => notes.push(text),
      ...access,
    },
    { sample, seed: 1 },
  );
  return { list, searches: served.searches, notes };
}

describe("a search of repositories", () => {
  test("follows all pages of one query, with its filters", async () => {
    const { list, searches } = await search(orchard(450, 60), {
      query: { licences: ["MIT"], kilobytes: { most: 400 }, leastStars: 3, topics: ["orchard"] },
    });
    expect(list).toMatchObject({ parts: 1, total: 134, found: 134, not_shown: 0, incomplete: 0 });
    expect(searches.map(({ page }) => page)).toEqual([1, 2]);
    expect(searches[0]?.query).toBe(
      "language:Python license:mit created:2024-09-01T00:00:00Z..2024-12-31T23:59:59Z size:*..400 stars:>=3 topic:orchard",
    );
    expect(list.repositories[0]).toEqual({
      source: expect.stringMatching(/^git\+http:.*\/grower\/orchard-0000\.git$/) as string,
      name: "grower/orchard-0000",
      url: expect.stringContaining("/grower/orchard-0000") as string,
      created_at: "2024-09-01T00:00:00Z",
      pushed_at: "2024-09-01T00:00:00Z",
      licence: "MIT",
      kilobytes: 0,
      stars: 4,
      forks: 1,
      topics: ["orchard"],
      default_branch: "main",
    });
  });

  slowTest(
    "of which more are there than a query shows asks in stretches of time, and misses none",
    async () => {
      const held = orchard(4_300, 37);
      const { list, searches } = await search(held);
      expect(list).toMatchObject({ found: 4_300, total: 4_300, not_shown: 0 });
      expect(list.parts).toBeGreaterThan(4);
      expect(new Set(list.repositories.map(({ name }) => name)).size).toBe(4_300);
      expect(Math.max(...searches.map(({ page }) => page))).toBeLessThanOrEqual(10);
      const { list: again } = await search(held.toReversed(), { sample: 300 });
      const { list: sampled } = await search(held, { sample: 300 });
      const names = ({ repositories }: RepositoryList): string[] => repositories.map(({ name }) => name);
      expect(names(again)).toEqual(names(sampled));
      expect(sampled.repositories).toHaveLength(300);
      expect(names(sampled)).toEqual(names(sampled).toSorted());
    },
  );

  test("says how many it was not shown where all were made in one second", async () => {
    const { list } = await search(orchard(1_200, 0));
    expect(list).toMatchObject({ found: 1_000, total: 1_200, not_shown: 200 });
  });

  test("asks for each licence by itself", async () => {
    const { list } = await search(orchard(30, 1), { query: { licences: ["MIT", "Apache-2.0"] } });
    expect(list).toMatchObject({ parts: 2, found: 20 });
    expect(new Set(list.repositories.map(({ licence }) => licence))).toEqual(new Set(["MIT", "Apache-2.0"]));
  });

  test("asks again for what the forge gave up, then in shorter stretches", async () => {
    const giveUp: Interfere = (response, { query }) => {
      const [, from = "", to = ""] = /created:(\S+)\.\.(\S+)/.exec(query) ?? [];
      if (Date.parse(to) - Date.parse(from) < 40 * DAY_MS) return false;
      sendJson(response, 200, { total_count: 3, incomplete_results: true, items: [] });
      return true;
    };
    const { list, searches } = await search(orchard(60, 24 * 60), { interfere: giveUp });
    expect(list).toMatchObject({ found: 60, incomplete: 0 });
    expect(searches.length).toBeGreaterThan(6);
    const always: Interfere = (response) => {
      sendJson(response, 200, { total_count: 3, incomplete_results: true, items: [] });
      return true;
    };
    const none = await search([], {
      interfere: always,
      query: { created: { from: START, to: START } },
    });
    expect(none.list).toMatchObject({ found: 0, incomplete: 1, not_shown: 3 });
    expect(none.searches).toHaveLength(3);
  });

  test.each([
    ["HTTP 429 with a wait", 429, { "retry-after": "1" }, "You have exceeded a secondary rate limit."],
    ["HTTP 403 without a wait", 403, {}, "You have exceeded a secondary rate limit."],
    [
      "HTTP 403 until the limit is there again",
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000)) },
      "API rate limit exceeded",
    ],
    ["HTTP 502", 502, {}, "Bad gateway"],
  ])("waits after %s, says so, and loses nothing", async (_what, status, headers, message) => {
    const limited: Interfere = (response, _search, index) => {
      if (index !== 1) return false;
      sendJson(response, status, { message }, headers);
      return true;
    };
    const { list, notes, searches } = await search(orchard(250, 60), { interfere: limited });
    expect(list.found).toBe(250);
    expect(searches).toHaveLength(4);
    expect(notes.some((note) => note.startsWith("Waiting"))).toBe(true);
  });

  test("ends where the forge asks for too long a wait, takes no token, or does not understand", async () => {
    const answer =
      (status: number, message: string, headers = {}): Interfere =>
      (response) => {
        sendJson(response, status, { message }, headers);
        return true;
      };
    for (const [interfere, code] of [
      [answer(429, "slow down", { "retry-after": "90" }), "forge-unavailable"],
      [answer(401, "Bad credentials"), "bad-token"],
      [answer(403, "Resource not accessible"), "bad-token"],
      [answer(422, "Validation Failed"), "bad-query"],
    ] as const) {
      const asked = search([], { interfere, access: { token: "sesame" } });
      await expect(asked).rejects.toMatchObject({ code });
      await expect(asked).rejects.not.toThrow("sesame");
    }
  });

  test("sends its token, and ends when it is interrupted", async () => {
    const control = new AbortController();
    const seen: unknown[] = [];
    const limited: Interfere = (response, { headers }) => {
      seen.push(headers.authorization);
      sendJson(response, 429, { message: "slow down" }, { "retry-after": "3" });
      setTimeout(() => control.abort(), 10);
      return true;
    };
    const asked = search([], { interfere: limited, access: { token: "sesame", signal: control.signal } });
    await expect(asked).rejects.toMatchObject({ code: "interrupted" });
    expect(seen).toEqual(["Bearer sesame"]);
  });
});

describe("a list of sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "lists-"));
  const list = (text: string): readonly string[] => {
    const file = join(folder, "list");
    writeFileSync(file, text);
    return readSourceList(asHostPath(file));
  };

  test.each([
    ["lines", "# fruit\npypi:pear@1\n\n  github:a/b@main # good\n", ["pypi:pear@1", "github:a/b@main"]],
    ["a JSON array", '["pypi:pear@1", {"source": "github:a/b", "stars": 1}]', ["pypi:pear@1", "github:a/b"]],
    [
      "SEART's CSV",
      '"id","name","description"\r\n"1","a/b","say ""hi"", you\nthere"\r\n2,c/d,\r\n',
      ["github:a/b", "github:c/d"],
    ],
  ])("is read from %s", (_form, text, sources) => expect(list(text)).toEqual(sources));

  test.each(["", "# nothing\n", '{"a": 1}', "[1]", "[", '"id","name"\n'])(
    "that is none is refused: %j",
    (text) => expect(() => list(text)).toThrow("Cannot read sources"),
  );

  slowTest("is what the command writes", async () => {
    await using served = await serveForge(orchard(120, 60));
    const words = ["repositories", "--created", "2024-09-01..2024-09-03", "--forge-url", served.url];
    const more = ["--license", "MIT", "--max-size", "60", "--out", "found.json", "--json"];
    const ended = await runDiorama(folder, [...words, ...more], { GITHUB_TOKEN: "sesame" });
    expect(ended.exitCode, ended.lines.join("\n")).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ repositories: 21, found: 21, total: 21 });
    expect(readFileSync(join(folder, "found.json"), "utf8")).not.toContain("sesame");
    expect(readSourceList(asHostPath(join(folder, "found.json")))).toHaveLength(21);
    const bad = await runDiorama(folder, ["repositories", "--created", "2024-09", "--out", "no.json"], {});
    expect(bad.exitCode).toBe(2);
  });
});
