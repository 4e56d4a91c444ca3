/**
 * What of a slice is left out where it does not fit. What a reader needs to see of a piece falls with the distance from the target: of what the
 * target itself calls the behaviour, of what that calls only that it is there. So first the bodies of functions and the documentation of classes go, farthest and longest
 * first, and with each body whatever only it needs; headers and what functions document stay, for they say what a call gives. Then whole pieces go in the same order, then the body
 * of the target, then the target.
 */
import type { PieceForm, SliceFile, SlicePiece } from "../../languages/index.ts";

/** What fitting takes. */
export interface Fitting {
  readonly budgetTokens: number;
  /** False where the body of the target is not shown in any case. */
  readonly isBodyShown: boolean;
  readonly render: (forms: ReadonlyMap<number, PieceForm>) => readonly SliceFile[];
  readonly count: (files: readonly SliceFile[]) => number;
}

/** A slice that fits. */
export interface FittedSlice {
  readonly forms: ReadonlyMap<number, PieceForm>;
  readonly files: readonly SliceFile[];
  readonly leftOut: readonly { readonly piece: SlicePiece; readonly shown: "signature" | "nothing" }[];
}

interface Cut {
  readonly index: number;
  readonly to: "signature" | "nothing";
}

/** Leaves out as little as it must. The first piece is the target. */
export function fitSlice(pieces: readonly SlicePiece[], fitting: Fitting): FittedSlice {
  const cuts = orderCuts(pieces);
  const attempt = (made: number): FittedSlice => {
    const forms = formsAfter(pieces, cuts.slice(0, made), fitting.isBodyShown);
    return { forms, files: forms.size === 0 ? [] : fitting.render(forms), leftOut: leftOut(pieces, forms) };
  };
  const fits = ({ files }: FittedSlice): boolean => fitting.count(files) <= fitting.budgetTokens;
  const whole = attempt(0);
  if (fits(whole)) return whole;
  let [low, high] = [0, cuts.length];
  let best = attempt(high);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const tried = attempt(middle);
    if (fits(tried)) [high, best] = [middle, tried];
    else low = middle;
  }
  return best;
}

/** In the order in which they are made. */
function orderCuts(pieces: readonly SlicePiece[]): readonly Cut[] {
  const around = new Set<number>();
  for (let at = pieces[0]?.parent; at !== undefined; at = pieces[at]?.parent) around.add(at);
  const farthest = [...pieces.keys()]
    .slice(1)
    .filter((index) => pieces[index]?.kind !== "import")
    .toSorted((a, b) => {
      const [one, other] = [pieces[a], pieces[b]];
      return (other?.distance ?? 0) - (one?.distance ?? 0) || (other?.length ?? 0) - (one?.length ?? 0);
    });
  const isShortened = (index: number): boolean => pieces[index]?.signatureLength !== undefined;
  return [
    ...farthest.filter(isShortened).map((index): Cut => ({ index, to: "signature" })),
    ...farthest.filter((index) => !around.has(index)).map((index): Cut => ({ index, to: "nothing" })),
    { index: 0, to: "signature" },
    { index: 0, to: "nothing" },
  ];
}

/**
 * What is shown after some cuts: what the target leads to through what is shown whole, each in what it stands in. What a file needs to load stays with what
 * needs it, functions with all that they call.
 */
function formsAfter(
  pieces: readonly SlicePiece[],
  cuts: readonly Cut[],
  isBodyShown: boolean,
): ReadonlyMap<number, PieceForm> {
  const cutTo = new Map(cuts.map(({ index, to }) => [index, to]));
  if (!isBodyShown && !cutTo.has(0)) cutTo.set(0, "signature");
  const forms = new Map<number, PieceForm>();
  const loaded = new Set<number>();
  const waiting: { readonly index: number; readonly isLoaded: boolean }[] = [{ index: 0, isLoaded: false }];
  const add = (indexes: readonly number[], isLoaded: boolean): void =>
    void waiting.push(...indexes.map((index) => ({ index, isLoaded })));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { index, isLoaded } = next;
    const piece = pieces[index];
    if (piece === undefined || (isLoaded ? loaded.has(index) : forms.has(index))) continue;
    const cut = cutTo.get(index);
    if (!isLoaded && (cut === "nothing" || isGone(pieces, index, cutTo))) continue;
    if (isLoaded) loaded.add(index);
    const isFunction = piece.kind === "function" || piece.kind === "method";
    const isWhole =
      cut === undefined ||
      forms.get(index) === "whole" ||
      (isLoaded && piece.kind !== "class" && index !== 0);
    forms.set(index, isWhole ? "whole" : "signature");
    if (piece.parent !== undefined) add([piece.parent], isLoaded);
    add(piece.loads, true);
    if (isLoaded && (isFunction || piece.kind === "import")) add(piece.needs, true);
    else if (isWhole || index === 0 || piece.kind === "class") add(piece.needs, false);
  }
  return withoutEmptyImports(pieces, forms);
}

/** Imports of what is left out go, too. */
function withoutEmptyImports(
  pieces: readonly SlicePiece[],
  forms: Map<number, PieceForm>,
): ReadonlyMap<number, PieceForm> {
  const isEmpty = (index: number): boolean => {
    const { kind, needs } = pieces[index] ?? { kind: "statement", needs: [] };
    return kind === "import" && needs.length > 0 && !needs.some((one) => forms.has(one));
  };
  for (
    let gone = [...forms.keys()].filter(isEmpty);
    gone.length > 0;
    gone = [...forms.keys()].filter(isEmpty)
  )
    for (const index of gone) forms.delete(index);
  return forms;
}

/** True where something that it stands in is left out. */
function isGone(
  pieces: readonly SlicePiece[],
  index: number,
  cutTo: ReadonlyMap<number, Cut["to"]>,
): boolean {
  for (let at: number | undefined = pieces[index]?.parent; at !== undefined; at = pieces[at]?.parent)
    if (cutTo.get(at) === "nothing" && at !== 0) return true;
  return false;
}

function leftOut(
  pieces: readonly SlicePiece[],
  forms: ReadonlyMap<number, PieceForm>,
): FittedSlice["leftOut"] {
  return pieces.flatMap((piece, index) => {
    const form = forms.get(index);
    if (form === "whole" || piece.kind === "import") return [];
    return [{ piece, shown: form ?? "nothing" } as const];
  });
}
