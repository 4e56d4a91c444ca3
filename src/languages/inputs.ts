import type { ArgumentList, RaisedException, ValueRecipe } from "../spec/index.ts";
import type { Definition, Parameter } from "./definition.ts";
import type { ValueEdge } from "./values.ts";

/** What an annotation admits; no types and no values where it is not understood. */
export interface AnnotatedValues {
  /** Types as contracts name them: the tag of a value's recipe, `object:MODULE:CLASS` or `value:TYPE`. */
  readonly types: readonly string[];
  /** Examples, simple ones first; at most about twenty. */
  readonly values: readonly ValueRecipe[];
  /** True where it says of what type the items of a container are. */
  readonly saysItems: boolean;
}

/** Constants that a definition works with, distinct. */
export interface Literals {
  readonly texts: readonly string[];
  readonly integers: readonly number[];
  /** Numbers written with a point or an exponent. */
  readonly floats?: readonly number[];
  /** Lengths that it compares others with, or cuts at. */
  readonly lengths?: readonly number[];
  /** A few texts that its own code names: they come before others. */
  readonly main?: readonly string[];
}

/** Texts for one regular expression that a definition works with, distinct. */
export interface PatternTexts {
  /** Texts that it matches, but for what it looks ahead or behind for. */
  readonly matching: readonly string[];
  /** The same with one sign changed: most of them it does not match. */
  readonly near: readonly string[];
}

/** A regular expression as it is compiled, with the flags of its language. */
export interface CompiledPattern {
  readonly source: string;
  readonly flags: number;
}

/** What a definition asks of its inputs by name, and so takes with it and without it. */
export interface AskedValues {
  /** Keys that it reads only where they are there. */
  readonly optionalKeys: ReadonlySet<string>;
  /** Names of arguments that it takes by a variadic parameter and reads by their names. */
  readonly keywords: readonly string[];
  /** By the name of a parameter what it takes for the way that the text uses it. Absent: nothing is known. */
  readonly taken?: ReadonlyMap<string, readonly ValueEdge[]>;
}

/** What the text of a definition says of its inputs. */
export interface InputHints extends AskedValues {
  readonly literals: Literals;
  /** Simple names of the exception classes that its own text and its documentation name as raised. */
  readonly exceptions: readonly string[];
  /** True where a pattern near it matches to an end that lets a line end after it through, as `$` does: what it makes of one is an accident. */
  readonly letsLineEndsThrough: boolean;
  /** True where a text of several lines is none that it reads: a pattern of its own goes up to the end of a text and knows of no lines. Absent: it is not known. */
  readonly readsOneLine?: boolean;
  /** True where it makes a pattern of texts that it is given as they are. */
  readonly buildsPatterns: boolean;
  /** True where a value of its own, and no constant, is the pattern of a match. */
  readonly takesPatterns: boolean;
  /** Types of mappings, beside dictionaries, that the definition and what it calls ask for: any mapping, or a subclass. */
  readonly otherMappings: readonly string[];
  /** True where its documentation asks functions among its arguments to be associative or commutative: it may combine values in any order. */
  readonly combinesInAnyOrder: boolean;
}

/** A type, as contracts name it, whose values a guard refuses, with some of them. */
export interface RefusedType {
  readonly type: string;
  readonly values: readonly ValueRecipe[];
}

/** What the text of a definition says of one of its parameters. */
export interface ParameterHints {
  /** Type of its default; none where there is no default that can be read. */
  readonly defaultTypes: readonly string[];
  /** Its default, where that is a plain text. */
  readonly defaultText: string | undefined;
  /** Types that the definition asks it for: it is made for them. */
  readonly testedTypes: readonly string[];
  /** The same for its items, where the definition goes through them one by one. */
  readonly testedItemTypes: readonly string[];
  /** Types that its documentation names. */
  readonly documentedTypes: readonly string[];
  /** Texts that the definition compares it with. */
  readonly comparedTexts: readonly string[];
  /** Single signs that stand in the definition as texts, whatever for: one of them may mean something there already. */
  readonly ownSigns: readonly string[];
  /** All texts that it takes, beside those that were seen, where its name says that it is a choice of a language's own. */
  readonly namedTexts: readonly string[];
  /** Types that a guard of the definition's own refuses, the first to be tried first. */
  readonly refusedTypes: readonly RefusedType[];
  /** True where the definition asks whether something is among its items: of what can be gone through once that uses up a part. */
  readonly asksForItems: boolean;
  /** True where the definition goes through its items, however many they are, and never takes it apart into so many. */
  readonly isGoneThrough: boolean;
  /** True where it, or an item of it, is what a text is cut at or what is replaced in one: an empty text is none. */
  readonly isPiece: boolean;
  /** True where it divides something, is the step of a range or a size by its name, and nothing asks whether it is zero. */
  readonly isNeverZero: boolean;
  /** True where something is looked for in it by halves, so that its items are in order. */
  readonly isBisected: boolean;
  /** False where the definition never reads it. */
  readonly isRead: boolean;
}

/** The code around a definition. */
export interface CodeAround {
  /** Text of its file. */
  readonly fileText: string;
  /** Texts of the functions of its repository that it calls, nearest first. */
  readonly calleeTexts?: readonly string[] | undefined;
}

/** What a language's source tells of the inputs that a definition takes. `text` is the definition's own. Values are nodes of `recipe/1`. */
export interface Inputs {
  /** `fileText` is that of the file it stands in, which may name types otherwise. */
  readAnnotation(annotation: string, fileText?: string): AnnotatedValues;
  /** Example values of a type as contracts name it, as far as they can be made without knowing more. */
  examplesOf(type: string): readonly ValueRecipe[];
  /** Constants are first those of the definition itself, then those of what it names of its own file, then of what it calls. */
  readHints(text: string, definition: Definition, around: CodeAround): InputHints;
  /** For the regular expressions of a definition and of what it names and calls, with the `compiled` ones that it was found to work with; none for those that no text can be made for. */
  readPatterns(
    text: string,
    around: CodeAround,
    compiled?: readonly CompiledPattern[],
  ): readonly PatternTexts[];
  /** True where one of these goes up to the end of a text and knows of no lines, and the definition of none either. */
  readsOneLine(text: string, compiled: readonly CompiledPattern[]): boolean;
  /** For a regular expression that is data; undefined where no text can be made for it. */
  textsOfPattern(pattern: string): PatternTexts | undefined;
  /** Short texts that patterns of some files match, each once: words and signs of what they read. */
  notationTexts(fileTexts: readonly string[]): readonly string[];
  /** Functions of the standard library that take so many arguments and any values, or many; predicates say yes or no. None where none are known. */
  callablesOf(argumentCount: number, isPredicate: boolean): readonly ValueRecipe[];
  /** Such functions in the place of one of them that is known by its imported name. */
  callablesBeside(name: string): readonly ValueRecipe[];
  /** A function of one argument that answers with few things, nothing and what counts as nothing among them, for items that can be keys. */
  tableOf(items: readonly ValueRecipe[]): ValueRecipe;
  /** Of an exception by which the language, and not the code, says that a value was not expected, what it says, alike whatever the value; more are where only its own repository calls the code. */
  accidentOf(exception: Pick<RaisedException, "class" | "message">, isOfHelper?: boolean): string | undefined;
  /** `calleeTexts`: definitions that this one calls, for what those ask of what they are given. Absent: none. */
  readParameter(text: string, parameter: Parameter, calleeTexts?: readonly string[]): ParameterHints;
  /** The container that a parameter's default is, also by the name of a constant of the file; undefined for any other default, and where it is no plain data. */
  readDefault(parameter: Parameter, fileText: string): ValueRecipe | undefined;
  /** The calls of a definition that the examples of its documentation write out, as far as their arguments are plain data. */
  documentedCalls(definition: Definition): readonly ArgumentList[];
}
