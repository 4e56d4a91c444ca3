import type { RepositoryPath } from "../../base/index.ts";
import type { CodePlace, FileOutline, LineRange } from "../../languages/index.ts";
import type { CodeQueries } from "../code-index/code-queries.ts";
import type { Slice } from "../slices/slice.ts";
import type { SlicedView } from "../slices/sliced-view.ts";

/** Lines of one file that are shown together. */
export interface FileBlock {
  readonly path: RepositoryPath;
  /** 1-based, of its first line in the file. */
  readonly line: number;
  readonly text: string;
}

/** A repository as whoever writes the target finds it. Everything is read when it is first asked for. */
export interface VisibleRepository {
  /** The target in it. */
  readonly place: CodePlace;
  /** Without the target's body, its near copies and test code. */
  readonly queries: CodeQueries;
  /** Tests that reach the target, the nearest first, without those that tell what is graded and not shown. */
  readonly tests: () => readonly FileBlock[];
  /** `queries.view`, for slices. */
  readonly sliced: SlicedView;
  /** What the hidden body needs, in so many tokens, the body itself left out: what `slice:oracle` shows, and nothing else may ask for. */
  sliceOfAnswer(budgetTokens: number): Slice;
}

/** What a context is made from: the file that a candidate finds, with the target's body cut out, and the repository around it. */
export interface ContextMaterial {
  readonly text: string;
  /** Absent where the file cannot be read as code: then it is text in lines. */
  readonly outline: FileOutline | undefined;
  /** Where the target stands in `text`. */
  readonly target: LineRange;
  /** Most tokens of the context, by `estimateTokens`. It is never exceeded. */
  readonly budgetTokens: number;
  /** Asked for by those contexts alone that show other files. */
  readonly repository: () => VisibleRepository;
}

/** What a model is shown of the code around a target. */
export interface PromptContext {
  /** Lines of files in order, with a comment where lines are left out; empty where nothing is shown. Where other files are shown each begins with its path. */
  readonly text: string;
  readonly tokens: number;
  /** Lines that the budget left out, blank ones not counted, and their tokens. */
  readonly leftOut: { readonly lines: number; readonly tokens: number };
}

/** Makes one sort of context. Depends on its argument alone. */
export type MakeContext = (material: ContextMaterial) => PromptContext;

/** A context that shows nothing. */
export const NO_CONTEXT: PromptContext = { text: "", tokens: 0, leftOut: { lines: 0, tokens: 0 } };
