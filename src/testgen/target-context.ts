import type { CompiledPattern, Definition, Inputs, Literals, Values, Variant } from "../languages/index.ts";
import type { CaseOrigin, CaseRecipe, ValueRecipe } from "../spec/index.ts";
import type { Makings } from "./made-parts.ts";
import type { PartTypes } from "./part-types.ts";

/** A call of a target that was observed while the repository's own tests (or its documented examples) ran, or while varied calls of theirs did. */
export interface ObservedCall {
  readonly recipe: CaseRecipe;
  /** As `SuiteCase` has it. */
  readonly as_made?: CaseRecipe | undefined;
  /** Qualified class of the exception it ended with, where it raised. */
  readonly raised: string | undefined;
  /** Of a harvested call in what the call that led to it differs from others (`featuresOfEntry`). */
  readonly features?: readonly string[];
  readonly origin: Extract<CaseOrigin, "observed" | "documented" | "harvested">;
  /** True where the target made it itself, in a recursion. */
  readonly isInner?: boolean;
}

/** Calls of other functions, with `call`, that lead to a target. */
export interface LeadingCalls {
  readonly known: readonly CaseRecipe[];
  /** Up to `most` others, made of some of them and of what a target names, inside the contract of what they call. */
  readonly vary: (
    bases: readonly CaseRecipe[],
    how: { readonly seed: string; readonly most: number; readonly target: NamedByTarget },
  ) => readonly CaseRecipe[];
  /** Simple names of the exceptions with which they may end. */
  readonly exceptions: ReadonlySet<string>;
}

/** What the text of a target names. */
export interface NamedByTarget {
  readonly literals: Literals;
  /** Its identifiers and texts. */
  readonly words: ReadonlySet<string>;
}

/** Values seen anywhere in the repository's observed calls, by what they were used as. */
export interface ValuePools {
  /** Parameter name to values, distinct, in the order they were seen. */
  readonly byParameter: ReadonlyMap<string, readonly PooledValue[]>;
  /** Class (`module:Qualified.Name`) to receivers of its methods. */
  readonly byClass: ReadonlyMap<string, readonly PooledValue[]>;
  /** `typeNameOf` of an object with a class to the objects of it, whatever they were used as. */
  readonly byType: ReadonlyMap<string, readonly PooledValue[]>;
  readonly byPart: SeenParts;
  /** Places of one making of which the second was never given a smaller number than the first (`MadePart`). */
  readonly ordered: readonly (readonly [less: string, more: string])[];
  readonly makings: Makings;
}

/** By its place what the making of objects was given (`MadePart`): distinct values that are small and refer to nothing else, how often any was given, of which types all were, and whether a text among them was beyond ASCII. */
export type SeenParts = ReadonlyMap<
  string,
  {
    readonly values: readonly ValueRecipe[];
    readonly times: number;
    readonly types: PartTypes;
    readonly isBeyondAscii: boolean;
  }
>;

/** A value and the shared values it refers to. */
export interface PooledValue {
  readonly value: ValueRecipe;
  readonly shared: readonly ValueRecipe[];
}

/** What a strategy knows of the target it proposes cases for. */
export interface TargetContext {
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
  /** Text of the definition. */
  readonly text: string;
  /** Text of the target's file. */
  readonly fileText: string;
  /** What the language tells of its inputs. */
  readonly inputs: Inputs;
  /** What the language knows of values of libraries, where it knows of any. */
  readonly values?: Values | undefined;
  readonly calls: readonly ObservedCall[];
  /** Parameters that no caller gives; see `handedOn`. */
  readonly handedOn?: ReadonlySet<string> | undefined;
  readonly pools: ValuePools;
  /** Absent: none are known, for its tests call it themselves. */
  readonly leading?: LeadingCalls | undefined;
  /** True where constructors of its own class alone were seen to call it: what it is called on is not finished. */
  readonly isWithinConstruction?: boolean;
  /** Simple names of exception classes that the repository's functions it calls raise by their own text, at any depth. */
  readonly calleeExceptions: ReadonlySet<string>;
  /** Texts of these functions, nearest first. Absent: they are not known. */
  readonly calleeTexts?: readonly string[];
  /** Regular expressions that it and these work with, as they are compiled. Absent: they are not known. */
  readonly compiledPatterns?: readonly CompiledPattern[];
  /** Programs beside the catalogue of mistakes that cases are looked for against. */
  readonly adversaries?: Adversaries | undefined;
  /** Programs that may be right. */
  readonly reimplementations?: Reimplementations | undefined;
  /** Inputs that somebody thought of. They tell nothing of the contract. */
  readonly suggestions?: Suggestions | undefined;
}

/** Inputs that somebody thought of. */
export interface Suggestions {
  readonly calls: readonly Pick<ObservedCall, "recipe" | "as_made">[];
  /** Is told how many of them are inside the contract, each time a suite is grown. */
  readonly tell: (inside: number) => void;
}

/** Plausible wrong programs that somebody gave. */
export interface Adversaries {
  readonly programs: readonly Variant[];
  /** Is told what became of them, by their ids, each time a suite is grown. */
  readonly tell: (fates: ReadonlyMap<string, AdversaryFate>) => void;
}

/** Programs that somebody wrote who meant to do the same in another way. */
export interface Reimplementations {
  readonly programs: readonly Variant[];
  /** Is told what they came to each time a suite is grown. */
  readonly tell: (found: ReimplementationsFound) => void;
}

/** What programs came to that were meant to be right: by their ids, and how many cases were left out that two of the sound ones answer otherwise. */
export interface ReimplementationsFound {
  readonly fates: ReadonlyMap<string, ReimplementationFate>;
  readonly leftOut: number;
}

/** `sound`: does what calls of tests ask, and nearly all else; `unsound`: does not. */
export type ReimplementationFate = "sound" | "unsound";

/** `told`: by a case that is there without it; `told_by_new`: by one that was taken for it; `untold`: by no case known, so that it may be right. */
export type AdversaryFate = "told" | "told_by_new" | "untold";
