import type { OutputKind, ValueNotation } from "../spec/index.ts";
import type { Definition, Parameter } from "./language.ts";

/** What instructions say in the words of a language. */
export interface Wording {
  /** Info string of the fences around sessions. */
  readonly sessionFence: string;
  /** Signs that may stand in sessions, and what they mean, in the order in which they are told. */
  readonly sessionSigns: readonly (readonly [sign: RegExp, meaning: string])[];
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
  /** What a solver is given of a definition: its decorators and its header, as they stand in the file. */
  header(definition: Definition): string;
  /** A parameter as it stands in a list of parameters. */
  parameterName(parameter: Pick<Parameter, "name" | "kind">): string;
  /** What a solver may begin with in the place of a hidden body; `placeholder` is that of the edit. */
  emptyBody(placeholder: string): string;
  readonly wording: Wording;
}
