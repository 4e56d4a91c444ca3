import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openCodeCache, openCodeIndex, type IndexedView } from "../../../src/analysis/index.ts";
import {
  createRandom,
  joinPath,
  makeTemporaryFolder,
  type HostPath,
  type Logger,
} from "../../../src/base/index.ts";
import type { FileSummary, LanguageWith } from "../../../src/languages/index.ts";
import { lispWithGraph } from "../../conformance/lisp-graph.ts";
import { ORCHARD } from "./orchard.ts";
import { slowTest } from "../../slow-suites.ts";

let directory: HostPath;
beforeEach(() => {
  directory = makeTemporaryFolder("cache");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The language of the orchard, and what was asked of it. */
function watched(versions: { structure?: string; resolution?: string } = {}): {
  readonly language: LanguageWith<"structure" | "resolution">;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const { structure, resolution } = lispWithGraph;
  return {
    asked,
    language: {
      ...lispWithGraph,
      structure: {
        version: versions.structure ?? structure.version,
        read(path, text) {
          asked.push(`structure of ${path}`);
          return structure.read(path, text);
        },
      },
      resolution: {
        ...resolution,
        version: versions.resolution ?? resolution.version,
        summarise(path, text): FileSummary {
          asked.push(`summary of ${path}`);
          return resolution.summarise(path, text);
        },
        link(summaries, projectFiles) {
          asked.push("links");
          return resolution.link(summaries, projectFiles);
        },
      },
    },
  };
}

interface Answer {
  readonly asked: readonly string[];
  readonly told: readonly string[];
  readonly answer: unknown;
}

/** Indexes texts with the cache in the folder, as a process of its own would. */
async function indexWith(
  texts: ReadonlyMap<string, string>,
  { versions = {}, mostBytes }: { versions?: Parameters<typeof watched>[0]; mostBytes?: number } = {},
): Promise<Answer> {
  const told: string[] = [];
  const logger: Logger = (_level, event, { why } = {}) => void told.push(`${event}: ${String(why)}`);
  const { language, asked } = watched(versions);
  using cache = await openCodeCache(directory, logger, mostBytes);
  const { views } = await openCodeIndex(texts, { languages: [language], cache });
  return { asked, told, answer: views.map(describeView) };
}

function describeView(view: IndexedView): unknown {
  const { edges, unresolved } = view.resolved();
  const structures = [...view.structures()].map(([path, { declarations, imports }]) => ({
    path,
    imports,
    names: declarations.map(({ name, line, parent, spans }) => ({ name, line, parent, spans })),
  }));
  return { edges, unresolved, structures };
}

function edited(path: string, change: (text: string) => string): ReadonlyMap<string, string> {
  return new Map([...ORCHARD].map(([each, text]) => [each, each === path ? change(text) : text]));
}

const ALL = [...ORCHARD.keys()]
  .filter((path) => path.endsWith(".scheme"))
  .flatMap((path) => [`structure of ${path}`, `summary of ${path}`]);

describe("the cache of an index", () => {
  test("answers a second process without reading a file or linking, and with the same", async () => {
    const first = await indexWith(ORCHARD);
    expect(first.asked).toEqual([...ALL, "links"]);
    const second = await indexWith(ORCHARD);
    expect(second).toEqual({ asked: [], told: [], answer: first.answer });
  });

  test("after an edit has one file read, and links only where what linking takes has changed", async () => {
    await indexWith(ORCHARD);
    const path = "src/prices.scheme";
    const commented = edited(path, (text) => `${text}; the end\n`);
    expect((await indexWith(commented)).asked).toEqual([`structure of ${path}`, `summary of ${path}`]);
    const called = edited(path, (text) => `${text}(price-of 1)\n`);
    const { asked, answer } = await indexWith(called);
    expect(asked).toEqual([`structure of ${path}`, `summary of ${path}`, "links"]);
    const { views } = await openCodeIndex(called, { languages: [lispWithGraph] });
    expect(answer).toEqual(views.map(describeView));
  });

  test("links anew where a file beside the sources has changed, or one is gone", async () => {
    await indexWith(ORCHARD);
    expect((await indexWith(edited("lisp.project", () => "garden"))).asked).toEqual(["links"]);
    const fewer = new Map([...ORCHARD].filter(([path]) => !path.startsWith("tests/")));
    expect((await indexWith(fewer)).asked).toEqual(["links"]);
  });

  test("knows the same text at two paths as two files", async () => {
    await indexWith(ORCHARD);
    const [first = ["", ""]] = ORCHARD;
    const { asked } = await indexWith(new Map([...ORCHARD, ["tests/copy.scheme", first[1]]]));
    expect(asked).toEqual(["structure of tests/copy.scheme", "summary of tests/copy.scheme", "links"]);
  });

  test("forgets what another version of a reader has read", async () => {
    await indexWith(ORCHARD);
    const newer = await indexWith(ORCHARD, { versions: { structure: "2" } });
    expect(newer.asked).toEqual(ALL.filter((asked) => asked.startsWith("structure")));
    expect((await indexWith(ORCHARD, { versions: { resolution: "2" } })).asked).toEqual([
      ...ALL.filter((asked) => asked.startsWith("summary")),
      "links",
    ]);
  });

  test("is kept out of overlays", async () => {
    await indexWith(ORCHARD);
    const { language, asked } = watched();
    using cache = await openCodeCache(directory, () => undefined);
    const hide = async (): Promise<void> => {
      const [view] = (await openCodeIndex(ORCHARD, { languages: [language], cache })).views;
      const overlay = view?.overlay(new Map([["src/prices.scheme", "(define (sell) 1)"]]));
      expect(overlay?.resolved().edges.every(({ caller }) => caller.name !== "open-shop")).toBe(true);
    };
    await hide();
    await hide();
    expect(asked).toEqual(["summary of src/prices.scheme", "links", "summary of src/prices.scheme", "links"]);
  });
});

describe("a cache that cannot be used", () => {
  const files = (): string[] => readdirSync(directory).filter((name) => name.endsWith(".sqlite"));

  test.each([
    ["damaged", "is no database", (path: string): void => writeFileSync(path, "no database ".repeat(999))],
    ["damaged", "was cut short", (path: string): void => truncateSync(path, 5000)],
    ["outdated", "is of another version", (path: string): void => setVersion(path, 999)],
    ["damaged", "lacks its table", (path: string): void => dropTable(path)],
  ])("is told as %s and rebuilt where it %s", async (why, _, damage) => {
    const first = await indexWith(ORCHARD);
    expect(files()).toEqual(["index-1.sqlite"]);
    damage(joinPath(directory, "index-1.sqlite"));
    const second = await indexWith(ORCHARD);
    expect(second).toEqual({ ...first, told: [`code-index-rebuilt: ${why}`] });
    expect(files()).toEqual(["index-2.sqlite"]);
    expect(await indexWith(ORCHARD)).toEqual({ asked: [], told: [], answer: first.answer });
  });

  test("gives no damaged entry", async () => {
    const first = await indexWith(ORCHARD);
    const database = new DatabaseSync(joinPath(directory, "index-1.sqlite"));
    database.exec(
      "update entries set data = cast(substr(data, 1, length(data) - 9) || x'000102030405060708' as blob)",
    );
    database.close();
    const again = await indexWith(ORCHARD);
    expect({ ...again, asked: again.asked.toSorted() }).toEqual({ ...first, asked: first.asked.toSorted() });
  });

  test("is done without where nothing can be written", async () => {
    const path = joinPath(directory, "file");
    writeFileSync(path, "");
    const told: string[] = [];
    using cache = await openCodeCache(joinPath(path, "cache"), (_, event) => void told.push(event));
    const { views } = await openCodeIndex(ORCHARD, { languages: [lispWithGraph], cache });
    expect(views[0]?.resolved().edges.length).toBeGreaterThan(0);
    expect(told).toEqual(["code-index-not-kept"]);
  });

  test("loses what was longest of no use where it is too large, and stays within its bounds", async () => {
    const random = createRandom("entries");
    const key = { kind: "summary", language: "lisp", version: "1" } as const;
    using cache = await openCodeCache(directory, () => undefined, 400_000);
    const sizes = Array.from({ length: 40 }, (_, number) => {
      const data = Buffer.from(Array.from({ length: 20_000 }, () => random.integer(256)));
      cache.keep([{ ...key, content: `entry ${number}`, digest: String(number), data }]);
      return readdirSync(directory).reduce((sum, name) => sum + statSync(joinPath(directory, name)).size, 0);
    });
    const entries = Array.from({ length: 40 }, (_, number) => `entry ${number}`);
    const kept = cache.findDigests(key, entries);
    expect(kept.size > 10 && kept.size < 21).toBe(true);
    expect([...kept.keys()].toSorted()).toEqual(entries.slice(-kept.size).toSorted());
    expect(cache.find({ ...key, content: "entry 39" })?.length).toBe(20_000);
    // Beside the file there is its log, which SQLite bounds.
    expect(Math.max(...sizes) < 400_000 + 6_000_000).toBe(true);
  });
});

function setVersion(path: string, version: number): void {
  const database = new DatabaseSync(path);
  database.exec(`pragma user_version = ${version}`);
  database.close();
}

function dropTable(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("drop table entries");
  database.close();
}

slowTest("several processes use one cache at once, from before it exists", async () => {
  const program = joinPath(directory, "writer.mjs");
  const source = (path: string): string =>
    JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
  writeFileSync(
    program,
    `import { openCodeCache } from ${source("analysis/index.ts")};
const [directory, name] = process.argv.slice(2);
const told = [];
using cache = await openCodeCache(directory, (_level, event, fields) => told.push([event, fields]));
const entry = (content, data) => ({ kind: "summary", language: "lisp", version: "1", content, digest: data, data: Buffer.from(data) });
for (let round = 0; round < 60; round++)
  cache.keep([entry("shared " + round, "value of " + round), entry(name + " " + round, name.repeat(2000))]);
const own = Array.from({ length: 60 }, (_, round) => name + " " + round);
const shared = Array.from({ length: 60 }, (_, round) => "shared " + round);
const key = { kind: "summary", language: "lisp", version: "1" };
console.log(JSON.stringify({ told, own: cache.findDigests(key, own).size, shared: [...cache.findDigests(key, shared)].filter(([content, digest]) => digest === content.replace("shared", "value of")).length }));
`,
  );
  const run = async (name: string): Promise<unknown> => {
    const child = spawn(process.execPath, [program, directory, name], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    await once(child, "close");
    return JSON.parse(Buffer.concat(output).toString());
  };
  const answers = await Promise.all(["a", "b", "c", "d"].map(run));
  expect(answers).toEqual(answers.map(() => ({ told: [], own: 60, shared: 60 })));
  expect(readdirSync(directory).filter((name) => name.endsWith(".sqlite"))).toEqual(["index-1.sqlite"]);
});
