import type { RepositoryPath } from "../../base/index.ts";
import { maskSpans, type EditRecord } from "../../spec/index.ts";
import type { IndexedView, Overlay } from "./indexed-view.ts";

/** What a solver does not see. */
export interface Hidden {
  /** What stands elsewhere: the target and its twins. No two overlap. */
  readonly edits?: readonly EditRecord[];
  /** Files that are left out: tests, as a rule. */
  readonly leftOut?: Iterable<RepositoryPath>;
}

/** A view of what a solver sees. Edits of files that are not in the view change nothing. */
export function maskView(view: IndexedView, { edits = [], leftOut = [] }: Hidden): IndexedView {
  const changes = new Map<RepositoryPath, string | undefined>();
  for (const [path, own] of Map.groupBy(edits, (edit) => edit.path)) {
    const text = view.text(path);
    if (text !== undefined) changes.set(path, maskSpans(text, own));
  }
  for (const path of leftOut) changes.set(path, undefined);
  return view.overlay(changes satisfies Overlay);
}
