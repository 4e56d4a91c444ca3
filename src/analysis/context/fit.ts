/**
 * What of a file fits a budget. A file is cut into pieces that are shown whole or not at all; a piece may need others above it (the
 * members of a class need its header). Pieces are taken in an order of importance, each with what it needs, as long as they fit; one that
 * does not is passed over for the smaller ones behind it. They are shown in the order of the file.
 */
import { CHARACTERS_PER_TOKEN, estimateTokens } from "../../base/index.ts";
import type { PromptContext } from "./context.ts";

/** Lines that are shown together. */
export interface Piece {
  readonly lines: readonly string[];
  /** A piece without which this one is not shown. */
  readonly parent: Piece | undefined;
}

/** Characters that a mark for left-out lines may take, its indentation not counted. */
const MARK_CHARACTERS = 28;

/** Shows the most important pieces. `pieces` in the order of the file, `byImportance` those to choose from in theirs. */
export function fitPieces(
  pieces: readonly Piece[],
  byImportance: readonly Piece[],
  budgetTokens: number,
  lineComment: string,
): PromptContext {
  const whole = render(pieces, new Set(pieces), lineComment);
  if (whole.tokens <= budgetTokens) return whole;
  const mark = MARK_CHARACTERS + Math.max(...pieces.map(({ lines }) => indentationOf(lines).length));
  const allowed = budgetTokens * CHARACTERS_PER_TOKEN;
  let chosen: ReadonlySet<Piece> = new Set();
  let characters = 0;
  for (const piece of byImportance) {
    const added = withParents(piece).filter((each) => !chosen.has(each));
    const more = added.reduce((sum, { lines }) => sum + charactersOf(lines), characters);
    const next = new Set([...chosen, ...added]);
    if (more + mark * countGaps(pieces, next) > allowed) continue;
    chosen = next;
    characters = more;
  }
  return chosen.size === 0 ? nothingOf(whole, pieces) : render(pieces, chosen, lineComment);
}

/** True where a piece and what it needs fit a budget, with marks before and after each. */
export function fits(piece: Piece, budgetTokens: number): boolean {
  const all = withParents(piece);
  const text = all.reduce((sum, { lines }) => sum + charactersOf(lines), 0);
  const mark = MARK_CHARACTERS + indentationOf(piece.lines).length;
  return text + mark * (all.length + 1) <= budgetTokens * CHARACTERS_PER_TOKEN;
}

function withParents(piece: Piece): readonly Piece[] {
  return piece.parent === undefined ? [piece] : [piece, ...withParents(piece.parent)];
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Places where something is left out. */
function countGaps(pieces: readonly Piece[], chosen: ReadonlySet<Piece>): number {
  let gaps = 0;
  let wasShown = true;
  for (const piece of pieces) {
    const isShown = chosen.has(piece);
    if (wasShown && !isShown) gaps++;
    wasShown = isShown;
  }
  return gaps;
}

function indentationOf(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  return /^\s*/.exec(first)?.[0] ?? "";
}

function render(pieces: readonly Piece[], chosen: ReadonlySet<Piece>, lineComment: string): PromptContext {
  const shown: string[] = [];
  const leftOut: string[] = [];
  const comment = lineComment === "" ? "" : `${lineComment} `;
  let missing = 0;
  const mark = (indentation: string): void => {
    if (missing > 0)
      shown.push(`${indentation}${comment}… ${missing} ${missing === 1 ? "line" : "lines"} left out`);
    missing = 0;
  };
  for (const piece of pieces) {
    if (chosen.has(piece)) {
      mark(indentationOf(piece.lines));
      shown.push(...piece.lines);
    } else {
      missing += countLines(piece.lines);
      leftOut.push(...piece.lines);
    }
  }
  mark("");
  const text = shown.join("\n").replace(/^\n+/, "").trimEnd();
  return { text, tokens: estimateTokens(text), leftOut: describeLeftOut(leftOut) };
}

function nothingOf(whole: PromptContext, pieces: readonly Piece[]): PromptContext {
  return { ...whole, text: "", tokens: 0, leftOut: describeLeftOut(pieces.flatMap(({ lines }) => lines)) };
}

function describeLeftOut(lines: readonly string[]): PromptContext["leftOut"] {
  return { lines: countLines(lines), tokens: estimateTokens(lines.map((line) => `${line}\n`).join("")) };
}

function countLines(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== "").length;
}
