import type { ValueObservation } from "../spec/index.ts";

/** What an assertion of a test says of its operands. */
export interface AssertedRelation {
  /** `compare`, `true`, `false`, `none`, `instance`, `almost`, `same items`, `raises`, `other`, some with `not ` before them. */
  readonly kind: string;
  /** Of a comparison, those of the language. */
  readonly operators: readonly string[];
  /** Of the call that asserts. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a language's relations mean where no code of a class decides. */
export interface Assertions {
  /**
   * Whether a relation holds between plain data (numbers, texts, bytes, containers of them, what is known by its name), floats to a relative
   * tolerance; undefined where it takes the code of a class to know. Never throws, whatever the operands are.
   */
  holds(
    relation: AssertedRelation,
    operands: readonly ValueObservation[],
    tolerance: number,
  ): boolean | undefined;
  /** Whether it says that two operands are equal, and nothing else. */
  isEquality(relation: AssertedRelation): boolean;
}
