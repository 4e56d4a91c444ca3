import { applyEdits, DioramaError, lineOfByte } from "../base/index.ts";
import { editDefinition, type Definition, type Language, type SpliceOutcome } from "../languages/index.ts";
import type { Grader } from "./graders/grader.ts";
import type { EditableTree, EditedTexts, Evaluator, TargetLocator } from "./judge.ts";

/** A target in its tree, ready to run: what judging, proving, a repository's tests and the comparison of two bodies begin with. */
export interface TargetInTree {
  readonly language: Language;
  readonly editableTree: EditableTree;
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
  /** The text of the target's file with the reference. */
  readonly originalText: string;
  /** The texts of other files in which completions fill spans, with the reference; absent where there are none. */
  readonly otherFiles?: EditedTexts["otherFiles"];
  /** How a completion fills the spans that were masked, of whichever of these files. Absent: it writes the definition. */
  readonly fill?: (completion: string) => SpliceOutcome;
}

/** A target with what completions of it are graded by. */
export interface GradedTarget<G extends Grader> extends TargetInTree {
  readonly evaluator: Evaluator;
  readonly grader: G;
}

/** The same whatever grades it. */
export type JudgedTarget = GradedTarget<Grader>;

/** The target's file, and the others, with a completion in them. */
export interface EditedFile extends EditedTexts {
  /** 1-based first and last line of the definition, decorators included. */
  readonly lines: TargetLocator["lines"];
}

/** The text of the lines that a definition has in an edited file. */
export function editedDefinition({ fileText, lines: { start, end } }: EditedFile): string {
  return fileText
    .split("\n")
    .slice(start - 1, end)
    .join("\n");
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
  return { start: lineOfByte(originalText, definition.spans.whole.start), end: definition.lines.end };
}

/** The files with the reference in them. */
export function referenceFile(target: EditedTarget): EditedFile {
  const { originalText, otherFiles } = target;
  return { fileText: originalText, otherFiles, lines: referenceLines(target) };
}

type EditedTarget = Pick<TargetInTree, "language" | "definition" | "originalText" | "otherFiles" | "fill">;

/** The files that a completion makes, or why it makes none. */
export type EditOutcome =
  | Extract<SpliceOutcome, { status: "refused" }>
  | ({ readonly status: "spliced" } & EditedFile);

/** Puts a completion into the target's files, without running anything. Throws `bug` for an edit of another file. */
export function editTarget(target: EditedTarget, completion: string): EditOutcome {
  const { language, definition, originalText, otherFiles = {} } = target;
  const outcome = target.fill?.(completion) ?? language.editing.splice(originalText, definition, completion);
  if (outcome.status === "refused") return outcome;
  const edits = Map.groupBy(outcome.edits, ({ path }) => path);
  const { text, lines } = editDefinition(originalText, definition, edits.get(definition.path) ?? []);
  const others = Object.entries(otherFiles).map(([path, original]) => [
    path,
    applyEdits(original, edits.get(path) ?? []),
  ]);
  const stray = [...edits.keys()].find(
    (path) => path !== definition.path && !Object.hasOwn(otherFiles, path),
  );
  if (stray !== undefined)
    throw new DioramaError(
      "bug",
      `A completion for "${definition.name}" edits ${stray}, which is not the candidate's.`,
    );
  return {
    status: "spliced",
    fileText: text,
    lines,
    ...(target.otherFiles && { otherFiles: Object.fromEntries(others) }),
  };
}
