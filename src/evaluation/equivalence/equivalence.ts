import type { Logger } from "../../base/index.ts";
import type { Difference } from "../../judge/index.ts";
import type { CaseRecipe } from "../../spec/index.ts";

/** Where the two versions of a function belong: a file that needs the standard library alone, or the target of a task in its environment. */
export type EquivalenceSubject =
  | {
      readonly kind: "source";
      /** The whole file; it defines the function. */
      readonly text: string;
      /** Qualified name of the function: `clamp`, `Jar.add`. */
      readonly name: string;
      /** The file's path in its repository, which gives the module's name. Default: `subject.py`. */
      readonly path?: string | undefined;
    }
  | {
      readonly kind: "task";
      /** Folder of a task set, packed or not. */
      readonly taskSet: string;
      /** Id of a task. */
      readonly task: string;
    };

/**
 * One call: a list of arguments as Python writes literals (`"[1, 2], limit=3.5"`), or a recipe, of which only `positional` is needed. A
 * method needs a recipe with its `receiver`.
 */
export type EquivalenceInput =
  | string
  | (Pick<CaseRecipe, "positional"> & Partial<Omit<CaseRecipe, "positional">>);

/** Whether two versions of a function behave alike. */
export interface EquivalenceQuestion {
  readonly subject: EquivalenceSubject;
  /** A definition or a body, as a completion of a task is. Default: what stands in the file. */
  readonly left?: string | undefined;
  readonly right: string;
  /** Default: of a task its cases; then what is made of these, of annotations, of defaults, and of examples in the docstring. */
  readonly inputs?: readonly EquivalenceInput[] | undefined;
  /** Inputs at most that are made where none are given. Default: 200. */
  readonly mostInputs?: number | undefined;
  /** Whether the messages of exceptions count. Default: of a task, as its record says; else no. */
  readonly comparesMessages?: boolean | undefined;
  /** Processor time that one call may take, in seconds; the same for both. Default: 1. */
  readonly callSeconds?: number | undefined;
}

/** Why an input says nothing of whether two versions behave alike. */
export type SetAsideReason =
  /** Neither version shows the same twice. */
  | "nondeterministic"
  /** Neither came to an end within the limits, or both ended the process. */
  | "ended_early"
  /** It cannot be built, or what both show has no form in which it could be compared. */
  | "not_observable"
  /** It was made up, and the left version fails on it by an exception that nothing says it means to raise. */
  | "outside_domain"
  /** Both return None and leave everything as it was. */
  | "nothing_to_observe"
  /** It was not come to, for too many before it ended early. */
  | "not_run";

/** Why it cannot be said at all; `side` is the version that it is about. */
export type CannotTellReason =
  | SetAsideReason
  /** No input was given, and none could be made. */
  | "no_input"
  /** A version is no definition or body of the function. */
  | "not_a_version"
  /** A version does not compile, or the file with it cannot be imported. */
  | "not_built"
  | "import_failed"
  /** What came out of a version's process was no report. */
  | "malformed_output"
  | "environment_failed"
  | "worker_lost";

/** What comparing two versions came to. */
export type Equivalence =
  | {
      readonly status: "equivalent-on";
      /** Inputs on which both were seen to do the same; nothing is said of others. */
      readonly n: number;
      /** How many inputs said nothing, by reason. */
      readonly setAside: Readonly<Partial<Record<SetAsideReason, number>>>;
    }
  | {
      readonly status: "different";
      /** The first input that tells them apart, as an interactive session would have it; `recipe` builds it again. */
      readonly input: string;
      readonly recipe: CaseRecipe;
      /** What each version showed, in words. They quote what foreign code made: untrusted text. */
      readonly left: string;
      readonly right: string;
      /** The first place where they part; what is `expected` there is what the left version shows. */
      readonly difference: Pick<Difference, "path" | "message">;
      /** Inputs before it on which both did the same. */
      readonly n: number;
    }
  | {
      readonly status: "cannot-tell";
      readonly reason: CannotTellReason;
      readonly side?: "left" | "right";
      /** One sentence; it may quote foreign code. */
      readonly detail: string;
      readonly setAside: Readonly<Partial<Record<SetAsideReason, number>>>;
    };

/** How a checker works. */
export interface EquivalenceOptions {
  /** `auto` (default) or the name of a sandbox backend that `diorama doctor` lists. */
  readonly sandbox?: string | undefined;
  /** Told what happens. Default: nobody. */
  readonly logger?: Logger | undefined;
  /** Ends it: it throws `InterruptedError`, and every process ends. */
  readonly signal?: AbortSignal | undefined;
}
