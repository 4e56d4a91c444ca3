import { estimateTokens, UsageError } from "../../base/index.ts";
import type { CodePlace, SliceFile, SlicePiece } from "../../languages/index.ts";
import { fitSlice, type FittedSlice } from "./fit-slice.ts";
import type { SlicedView } from "./sliced-view.ts";

/** How a slice is wanted. */
export interface SliceOptions {
  /** All classes of objects that the target is given, and what else its inputs name; empty where its text and its callers tell. See `SliceRequest`. */
  readonly given?: readonly string[] | undefined;
  /** Classes of objects that are restored from their state: their constructors are left out where nothing else calls them. */
  readonly givenStates?: readonly string[] | undefined;
  /** Functions and classes that the target is given as they are. */
  readonly givenValues?: readonly string[] | undefined;
  /** See `SliceRequest`. */
  readonly givenTexts?: readonly string[] | undefined;
  /** Most tokens by `estimateTokens`; absent: whatever it takes. */
  readonly budgetTokens?: number | undefined;
  /** Files with paths, or one that needs none of the others. */
  readonly form?: "files" | "one-file";
  /** What becomes of the target's own body: it is shown with what it needs; it is read for what it needs, but not shown; it is as if there were none. */
  readonly body?: "shown" | "read" | "hidden";
}

/** A piece that is left out, or of which only header and documentation are shown. */
export interface LeftOutPiece {
  readonly piece: SlicePiece;
  readonly shown: "signature" | "nothing";
}

/** What a definition needs to run. */
export interface Slice {
  readonly target: CodePlace;
  /** In an order in which they can be loaded, the target's last. */
  readonly files: readonly SliceFile[];
  readonly tokens: number;
  /** Functions, methods, classes, module-level names and class attributes that are shown, nearest first. */
  readonly definitions: readonly SlicePiece[];
  readonly leftOut: readonly LeftOutPiece[];
  /** What it may need beside code; see `CollectedSlice`. */
  readonly notes: readonly string[];
}

/** Cuts out what a definition needs. Throws `UsageError`: `unknown-target`, `not-one-file`. */
export function sliceDefinition(view: SlicedView, target: CodePlace, options: SliceOptions = {}): Slice {
  const { given = [], givenStates = [], givenValues = [], budgetTokens = Infinity } = options;
  const { form = "files", body = "shown" } = options;
  const { path, name } = target;
  const collected = view.slicing.collect(view, {
    path,
    name,
    given,
    givenStates,
    givenValues,
    givenTexts: options.givenTexts,
    isBodyHidden: body === "hidden",
  });
  if (collected === undefined)
    throw new UsageError(
      "unknown-target",
      `Cannot slice "${path}:${name}": the file has no such definition that could be read.`,
    );
  const render = (forms: FittedSlice["forms"]): readonly SliceFile[] => {
    if (form === "files") return collected.renderFiles(forms);
    const one = collected.renderOneFile(forms);
    if (one.status === "rendered") return [{ path, text: one.text }];
    throw new UsageError(
      "not-one-file",
      `Cannot put the slice of "${path}:${name}" into one file: ${one.reason}.`,
      {
        hint: "Ask for files instead.",
      },
    );
  };
  const fitted = fitSlice(collected.pieces, {
    budgetTokens,
    isBodyShown: body === "shown",
    render,
    count: countTokens,
  });
  return {
    target,
    files: fitted.files,
    tokens: countTokens(fitted.files),
    definitions: collected.pieces.filter(
      ({ kind }, index) => fitted.forms.has(index) && kind !== "import" && kind !== "statement",
    ),
    leftOut: fitted.leftOut,
    notes: collected.notes,
  };
}

/** Tokens of the texts of all files together. */
export function countTokens(files: readonly SliceFile[]): number {
  return estimateTokens(files.map(({ text }) => text).join(""));
}
