import type { PieceForm } from "../../slicing.ts";
import type { Unit } from "./summary.ts";

/** A piece that is shown. */
export interface RenderedPiece {
  readonly unit: Unit;
  readonly index: number;
  readonly form: PieceForm;
}

/** Writes the text of a piece where it is not as it stands. */
export type PieceText = (piece: RenderedPiece, start: number, end: number) => string;

/** Lines of the pieces of one file, in its order, each in what it stands in. */
export function renderStatements(
  text: string,
  pieces: readonly RenderedPiece[],
  textOf: PieceText = (_, start, end) => text.slice(start, end),
): readonly string[] {
  const below = Map.groupBy(pieces, ({ unit }) => unit.parent);
  const render = (parent: number): readonly string[] => {
    const children = (below.get(parent) ?? []).toSorted(
      (a, b) => a.unit.start - b.unit.start || a.index - b.index,
    );
    return children.flatMap((piece, at) => {
      const space = spaceBefore(children[at - 1], piece, parent === -1);
      return [...Array.from({ length: space }, () => ""), ...renderPiece(piece)];
    });
  };
  const renderPiece = (piece: RenderedPiece): readonly string[] => {
    const { unit, form } = piece;
    const written = (start: number, end: number): string => `${unit.indentation}${textOf(piece, start, end)}`;
    if (unit.kind === "import") return [`${unit.indentation}${textOf(piece, -1, -1) || unit.imported?.text}`];
    if (unit.kind === "block") return renderBlock(piece);
    if (unit.kind === "class" && unit.classFacts !== undefined) {
      const { plainEnd, indentation } = unit.classFacts;
      const hasDocstring = unit.classFacts.hasDocstring && form === "whole";
      const headerEnd = hasDocstring ? unit.classFacts.headerEnd : plainEnd;
      const members = render(piece.index);
      const header = written(unit.start, headerEnd);
      const isWhole = hasDocstring || plainEnd === unit.end;
      if (members.length === 0) return isWhole ? [header] : [header, `${indentation}pass`];
      return [header, ...(hasDocstring ? [""] : []), ...members];
    }
    if (unit.functionFacts !== undefined && form === "signature") {
      const { documentationEnd, indentation } = unit.functionFacts;
      return [written(unit.start, documentationEnd), `${indentation}...`];
    }
    return [written(unit.start, unit.end)];
  };
  const renderBlock = (piece: RenderedPiece): readonly string[] => {
    const { unit } = piece;
    const inside = Map.groupBy(below.get(piece.index) ?? [], (one) => one.unit.clause);
    return (unit.clauses ?? []).flatMap(({ start, end, indentation }, clause) => {
      const header = `${unit.indentation}${textOf(piece, start, end)}`;
      const kept = inside.get(clause) ?? [];
      if (kept.length === 0) return [header, `${indentation}pass`];
      const inOrder = kept.toSorted((a, b) => a.unit.start - b.unit.start || a.index - b.index);
      return [header, ...inOrder.flatMap(renderPiece)];
    });
  };
  return render(-1);
}

/** Blank lines between two pieces: two around definitions at the top, one around those in classes. */
function spaceBefore(before: RenderedPiece | undefined, { unit }: RenderedPiece, isTop: boolean): number {
  if (before === undefined) return 0;
  const isSpaced = (one: Unit): boolean =>
    one.kind === "function" || one.kind === "class" || one.kind === "block";
  if (isSpaced(unit) || isSpaced(before.unit)) return isTop ? 2 : 1;
  return before.unit.kind === "import" && unit.kind !== "import" ? 1 : 0;
}

/** Imports from one module that follow each other become one. */
export function joinImports(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const [, head, name] = /^(\s*from \S+ import )([\w.]+(?: as \w+)?)$/u.exec(line) ?? [];
    const last = joined.at(-1);
    if (head !== undefined && name !== undefined && last?.startsWith(head) === true && !last.endsWith("*"))
      joined[joined.length - 1] = `${last}, ${name}`;
    else joined.push(line);
  }
  return joined;
}
