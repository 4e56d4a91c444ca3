import type { Random } from "../base/index.ts";
import type { ValueRecipe } from "../spec/index.ts";

/** What a `value` node of `recipe/1` is, in words that no library has. */
export interface ValueFacts {
  /** Its type as contracts name it: of arrays with the type of their items and the number of their dimensions. */
  readonly type: string;
  /** Its number, where it is a decimal. */
  readonly number: number | undefined;
  readonly array: HeldArray | undefined;
  /** Of an array, a table, labelled rows or their labels how many rows there are. */
  readonly rowCount: number | undefined;
  /** Of a table the names of its columns, where all are texts that differ. */
  readonly columnNames: readonly string[] | undefined;
  /** Of a compiled pattern its text. */
  readonly pattern: string | undefined;
}

/** An array of items of one type. */
export interface HeldArray {
  /** The name of the items' type, or the fields of records. */
  readonly type: ValueRecipe;
  readonly shape: readonly number[];
  /** All of them in their order, whatever the shape is. */
  readonly items: readonly ValueRecipe[];
}

/** A part of a value that has values of its own. */
export interface ValuePart {
  /** Alike for parts that hold the same kind of thing. */
  readonly name: string;
  readonly value: ValueRecipe;
  /** The whole with another value there, or as it was where that one does not fit. */
  readonly write: (value: ValueRecipe) => ValueRecipe;
}

/** A value beside another, with the respect in which it differs. */
export interface ValueEdge {
  /** Alike for edges that differ in the same respect. */
  readonly kind: string;
  readonly value: ValueRecipe;
  /** True where it was made for its place, by what the code or the call says of it, and is not the same at any. */
  readonly isSpecific?: boolean;
  /** True where it is to be tried before others of its kind, though it counts for no more. */
  readonly isEarly?: boolean;
}

/** What a variation of a value draws on. */
export interface VaryingSource {
  readonly random: Random;
  /** Other values seen in the same place. */
  readonly siblings: readonly ValueRecipe[];
  /** Another value of the type of a part. */
  readonly varyPart: (part: ValueRecipe) => ValueRecipe;
}

/** A value of a library as the language's own, which does the same. */
export interface PlainValue {
  readonly value: unknown;
  /** Relative tolerance for its number where its type rounds earlier than the language's own; else 0. */
  readonly relative: number;
}

/** An array as it is compared. */
export interface ComparedArray {
  readonly type: unknown;
  readonly shape: readonly unknown[];
  /** Nested as the array is. */
  readonly items: unknown;
  /** As `PlainValue` has it, for its items. */
  readonly relative: number;
  /** The difference between two items that rounding leaves; undefined where they are no floats. */
  readonly absolute: number | undefined;
}

/** What a container holds. */
export interface HeldMembers {
  readonly items: unknown;
  readonly areOrdered: boolean;
}

/**
 * How values are compared, with one another and with the language's own. `parts` are the content of a `value`, `[type, ...arguments]`; they and
 * `value` may be anything, and nothing throws.
 */
export interface ValueComparison {
  /** Of a number or text of a library; undefined of anything else. */
  plainOf(value: unknown): PlainValue | undefined;
  /** Undefined of what is no array. */
  arrayOf(value: unknown): ComparedArray | undefined;
  /** As they are compared one after the other: values of two types that do the same have the same parts. */
  comparedParts(parts: readonly unknown[]): readonly unknown[];
  /** Without the entries that a mere look may have made, as it does in a dictionary that makes what it lacks; anything else as it is. */
  withoutMadeByLooks(parts: readonly unknown[]): readonly unknown[];
  /** Of a container of which nothing else is compared, beside its type; undefined of anything else. */
  membersOf(parts: readonly unknown[]): HeldMembers | undefined;
  /** Of a recipe's value those parts that a call can show: what follows is how it lies in memory, or how it was made. */
  shownParts(parts: readonly unknown[]): readonly unknown[];
}

/**
 * What a language knows of `value` nodes of `recipe/1`: values of its standard library, and arrays, tables and numbers of libraries. Without it they
 * are passed on as they are, and compared part by part.
 */
export interface Values extends ValueComparison {
  /** Undefined of what is no `value`. */
  describe(node: ValueRecipe): ValueFacts | undefined;
  /** The parts that may be others, `most` of each kind; also of a function that is known by its text. */
  partsOf(node: ValueRecipe, most: number): readonly ValuePart[];
  /** Of a container what it holds as one of the language's own: a list or a dictionary. Undefined of anything else. */
  contentOf(node: ValueRecipe): ValuePart | undefined;
  /** Boundary values of the same type, and functions in the place of one that is known by its text; numbers that are missing or infinite come only where one of `siblings` has some. */
  edgesOf(node: ValueRecipe, siblings: readonly ValueRecipe[]): readonly ValueEdge[];
  /** Another value of the same type, or the same where nothing can be varied. */
  vary(node: ValueRecipe, source: VaryingSource): ValueRecipe;
  /** A dictionary as a mapping of another type, one of `InputHints.otherMappings`. */
  asOtherMapping(dictionary: ValueRecipe, type: string): ValueRecipe;
  /** True where an array, or a number that was taken out of one, stands anywhere in a recipe. */
  holdsArrays(recipe: unknown): boolean;
}
