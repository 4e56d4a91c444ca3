import type { OutputKind, ValueNotation } from "../spec/index.ts";
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
  /** Output that may be graded, and how its absence from the grades is called. */
  readonly output: Readonly<Record<OutputKind, { readonly graded: string; readonly left: string }>>;
  /** Two types that are not the same although their values look alike. */
  readonly unlikeTypes: string;
}

/** How values, types and definitions are written for people. */
export interface Present {
  readonly values: ValueNotation;
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
