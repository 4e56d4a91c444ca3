/*
 * What linking takes of one Python file: its places, functions and classes, and a flow graph of numbered slots. A slot holds the values that one
 * version of a variable, or one expression, can have. `code` is a flat list of instructions `[operation, count of operands, ...operands]` that say how
 * values move between slots. Assignments within a scope make new versions, so that straight code is followed in its order; names that other scopes
 * share have one slot for all their versions. All indexes are of this file.
 */

/** Operations of `Summary.code` with their operands. `name` is an index of `names`, `site` of `sites`; -1 stands for none. */
export const Op = {
  /** to, from */
  Copy: 0,
  /** to, from: flows only where nothing else says what `to` is. */
  Seed: 1,
  /** to, name: a constant text; `*` in it stands for any. */
  Text: 2,
  /** to, name: an instance of a built-in type. */
  Builtin: 3,
  /** to, function */
  Function: 4,
  /** to, class */
  Class: 5,
  /** to, name: a name that neither a scope nor the module binds. */
  Global: 6,
  /** to, level, name: a module. */
  Module: 7,
  /** to, level, module's name, name: what a module holds. */
  Import: 8,
  /** to, class, receiver */
  Super: 9,
  /** to, object, name, site */
  Get: 10,
  /** object, name, from, site */
  Set: 11,
  /** to, object, key's name or -1 or -2 for a slice, key's slot, site */
  Item: 12,
  /** object, key's name or -1, key's slot, from, site */
  SetItem: 13,
  /** object, key's slot, site */
  DeleteItem: 14,
  /** to, name of its kind, then pairs of key (a name or one of `Part`) and slot */
  New: 15,
  /** to, function, site, then pairs of how (a keyword's name or one of `Argument`) and slot */
  Call: 16,
  /** to, decorator, site, what it decorates */
  Decorate: 17,
  /** to, left, right, name of the method, site */
  Binary: 18,
  /** to, left, right, name of the method, site */
  Compare: 19,
  /** to, operand, name of the method, site */
  Unary: 20,
  /** of, site: it is asked whether it is true. */
  Truth: 21,
  /** of, name of the method, site: it is shown as text. */
  Show: 22,
  /** to, from, site, 1 for `async` */
  Iterate: 23,
  /** to, from, site, 1 for `async` */
  Enter: 24,
  /** to, from, site */
  Await: 25,
  /** to, from, classes, 1 where it is an instance, 0 where it is none */
  Narrow: 26,
  /** to, from: without `None`. */
  NotNone: 27,
  /** to, from: instances of the classes that an annotation names. */
  Instance: 28,
  /** of, site */
  Raise: 29,
  /** to, from, index, site: one item of what is taken apart; -1 for what a star takes. */
  Unpack: 30,
  /** to, from, parameter, 1 or 0: flows only where the parameter is `None`, or is not. */
  CopyIf: 32,
  /** to, from: an instance of the exception classes that a handler names. */
  Caught: 31,
} as const;

/** Keys of the items of `Op.New` that are no names. */
export const Part = { any: -1, spread: -2, spreadDictionary: -3, key: -4 } as const;

/** How an argument of `Op.Call` is given, where not by a keyword. */
export const Argument = { positional: -1, spread: -2, spreadDictionary: -3 } as const;

/** How a parameter takes arguments. */
export const Taking = { positional: 0, variadic: 1, keywordOnly: 2, variadicKeyword: 3 } as const;

/** Flags of `FunctionSummary`. */
export const Flag = {
  generator: 1,
  async: 2,
  lambda: 4,
  /** Its body does nothing: `pass`, `...`, a docstring, `raise NotImplementedError`. */
  stub: 8,
  /** It returns a new instance of its first parameter, a class. */
  returnsNew: 16,
  /** It returns functions that it defines: what they see of it differs from call to call. */
  closure: 32,
  /** All that it defines and reads stands in its own ranges or is the module's: its code can be followed several times over. */
  repeatable: 64,
} as const;

/** What a name at a place of the file refers to. */
export const Reference = {
  /** A name of the module or one that it does not bind. */
  global: 0,
  /** `operand` is the class in whose body the name is bound. */
  member: 1,
  /** `operand` is the place of the function that binds the name. */
  local: 2,
  /** `operand` is the slot of the object. */
  attribute: 3,
  /** `operand` is an index of `imports`. */
  imported: 4,
  /** `operand` is the slot of what is called. */
  keyword: 5,
} as const;

/** `[name, line, parent, isClass]`: the qualified name; `parent` is the place around it. Place 0 is the module. */
export type PlaceSummary = readonly [name: number, line: number, parent: number, isClass: 0 | 1];

/** `[name, slot, taking, slot of its default or -1]` */
export type ParameterSummary = readonly [name: number, slot: number, taking: number, byDefault: number];

/** A `def` or `lambda`. */
export interface FunctionSummary {
  readonly place: number;
  readonly name: number;
  readonly parameters: readonly ParameterSummary[];
  readonly returned: number;
  readonly yielded: number;
  /** Sum of `Flag`. */
  readonly flags: number;
  /** Of a method its class, else -1. */
  readonly ofClass: number;
  /** Parameters, by index, that it returns as they came. */
  readonly returnsParameters: readonly number[];
  /** Slots of calls whose result it returns. */
  readonly returnedCalls: readonly number[];
  /** Pairs of slot and parameter's index: where a parameter is as it came, only known better. */
  readonly aliases: readonly number[];
  /** First and last of its code, of its slots and of the functions in it (itself the first), the last exclusive. */
  readonly ranges: readonly [
    code: number,
    codeEnd: number,
    slot: number,
    slotEnd: number,
    inner: number,
    innerEnd: number,
  ];
}

/** A `class`. */
export interface ClassSummary {
  readonly place: number;
  readonly name: number;
  readonly bases: readonly number[];
  /** Slot of the metaclass, or -1. */
  readonly metaclass: number;
  readonly site: number;
  /** Pairs of name and slot: what its body binds. */
  readonly members: readonly number[];
  /** Names that its body annotates, in order, with their slots; 1 where there is a default. */
  readonly fields: readonly number[];
}

/** Everything of a file that linking needs, as plain data. */
export interface Summary {
  readonly names: readonly string[];
  readonly slots: number;
  readonly code: readonly number[];
  readonly places: readonly PlaceSummary[];
  readonly functions: readonly FunctionSummary[];
  readonly classes: readonly ClassSummary[];
  /** Triples of line, place and name (what is called, as written, or -1). */
  readonly sites: readonly number[];
  /** Pairs of name and slot: what the module binds. */
  readonly globals: readonly number[];
  /** Pairs of name and line: where the module and (`Class.name`) class bodies first bind variables. */
  readonly variables: readonly number[];
  /** Pairs of level and module's name: `from module import *`. */
  readonly stars: readonly number[];
  /** Triples of level, module's name and name. */
  readonly imports: readonly number[];
  /** Names in `__all__`, where it is constant. */
  readonly exported: readonly number[] | undefined;
  /** Quadruples of first byte, name, `Reference` and operand, by first byte. */
  readonly references: readonly number[];
}

/** What a file is that cannot be read: nothing. */
export const NOTHING: Summary = {
  names: ["<module>"],
  slots: 0,
  code: [],
  places: [[0, 1, -1, 0]],
  functions: [],
  classes: [],
  sites: [],
  globals: [],
  variables: [],
  stars: [],
  imports: [],
  exported: undefined,
  references: [],
};
