import type { ByteSpan } from "../spec/index.ts";
import type { Declaration, ExportedSymbol, FileStructure, ImportedSymbol } from "./structure.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax-tree.ts";
import { byteOffsets, lastAtMost, lineStarts } from "./text-offsets.ts";

/** A stretch of a text in UTF-16 code units, `[start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

type SpanName = keyof Declaration["spans"];

/** A declaration as it is read from a tree, with places in code units. */
export interface DeclarationDraft
  extends
    Pick<Declaration, "name" | "kind" | "parent">,
    Partial<Pick<Declaration, "parameters" | "type" | "decorators" | "modifiers" | "bases" | "isTest">> {
  /** Of `def`, `class` or the name. */
  readonly lineAt: number;
  readonly spans: { readonly [Name in "whole" | "header" | "name"]: TextSpan } & {
    readonly [Name in Exclude<SpanName, "whole" | "header" | "name">]?: TextSpan | undefined;
  };
}

/** Where a node stands among declarations. */
export interface DeclarationScope {
  /** The declaration that it stands in. */
  readonly parent: number | undefined;
  /** What declarations in it are named after; empty at the top of a file. */
  readonly prefix: string;
}

/** The qualified name of what is called this in a scope. */
export function qualify({ prefix }: DeclarationScope, name: string): string {
  return prefix === "" ? name : `${prefix}.${name}`;
}

type Draft<Symbol extends { readonly line: number }> = Omit<Symbol, "line" | "span"> & {
  readonly at: TextSpan;
};

/** What reading a tree finds, from top to bottom; a declaration comes after the one that it stands in. */
export interface StructureDraft {
  readonly text: string;
  readonly declarations: DeclarationDraft[];
  readonly imports: Draft<ImportedSymbol>[];
  readonly exports: Draft<ExportedSymbol>[];
}

/** Reads a tree into a structure, with `find` to say what stands in it; a tree that was refused has nothing. */
export function readStructure(
  text: string,
  tree: SyntaxTree,
  find: (root: SyntaxNode, draft: StructureDraft) => void,
): FileStructure {
  if (tree.status === "refused")
    return { declarations: [], imports: [], exports: [], syntaxErrorLines: [], refused: tree.reason };
  const draft: StructureDraft = { text, declarations: [], imports: [], exports: [] };
  find(tree.root, draft);
  const places = placesOf(text);
  const errorLines = new Set(tree.errors.map(({ start }) => places.lineOf(start)));
  return {
    declarations: inOrder(draft.declarations).map((one) => finishDeclaration(one, places)),
    imports: draft.imports.map(({ at, ...symbol }) => ({
      ...symbol,
      line: places.lineOf(at.start),
      span: places.spanOf(at),
    })),
    exports: draft.exports.map(({ at, ...symbol }) => ({ ...symbol, line: places.lineOf(at.start) })),
    syntaxErrorLines: [...errorLines].sort((a, b) => a - b),
  };
}

/** From top to bottom, what stands in another after it. */
function inOrder(drafts: readonly DeclarationDraft[]): readonly DeclarationDraft[] {
  const isBefore = (
    { spans: { whole: one } }: DeclarationDraft,
    { spans: { whole: other } }: DeclarationDraft,
  ): number => one.start - other.start || other.end - one.end;
  if (drafts.every((draft, index) => index === 0 || isBefore(drafts[index - 1] ?? draft, draft) <= 0))
    return drafts;
  const order = [...drafts.keys()].sort((one, other) => {
    const [first, second] = [drafts[one], drafts[other]];
    return (first !== undefined && second !== undefined && isBefore(first, second)) || one - other;
  });
  const places = new Map(order.map((from, to) => [from, to]));
  return order.flatMap((from) => {
    const draft = drafts[from];
    return draft === undefined
      ? []
      : [{ ...draft, parent: draft.parent === undefined ? undefined : places.get(draft.parent) }];
  });
}

/** Turns places of a text into bytes and lines. */
interface TextPlaces {
  readonly spanOf: (span: TextSpan) => ByteSpan;
  /** 1-based. */
  readonly lineOf: (index: number) => number;
}

function placesOf(text: string): TextPlaces {
  const bytes = byteOffsets(text);
  const starts = lineStarts(text);
  return {
    spanOf: ({ start, end }) => ({ start: bytes?.[start] ?? start, end: bytes?.[end] ?? end }),
    lineOf: (index) => lastAtMost(starts, index) + 1,
  };
}

function finishDeclaration(draft: DeclarationDraft, { spanOf, lineOf }: TextPlaces): Declaration {
  const { spans } = draft;
  const optional = (span: TextSpan | undefined): ByteSpan | undefined => span && spanOf(span);
  return {
    name: draft.name,
    kind: draft.kind,
    parent: draft.parent,
    line: lineOf(draft.lineAt),
    spans: {
      whole: spanOf(spans.whole),
      header: spanOf(spans.header),
      name: spanOf(spans.name),
      parameters: optional(spans.parameters),
      documentation: optional(spans.documentation),
      body: optional(spans.body),
    },
    parameters: draft.parameters ?? [],
    type: draft.type,
    decorators: draft.decorators ?? [],
    modifiers: draft.modifiers ?? [],
    bases: draft.bases ?? [],
    isTest: draft.isTest ?? false,
  };
}
