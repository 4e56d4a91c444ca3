import type { CodePlace, ImportedSymbol } from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";
import type { DeclarationTable } from "./declaration-table.ts";

/** A way to bring in a name, as a file of the repository does. */
export interface WrittenImport extends Pick<ImportedSymbol, "module" | "imported" | "isTypeOnly"> {
  /** The statement. */
  readonly statement: string;
  /** How many statements of the repository bring it in so. */
  readonly uses: number;
  /** The first of them. */
  readonly at: { readonly path: string; readonly line: number };
}

/** What a name that nothing defines could mean. */
export interface PossibleImports {
  /** Declarations of that name that stand at the top of files and are no tests. */
  readonly declared: readonly CodePlace[];
  /** How other files bring in something of that name, the commonest first. */
  readonly written: readonly WrittenImport[];
}

/** Where a name could come from, in any file. */
export function findPossibleImports(name: string, view: CodeView, table: DeclarationTable): PossibleImports {
  const declared = table
    .named(name)
    .filter(({ parent, declaration }) => parent === undefined && !declaration.isTest)
    .map(({ place }) => place);
  const found = view.paths.flatMap((path) =>
    (view.structure(path)?.imports ?? [])
      .filter(({ local }) => local === name)
      .map((symbol) => ({ path, symbol })),
  );
  const alike = Map.groupBy(found, ({ symbol }) => JSON.stringify([symbol.module, symbol.imported]));
  const written = [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { path, symbol } = first;
    const { module, imported, isTypeOnly, line, span } = symbol;
    const statement = Buffer.from(view.text(path) ?? "").toString("utf8", span.start, span.end);
    return [{ module, imported, isTypeOnly, statement, uses: same.length, at: { path, line } }];
  });
  return { declared, written: written.toSorted((one, other) => other.uses - one.uses) };
}
