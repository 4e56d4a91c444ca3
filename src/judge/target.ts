import type { Definition, Language } from "../languages/index.ts";
import type { Grader } from "./graders/grader.ts";
import type { EditableTree, Evaluator, TargetLocator } from "./judge.ts";

/** A target in its tree, ready to run: what judging, proving, a repository's tests and the comparison of two bodies begin with. */
export interface TargetInTree {
  readonly language: Language;
  readonly editableTree: EditableTree;
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
  /** The text of the target's file with the reference. */
  readonly originalText: string;
}

/** A target with what completions of it are graded by. */
export interface GradedTarget<G extends Grader> extends TargetInTree {
  readonly evaluator: Evaluator;
  readonly grader: G;
}

/** The same whatever grades it. */
export type JudgedTarget = GradedTarget<Grader>;

/** The target's file with a completion in it. */
export interface EditedFile {
  readonly text: string;
  /** 1-based first and last line of the definition, decorators included. */
  readonly lines: TargetLocator["lines"];
}

/** The target where it stands on these lines of an edited file. */
export function locate(
  { module, definition }: Pick<TargetInTree, "module" | "definition">,
  lines: TargetLocator["lines"],
): TargetLocator {
  return { module, name: definition.name, kind: definition.kind, lines };
}

/** 1-based first and last line of the reference in its file, decorators included. */
export function referenceLines({
  originalText,
  definition,
}: Pick<TargetInTree, "originalText" | "definition">): TargetLocator["lines"] {
  const before = Buffer.from(originalText).subarray(0, definition.spans.whole.start).toString();
  return { start: before.split("\n").length, end: definition.lines.end };
}
