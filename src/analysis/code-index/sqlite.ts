import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
} from "kysely";

/**
 * Something that builds queries over some tables and runs none: queries of code are asked for in the middle of work that does not wait, so they
 * are compiled here and run at once by `SqliteConnection`, where kysely's own drivers give promises.
 */
export function createQueryBuilder<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (builder) => new SqliteIntrospector(builder),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** An open SQLite database. Dispose it. What SQLite refuses is thrown as Node does, with `errcode`. */
export class SqliteConnection implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** `path` of a file, or `:memory:`. Another process's writing is waited for at most `busyTimeoutMs`. */
  constructor(path: string, busyTimeoutMs: number = 0) {
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  }

  /** Statements that are not queries. */
  exec(statements: string): void {
    this.#database.exec(statements);
  }

  /** The number that a pragma has. */
  pragma(name: string): number {
    const row = this.#database.prepare(`pragma ${name}`).get() ?? {};
    return Number(Object.values(row)[0]);
  }

  all<Row>({ sql, parameters }: CompiledQuery<Row>): readonly Row[] {
    const rows: readonly unknown[] = this.#prepare(sql).all(...(parameters as readonly SQLInputValue[]));
    return rows as readonly Row[];
  }

  run({ sql, parameters }: CompiledQuery): void {
    this.#prepare(sql).run(...(parameters as readonly SQLInputValue[]));
  }

  /** All of it or nothing: what `work` throws takes it back. The database is locked for writing from the start. */
  inTransaction<R>(work: () => R): R {
    this.exec("begin immediate");
    try {
      const result = work();
      this.exec("commit");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.exec("rollback");
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
