/** What is drawn from: the work of an operator on a line. */
export interface Drawable {
  readonly operator: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * At most `most` valid ones, one by one, each time the first whose operator and line were drawn least so far: no operator and no line goes
 * without while another is drawn twice (as far as they reach). Those that are not valid count for nothing.
 */
export function drawEvenly<Item extends Drawable>(
  items: readonly Item[],
  isValid: (item: Item) => boolean,
  most: number,
): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  const uses = new Map<string | number, number>();
  const weight = ({ operator, line }: Item): number => (uses.get(operator) ?? 0) + (uses.get(line) ?? 0);
  while (drawn.length < most && left.length > 0) {
    const next = left.reduce((best, item) => (weight(item) < weight(best) ? item : best));
    left.splice(left.indexOf(next), 1);
    if (!isValid(next)) continue;
    drawn.push(next);
    uses.set(next.operator, (uses.get(next.operator) ?? 0) + 1);
    uses.set(next.line, (uses.get(next.line) ?? 0) + 1);
  }
  return drawn;
}

/** The 1-based line of an offset. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
