/**
 * The file of a cache that many processes share. Its name has a number, its generation: a file that cannot be used any more is never written
 * again and never replaced, for others may have it open; the next generation takes its place.
 */
import { readdirSync, rmSync } from "node:fs";

import { sql, type Generated, type Kysely } from "kysely";

import { joinPath, makeFolders, type HostPath } from "../../base/index.ts";
import { createQueryBuilder, SqliteConnection } from "./sqlite.ts";

/** What is kept: `data` by what it is, of which language and version of its reader, and the digest of what it was read from. */
export interface EntryTable {
  readonly id: Generated<number>;
  readonly kind: "structure" | "summary" | "links" | "slice";
  readonly language: string;
  readonly version: string;
  readonly content: string;
  /** Of what is kept. */
  readonly digest: string;
  /** Bytes of `data`. */
  readonly size: number;
  /** The day on which it was last of use, in days since 1970. */
  readonly used: number;
  readonly data: Uint8Array;
}

/** Changes whenever the tables or what their bytes mean do. */
const SCHEMA = 1;
const BUSY_TIMEOUT_MS = 20_000;
const FILE = /^index-(\d+)\.sqlite$/;

/** Queries over the cache's one table. */
export const cacheQueries: Kysely<{ entries: EntryTable }> = createQueryBuilder();

/** An open cache. */
export interface OpenedCacheFile {
  readonly connection: SqliteConnection;
  readonly generation: number;
  /** Why it was begun anew; absent where it was there and whole, or there was none. */
  readonly rebuilt?: "damaged" | "outdated";
}

/**
 * Opens the newest generation in a folder that is not below `least`, or begins the next where that one cannot be used. Throws what the system or
 * SQLite refuses.
 */
export function openCacheFile(directory: HostPath, least: number = 1): OpenedCacheFile {
  makeFolders(directory);
  const generation = Math.max(least, ...generations(directory));
  const opened = openGeneration(directory, generation);
  if (typeof opened === "string") return { ...openCacheFile(directory, generation + 1), rebuilt: opened };
  for (const old of generations(directory)) if (old < generation) remove(directory, old);
  return { connection: opened, generation };
}

/** True for what SQLite says of a file that is no database, or none of ours. */
export function isDamage(error: unknown): boolean {
  const [ERROR, CORRUPT, NOT_A_DATABASE] = [1, 11, 26];
  const code = resultCode(error);
  return code === ERROR || code === CORRUPT || code === NOT_A_DATABASE;
}

/** True for what SQLite refuses. */
export function isRefusal(error: unknown): boolean {
  return resultCode(error) !== undefined;
}

/** SQLite's primary result code (https://sqlite.org/rescode.html). */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return Number(error.errcode) & 0xff;
}

function openGeneration(directory: HostPath, generation: number): SqliteConnection | "damaged" | "outdated" {
  const connection = new SqliteConnection(pathOf(directory, generation), BUSY_TIMEOUT_MS);
  try {
    // Tables and version come in one transaction: a file seen empty before it has a version is not taken for one of another version when it comes.
    const isEmpty = connection.pragma("page_count") <= 1;
    const found = connection.pragma("user_version");
    if (found === SCHEMA) return connection;
    if (found === 0 && isEmpty) return prepare(connection);
    connection[Symbol.dispose]();
    return "outdated";
  } catch (error) {
    connection[Symbol.dispose]();
    if (isDamage(error)) return "damaged";
    throw error;
  }
}

/** Makes the tables, unless another process does so at this moment. */
function prepare(connection: SqliteConnection): SqliteConnection {
  connection.exec("pragma auto_vacuum = incremental; pragma journal_mode = wal");
  const { schema } = cacheQueries;
  const table = schema
    .createTable("entries")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("used", "integer", (column) => column.notNull())
    .addColumn("data", "blob", (column) => column.notNull())
    .addUniqueConstraint("entry", ["kind", "language", "version", "content"])
    .modifyEnd(sql`strict`);
  connection.inTransaction(() => {
    connection.run(table.compile());
    connection.exec(`pragma user_version = ${SCHEMA}`);
  });
  return connection;
}

/** Of the files in a folder, ascending. */
function generations(directory: HostPath): readonly number[] {
  return readdirSync(directory)
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);
}

/** Where somebody has it open and the system does not let go, a later process removes it. */
function remove(directory: HostPath, generation: number): void {
  for (const ending of ["", "-wal", "-shm"]) {
    try {
      rmSync(`${pathOf(directory, generation)}${ending}`, { force: true });
    } catch {
      return;
    }
  }
}

function pathOf(directory: HostPath, generation: number): HostPath {
  return joinPath(directory, `index-${generation}.sqlite`);
}
