/**
 * Code like a given text, by BM25 over the words of declarations (Robertson and Zaragoza 2009, as SQLite's FTS5 computes it). Identifiers are split at
 * case and underscores. Classes count with what they hold beside their members' bodies, so that no text is found twice.
 */
import { sql } from "kysely";

import type { RepositoryPath } from "../../base/index.ts";
import type { CodeView } from "../code-view.ts";
import { DeclarationTable, isCallable, isTypeDeclaration, type DeclaredCode } from "./declaration-table.ts";
import { createQueryBuilder, SqliteConnection } from "./sqlite.ts";

/** A declaration that is like a text. */
export interface SimilarDeclaration extends DeclaredCode {
  /** Higher is more alike; of use within one answer alone. */
  readonly score: number;
}

/** What is asked of similar code. */
export interface SimilarQuery {
  readonly text: string;
  /** No more than these. */
  readonly most: number;
  /** An overlay of the view that the search was made for: what it hides neither is found nor changes the order of what is. */
  readonly within?: CodeView;
}

interface WordsTable {
  readonly rowid: number;
  readonly words: string;
}

/** Distinct words of a text that are looked for: longer texts are told by their beginning. */
const MOST_WORDS = 256;

const queries = createQueryBuilder<{ code: WordsTable }>();
const insertRow = queries.insertInto("code").values({ rowid: 0, words: "" }).compile();
const deleteRow = queries.deleteFrom("code").where("rowid", "=", 0).compile();

/** The declarations of a view by their words, in memory. Dispose it. */
export class SimilarCode implements Disposable {
  readonly #view: CodeView;
  readonly #connection = new SqliteConnection(":memory:");
  readonly #rows: DeclaredCode[] = [];
  readonly #byPath: ReadonlyMap<RepositoryPath, readonly number[]>;

  constructor(view: CodeView) {
    this.#view = view;
    this.#connection.exec("create virtual table code using fts5(words, tokenize='ascii')");
    const table = new DeclarationTable(view);
    this.#connection.inTransaction(() => this.#add(view, table));
    const numbered = this.#rows.map((row, number) => ({ path: row.place.path, number }));
    const groups = Map.groupBy(numbered, ({ path }) => path);
    this.#byPath = new Map([...groups].map(([path, rows]) => [path, rows.map(({ number }) => number)]));
  }

  /** The likest declarations, those first that share more and rarer words. */
  find({ text, most, within = this.#view }: SimilarQuery): readonly SimilarDeclaration[] {
    const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS);
    if (words.length === 0) return [];
    return within === this.#view ? this.#search(words, most) : this.#searchOverlay(words, most, within);
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  /** The overlay's rows stand in the place of the view's while the search goes on. */
  #searchOverlay(words: readonly string[], most: number, overlay: CodeView): readonly SimilarDeclaration[] {
    const paths = new Set([...this.#view.paths, ...overlay.paths]);
    const changed = [...paths].filter((path) => this.#view.text(path) !== overlay.text(path));
    const length = this.#rows.length;
    this.#connection.exec("begin");
    try {
      for (const number of changed.flatMap((path) => this.#byPath.get(path) ?? []))
        this.#connection.run({ ...deleteRow, parameters: [number] });
      this.#add(overlay, new DeclarationTable(overlay, changed));
      return this.#search(words, most);
    } finally {
      this.#connection.exec("rollback");
      this.#rows.length = length;
    }
  }

  #search(words: readonly string[], most: number): readonly SimilarDeclaration[] {
    const asked = words.map((word) => `"${word}"`).join(" OR ");
    const rows = this.#connection.all(
      sql<{
        rowid: number;
        rank: number;
      }>`select rowid, rank from code where code match ${asked} order by rank, rowid limit ${most}`.compile(
        queries,
      ),
    );
    return rows.flatMap(({ rowid, rank }) => {
      const row = this.#rows[rowid];
      return row === undefined ? [] : [{ ...row, score: -rank }];
    });
  }

  #add(view: CodeView, table: DeclarationTable): void {
    let path: RepositoryPath | undefined;
    let bytes = Buffer.alloc(0);
    for (const row of table.all) {
      if (!isCallable(row.declaration) && !isTypeDeclaration(row.declaration)) continue;
      if (row.place.path !== path) {
        path = row.place.path;
        bytes = Buffer.from(view.text(path) ?? "");
      }
      const words = wordsOf(ownText(bytes, row, table)).join(" ");
      const rowid = this.#rows.push(row) - 1;
      this.#connection.run({ ...insertRow, parameters: [rowid, words] });
    }
  }
}

/** A declaration's text; a class's without the bodies of what is called on it. */
function ownText(bytes: Buffer, row: DeclaredCode, table: DeclarationTable): string {
  const { whole } = row.declaration.spans;
  const members = isTypeDeclaration(row.declaration) ? table.membersOf(row) : [];
  let start = whole.start;
  let text = "";
  for (const { declaration } of members) {
    const { body } = declaration.spans;
    if (
      body === undefined ||
      body.start < start ||
      !(isCallable(declaration) || isTypeDeclaration(declaration))
    )
      continue;
    text += `${bytes.toString("utf8", start, body.start)}\n`;
    start = body.end;
  }
  return text + bytes.toString("utf8", start, whole.end);
}

/** The words of a text in lower case, identifiers split at underscores and where case changes. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+|\p{L}/gu) ?? []).map((word) =>
    word.toLowerCase(),
  );
}
