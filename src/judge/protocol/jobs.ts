import type { CaseRecipe, OutputKind, TestKey } from "../../spec/index.ts";
import type { EditableTree, EditedTexts, MaskedFile, SeriesRun, TargetLocator } from "../judge.ts";

/*
 * What follows the edited file in a job's payload: JSON of one of these shapes, or the bare word of a kind that has no fields. Seconds are of
 * CPU time, `lines` 1-based and inclusive in the job's file. docs/protocol.md says what each is answered with.
 */

/** What a stem keeps (`keep`): the file that the solvers of one task see, and the target in it. */
export interface KeepMessage extends Pick<MaskedFile, "text"> {
  readonly target: TargetLocator;
}

/** What comes with the edited file. */
interface WithOtherFiles {
  /** Texts of the set-up's further files, in their order; absent where there are none, or nothing is imported. */
  readonly other_files?: readonly string[];
}

/** The texts of a job's further files as its message has them. */
export function otherFilesOf({
  editableTree,
  otherFiles = {},
}: Pick<EditedTexts, "otherFiles"> & { readonly editableTree: EditableTree }): WithOtherFiles {
  const { otherFiles: paths = [] } = editableTree;
  return paths.length === 0 ? {} : { other_files: paths.map((path) => otherFiles[path] ?? "") };
}

interface Cases extends WithOtherFiles {
  readonly target: TargetLocator;
  /** The target's lines in the resident original, whose code gets the edited one's; null: the file is imported. */
  readonly resident_lines: TargetLocator["lines"] | null;
  readonly wants_digest: boolean;
  /** A case past it is the last. */
  readonly case_cpu_seconds: number;
  /** What of the calls' output is observed. */
  readonly output: readonly OutputKind[];
  readonly cases: readonly { readonly id: string; readonly recipe: CaseRecipe }[];
}

/** One file over a suite. */
export interface EvaluateMessage extends Cases {
  readonly kind: "evaluate";
  readonly trace_arcs: boolean;
  /** Beside arcs which way each condition went; see `CaseResult`. */
  readonly trace_conditions: boolean;
}

/** Several bodies of our own over a suite; see `SeriesJob`. */
export interface SeriesMessage extends Cases {
  readonly kind: "series";
  /** A case is cut off after it. */
  readonly kill_cpu_seconds: number;
  readonly is_apart: boolean;
  readonly is_checked: boolean;
  readonly runs: readonly {
    readonly body: SeriesRun["edited"] | null;
    readonly groups: SeriesRun["groups"];
  }[];
}

/** Selected tests of the repository, or (`probe-tests`) what running them loads; see `TestJob`. */
export interface TestsMessage extends WithOtherFiles {
  readonly kind: "tests" | "probe-tests";
  readonly framework: string;
  /** Prepared sources by path, as `prepare-tests` gave them, and where the tree was then. */
  readonly codes: Readonly<Record<string, string>>;
  readonly codes_tree: string;
  readonly files: readonly string[];
  readonly arguments: readonly string[];
  /** Null: what the environment has. */
  readonly plugins: readonly string[] | null;
  /** Empty: all that are found. */
  readonly order: readonly TestKey[];
  readonly test_cpu_seconds: number;
  /** Whether what was found is told. */
  readonly lists: boolean;
  readonly trace_lines: boolean;
}

/** Test sources to prepare, and what to cut out of them; see `Cutting`. */
export interface PrepareTestsMessage {
  readonly kind: "prepare-tests";
  readonly sources: Readonly<Record<string, string>>;
  readonly cuts: boolean;
  readonly native: readonly number[];
  readonly blind: readonly { readonly site: number; readonly place: number }[];
  readonly collected: readonly string[];
  readonly selected: readonly string[];
}

/** Jobs that ask about our own text of a file, and are answered with `findings`. */
export type Question =
  | PrepareTestsMessage
  | (TestsMessage & { readonly kind: "probe-tests" })
  | ({ readonly kind: "probe" | "patterns"; readonly target: TargetLocator } & WithOtherFiles)
  | { readonly kind: "coverage"; readonly lines: TargetLocator["lines"] };

/** A whole program to run: its text is the file. The only kind without fields, and the only one whose file is not laid into the tree. */
export const PROGRAM_MESSAGE = "program";
