import type { CaseRecipe, Observation, OutputKind, TargetRecord, ValueNotation } from "../spec/index.ts";
import type { Definition, Parameter } from "./definition.ts";

/** Signs, and what they mean. */
export type Notation = readonly (readonly [sign: RegExp, meaning: string])[];

/** What instructions say in the words of a language. */
export interface Wording {
  /** Info string of the fences around sessions. */
  readonly sessionFence: string;
  /** Signs that may stand in sessions outside texts and messages, and what they mean, in the order in which they are told. */
  readonly codeSigns: Notation;
  /** Signs that may stand anywhere in them. */
  readonly sessionSigns: Notation;
  /** Signs in sessions of values that are compared in a way of their own, and how, as sentences. */
  readonly comparisons: Notation;
  /** Output that may be graded, and how its absence from the grades is called. */
  readonly output: Readonly<Record<OutputKind, { readonly graded: string; readonly left: string }>>;
  /** Two types that are not the same although their values look alike. */
  readonly unlikeTypes: string;
}

/** How a value is written for people. */
export interface ShowOptions {
  /** Longest text, in characters; what is longer ends in `…`. Default 80. */
  readonly maxLength?: number;
  /** Values nested deeper are written as `…`. Default 6. */
  readonly maxDepth?: number;
  /** Attributes of objects that are written. Default: those that are not private. */
  readonly showsAttribute?: (name: string) => boolean;
  /** Whether of an object that has private attributes alone those are written. Default: they are not. */
  readonly showsHidden?: boolean;
  /** Longest text of one attribute. Default 1,000. */
  readonly attributeLength?: number;
  /**
   * By class and attribute what it was last written with: a long one is not written again while it stays the same. It is brought up to date.
   * Default: all are written.
   */
  readonly told?: Map<string, string>;
  /** What stands around the value, outermost first: by that the `ref` values of an observation are told. Default: nothing. */
  readonly around?: readonly string[];
  /** The number of an object that the reader knows already, `depth` values around it; default: none is known. */
  readonly numberOf?: ((value: unknown, depth: number) => number | undefined) | undefined;
  /** What the `ref` values of a recipe stand for. */
  readonly shared?: readonly unknown[];
  /** Names that the reader knows some of these by, by their places. */
  readonly names?: ReadonlyMap<number, string>;
  /** Which of these were met so far. Default: each is written anew wherever it stands. */
  readonly met?: MetValues;
}

/** What is known of the shared values of a text while it is written. */
export interface MetValues {
  /** By their places the numbers of those that were written. */
  readonly numbers: Map<number, number>;
  /** Places of those that were met more than once; brought up to date. */
  readonly again: Set<number>;
  /** Places of those that are written with their number: they will be met again. */
  readonly numbered: ReadonlySet<number>;
}

/** Writes one value of a text for people. */
export type WriteValue = (value: unknown) => string;

/** What of a target says how it is called. */
export type Callable = Pick<
  TargetRecord,
  "name" | "kind" | "class_name" | "parameters" | "is_async" | "is_generator"
> & {
  /** Private attributes that it reads: of its inputs they are written too. Default: none. */
  readonly reads?: ReadonlySet<string>;
};

/** What receives a call, the place of a positional argument, or the name of a keyword argument. */
export type CallInput = "receiver" | number | { readonly keyword: string };

/** How values, calls, types and definitions are written for people. */
export interface Present {
  /** Exact: what is written can be read back. */
  readonly values: ValueNotation;
  /**
   * A value of `recipe/1` or `observation/2`, cut where it is long: different values may look alike. Objects, which no expression builds, have a
   * form of their own. Never throws, whatever `value` is, and takes no longer than its text is long.
   */
  show(value: unknown, options?: ShowOptions): string;
  /** The name of a class (`module:Qualified.Name`), short where every program knows it. */
  className(name: string): string;
  /**
   * Names for objects that a call is given in several places and that its recipe says how to make (`made`), by their places among the shared values,
   * in the order in which they are made.
   */
  madeNames(target: Callable, recipe: CaseRecipe): ReadonlyMap<number, string>;
  /** The lines of a session that make a call: the objects that `madeNames` names, what receives it, where that is an object, then the call itself. */
  call(target: Callable, recipe: CaseRecipe, write: WriteValue): string[];
  /** The lines that the session answers with; none where it says nothing. */
  outcome(
    target: Callable,
    observation: Exclude<Observation, { status: "refused" }>,
    write: WriteValue,
  ): string[];
  /** An input of a call, as its session and the target's header call it. */
  inputName(target: Callable, recipe: CaseRecipe, input: CallInput): string;
  /** A call of a recipe's `callback`: its arguments as they stand between the brackets, and what it gave or raised in words. */
  recordedCall(call: unknown, write: WriteValue): { readonly given: string; readonly gives: string };
  /** One line of text as a comment. */
  comment(text: string): string;
  /** A type, as contracts name it. */
  typeName(type: string): string;
  /** What a value is that is known by its name, `module:Qualified.Name`. */
  namedValue(name: string): string;
  /** What a solver is given of a definition: its decorators and its header, as they stand in the file. */
  header(definition: Definition): string;
  /** A parameter as it stands in a list of parameters. */
  parameterName(parameter: Pick<Parameter, "name" | "kind">): string;
  /** What a solver may begin with in the place of a hidden body; `placeholder` is that of the edit. */
  emptyBody(placeholder: string): string;
  readonly wording: Wording;
}
