import { sql, type Selectable } from "kysely";

import { messageOf, type HostPath, type Logger } from "../../base/index.ts";
import {
  cacheQueries,
  isDamage,
  isRefusal,
  openCacheFile,
  type EntryTable,
  type OpenedCacheFile,
} from "./cache-file.ts";
import type { SqliteConnection } from "./sqlite.ts";

/** What something in the cache is, and what it was made of. */
export type CacheKey = Pick<EntryTable, "kind" | "language" | "version" | "content">;

/** Something to keep. */
export interface CacheEntry extends CacheKey {
  readonly digest: string;
  readonly data: Uint8Array;
}

/** Most bytes that are kept; a repository of 400,000 lines takes about 20 MB. */
const MOST_BYTES = 512 * 2 ** 20;
/** What is left of them where there were more. */
const KEPT_SHARE = 0.75;
/** Rows in one statement. */
const ROWS = 64;
const DAY_MS = 86_400_000;

/**
 * What was read of files and how they hang together, on disk, for this and later processes. Several use it at once. It never fails: what cannot be
 * read is not there, what cannot be written is not kept, and both are told once. Dispose it.
 */
export class CodeCache implements Disposable {
  readonly #directory: HostPath;
  readonly #logger: Logger;
  readonly #mostBytes: number;
  #opened: OpenedCacheFile | undefined;
  #wasReplaced = false;

  constructor(directory: HostPath, logger: Logger, mostBytes: number = MOST_BYTES) {
    this.#directory = directory;
    this.#logger = logger;
    this.#mostBytes = mostBytes;
    this.#open();
  }

  /** The bytes of an entry; undefined where there is none. */
  find({ kind, language, version, content }: CacheKey): Uint8Array | undefined {
    const [row] = this.#attempt<readonly Pick<EntryTable, "data">[]>([], (connection) =>
      connection.all(
        cacheQueries
          .selectFrom("entries")
          .select("data")
          .where("kind", "=", kind)
          .where("language", "=", language)
          .where("version", "=", version)
          .where("content", "=", content)
          .compile(),
      ),
    );
    return row?.data;
  }

  /** Which of some contents have an entry, and the digests of these. They count as of use today. */
  findDigests(
    { kind, language, version }: Omit<CacheKey, "content">,
    contents: readonly string[],
  ): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const some of chunked(contents, 8 * ROWS)) {
      const rows = this.#attempt<
        readonly Pick<Selectable<EntryTable>, "id" | "content" | "digest" | "used">[]
      >([], (connection) => {
        const query = cacheQueries
          .selectFrom("entries")
          .select(["id", "content", "digest", "used"])
          .where("kind", "=", kind)
          .where("language", "=", language)
          .where("version", "=", version)
          .where("content", "in", some);
        const known = connection.all(query.compile());
        this.#use(connection, known);
        return known;
      });
      for (const { content, digest } of rows) found.set(content, digest);
    }
    return found;
  }

  /** Keeps entries, instead of older ones of the same keys. */
  keep(entries: readonly CacheEntry[]): void {
    if (entries.length === 0) return;
    const used = today();
    this.#attempt(undefined, (connection) => {
      connection.inTransaction(() => {
        for (const some of chunked(entries, ROWS)) {
          const rows = some.map((entry) => ({ ...entry, size: entry.data.length, used }));
          const query = cacheQueries
            .insertInto("entries")
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(["kind", "language", "version", "content"]).doUpdateSet((row) => ({
                digest: row.ref("excluded.digest"),
                size: row.ref("excluded.size"),
                used: row.ref("excluded.used"),
                data: row.ref("excluded.data"),
              })),
            );
          connection.run(query.compile());
        }
      });
      this.#makeRoom(connection);
    });
  }

  [Symbol.dispose](): void {
    this.#opened?.connection[Symbol.dispose]();
    this.#opened = undefined;
  }

  #use(connection: SqliteConnection, rows: readonly { readonly id: number; readonly used: number }[]): void {
    const ids = rows.filter(({ used }) => used < today()).map(({ id }) => id);
    if (ids.length === 0) return;
    connection.run(
      cacheQueries.updateTable("entries").set({ used: today() }).where("id", "in", ids).compile(),
    );
  }

  /** What was longest of no use goes where there is too much. */
  #makeRoom(connection: SqliteConnection): void {
    const pages = connection.pragma("page_count") - connection.pragma("freelist_count");
    if (pages * connection.pragma("page_size") <= this.#mostBytes) return;
    const bySize = cacheQueries
      .selectFrom("entries")
      .select(["id", sql<number>`sum(size) over (order by used desc, id desc)`.as("total")])
      .as("ranked");
    const old = cacheQueries
      .selectFrom(bySize)
      .select("ranked.id")
      .where("ranked.total", ">", KEPT_SHARE * this.#mostBytes);
    connection.inTransaction(() =>
      connection.run(cacheQueries.deleteFrom("entries").where("id", "in", old).compile()),
    );
    connection.exec("pragma incremental_vacuum");
  }

  #attempt<R>(otherwise: R, work: (connection: SqliteConnection) => R): R {
    if (this.#opened === undefined) return otherwise;
    try {
      return work(this.#opened.connection);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isDamage(error) && !this.#wasReplaced) this.#replace(this.#opened.generation);
      else this.#giveUp(error);
      return otherwise;
    }
  }

  #replace(generation: number): void {
    this.#wasReplaced = true;
    this[Symbol.dispose]();
    this.#open(generation + 1);
    if (this.#opened !== undefined) this.#tellRebuilt("damaged");
  }

  #open(least?: number): void {
    try {
      this.#opened = openCacheFile(this.#directory, least);
      if (this.#opened.rebuilt !== undefined) this.#tellRebuilt(this.#opened.rebuilt);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #tellRebuilt(why: "damaged" | "outdated"): void {
    this.#logger("warn", "code-index-rebuilt", { directory: this.#directory, why });
  }

  #giveUp(error: unknown): void {
    this[Symbol.dispose]();
    this.#logger("warn", "code-index-not-kept", { directory: this.#directory, reason: messageOf(error) });
  }
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

function* chunked<T>(items: readonly T[], length: number): Generator<readonly T[], void, undefined> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length);
}
