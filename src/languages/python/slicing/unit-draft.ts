import type { SourceText } from "../source-text.ts";
import type { SyntaxNode } from "../syntax-tree.ts";
import { storesIn } from "./scopes.ts";
import type { CodeUses, Unit } from "./summary.ts";

/** A piece while its file is read. */
export type UnitDraft = { -readonly [Key in keyof Unit]: Unit[Key] };

/** Where statements stand. */
export interface Place {
  readonly parent: number;
  readonly clause: number;
  readonly owner: number;
  /** Qualified name of the class. */
  readonly className: string;
  readonly never: Unit["never"];
}

/** What reading pieces of a file shares. */
export interface UnitReading {
  readonly source: SourceText;
  readonly units: UnitDraft[];
  /** Adds the pieces of statements that stand in one place. */
  readonly readStatements: (statements: readonly SyntaxNode[], place: Place) => void;
}

const NO_USES: CodeUses = {
  names: [],
  members: [],
  implicit: [],
  texts: [],
  imports: [],
  isDynamic: false,
  changes: [],
};

/** Adds one piece and gives its index. */
export function add(
  { source, units }: UnitReading,
  statement: SyntaxNode,
  { parent, clause, owner, never }: Place,
  facts: Pick<UnitDraft, "kind" | "name"> & Partial<UnitDraft>,
): number {
  const end = statement.start + source.text.slice(statement.start, statement.end).trimEnd().length;
  units.push({
    parent,
    clause,
    owner,
    start: statement.start,
    end,
    line: source.lineAt(statement.start),
    lastLine: source.lineAt(end),
    indentation: source.indentationAt(statement.start),
    binds: [],
    stores: kindHasParts(facts.kind) ? [] : [...storesIn(statement, source.text)],
    touches: [],
    decorators: [],
    now: NO_USES,
    later: undefined,
    ...(never === undefined ? {} : { never }),
    ...facts,
  });
  return units.length - 1;
}

function kindHasParts(kind: Unit["kind"]): boolean {
  return kind === "block" || kind === "import";
}
