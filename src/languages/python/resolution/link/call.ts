import type { ProgramFunction } from "./program.ts";

/** Where an attribute is read, and the slot that takes it. */
export interface AttributeUse {
  readonly site: number;
  readonly to: number;
}

/** A class's own member. */
export interface Member {
  readonly owner: number;
  readonly slot: number;
}

/** A call, of the code or made by an operator. Slots; -1 for an argument that nobody knows. */
export interface Call extends AttributeUse {
  readonly positional: readonly number[];
  /** Name and slot. */
  readonly keywords: readonly (readonly [name: number, slot: number])[];
  readonly spread: readonly number[];
  readonly spreadDictionary: readonly number[];
  /** Where its result is what a function returns: that function, and the slot that holds arguments which come back. */
  readonly returned?: { readonly by: ProgramFunction; readonly to: number };
  /** Name of the attribute that `__getattr__` is asked for: it is followed for each apart. */
  readonly apart?: number;
  /** Functions whose parameters have its arguments. */
  readonly entered: Set<number>;
  /** Partial functions, and (as `~value`) objects, that it went through, each once: where many hold one another, the ways through them are without number. */
  readonly applied: Set<number>;
}

/** Functions behind a property. Slots. */
export interface Property {
  readonly getter: number;
  readonly setter: number;
}

/** What `functools.partial` keeps, or `functools.singledispatch`. */
export interface Partial {
  readonly called: number;
  readonly call: Call;
  /** Functions can be registered with it. */
  readonly isOpen?: boolean;
}

/** A call with nothing but arguments in order. */
export function plainCall(use: AttributeUse, positional: readonly number[]): Call {
  return {
    site: use.site,
    to: use.to,
    positional,
    keywords: [],
    spread: [],
    spreadDictionary: [],
    entered: new Set(),
    applied: new Set(),
  };
}
