import type { CodePlace, LanguageWith } from "../../languages/index.ts";
import { CodeQueries } from "../code-index/code-queries.ts";
import type { IndexedView } from "../code-index/indexed-view.ts";
import { sliceDefinition } from "../slices/slice.ts";
import { SlicedView, type SummaryStore } from "../slices/sliced-view.ts";
import type { FileBlock, VisibleRepository } from "./context.ts";

/** The states of a repository that contexts of a target are made from. */
export interface VisibleViews {
  /** Without the target's body, its near copies and test code. */
  readonly visible: IndexedView;
  /** As `VisibleRepository` has them. */
  readonly tests: () => readonly FileBlock[];
  /** With the target's body. */
  readonly answer: IndexedView;
  /** The target in `visible`. */
  readonly place: CodePlace;
  readonly store?: SummaryStore | undefined;
}

/** A repository for contexts. Nothing is read before it is asked for. */
export function openVisible(views: VisibleViews, language: LanguageWith<"slicing">): VisibleRepository {
  const { visible, tests, place, store } = views;
  const queries = new CodeQueries(visible);
  return {
    place,
    queries,
    tests,
    sliced: new SlicedView(visible, language, store),
    sliceOfAnswer: (budgetTokens) =>
      sliceDefinition(new SlicedView(views.answer, language, store), place, {
        budgetTokens,
        body: "read",
      }),
  };
}
