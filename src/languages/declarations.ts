import type { ByteSpan } from "../spec/index.ts";
import type { Declaration, FileStructure } from "./structure.ts";
import { byteOffsets, lastAtMost, lineStarts } from "./text-offsets.ts";

/** A stretch of a text in UTF-16 code units, `[start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A declaration as it is read: its own name, places in code units. */
export interface DeclarationDraft extends Partial<
  Omit<Declaration, "name" | "kind" | "parent" | "line" | "spans">
> {
  readonly ownName: string;
  readonly kind: Declaration["kind"];
  readonly parent: number | undefined;
  /** Of `def`, `class` or the name. */
  readonly lineAt: number;
  readonly spans: Pick<
    { readonly [Name in keyof Declaration["spans"]]: TextSpan },
    "whole" | "header" | "name"
  > & {
    readonly [Name in keyof Declaration["spans"]]?: TextSpan | undefined;
  };
}

/** What a file that cannot be read has. */
export function refusedStructure(refused: string): FileStructure {
  return { declarations: [], imports: [], exports: [], syntaxErrorLines: [], refused };
}

/** Turns places of a text into bytes and lines. */
export interface TextPlaces {
  readonly text: string;
  spanOf(span: TextSpan): ByteSpan;
  /** 1-based. */
  lineOf(index: number): number;
}

/** Indexes a text once. */
export function placesOf(text: string): TextPlaces {
  const bytes = byteOffsets(text);
  const starts = lineStarts(text);
  return {
    text,
    spanOf: ({ start, end }) => ({ start: bytes?.[start] ?? start, end: bytes?.[end] ?? end }),
    lineOf: (index) => lastAtMost(starts, index) + 1,
  };
}

/** Declarations with qualified names and places in bytes; a draft comes after the one that it stands in. */
export function finishDeclarations(
  drafts: readonly DeclarationDraft[],
  { spanOf, lineOf }: TextPlaces,
): readonly Declaration[] {
  const finished: Declaration[] = [];
  for (const draft of drafts) {
    const { ownName, kind, parent, lineAt, spans } = draft;
    const around = parent === undefined ? undefined : finished[parent];
    const optional = (span: TextSpan | undefined): ByteSpan | undefined => span && spanOf(span);
    finished.push({
      name: around === undefined ? ownName : `${around.name}.${ownName}`,
      kind,
      parent,
      line: lineOf(lineAt),
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
    });
  }
  return finished;
}
