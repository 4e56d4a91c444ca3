import { z } from "zod";

import { createWordRecord, wordRecord } from "../base/index.ts";

/**
 * `recipe/1`: how to build one value from nothing, without running the target. JSON null, booleans, strings, integers
 * within ±(2^53 - 1) and arrays (Python lists) stand for themselves; everything else is an object with exactly one
 * of these keys:
 *
 * | key | content | builds |
 * |---|---|---|
 * | `int` | decimal text | an integer beyond ±(2^53 - 1) |
 * | `float` | Python's `repr` (`"1.0"`, `"nan"`, `"-inf"`) | a float |
 * | `complex` | `[real, imaginary]`, each as `float` | a complex number |
 * | `text` | array of UTF-16/surrogate code points | a string that holds lone surrogates |
 * | `bytes`, `bytearray` | Latin-1 text | the bytes |
 * | `tuple`, `set`, `frozenset`, `deque` | array | the container |
 * | `dict` | array of `[key, value]` | the dictionary, in that order |
 * | `iterator` | array | an iterator over these items |
 * | `named` | `"module:qualified.name"` | a function, class, enum member or other module-level value, by import |
 * | `module` | `"package.module"` | the module |
 * | `special` | `"Ellipsis"` or `"NotImplemented"` | the singleton |
 * | `value` | `[type, ...arguments]` | an array, frame or number of a numeric library (docs/protocol.md), or a standard-library value type listed in the driver (`datetime.datetime`, `decimal.Decimal`, `re.Pattern`, `pathlib.PosixPath`, `range`, `slice`, …), made by that type's constructor |
 * | `object` | `{class, state?, slots?, base?, arguments?}` | an instance made by `__new__` of its built-in base (`base` holds the built-in part: text, list, dict, tuple …), its attributes set directly; no constructor, no `__setstate__` |
 * | `made` | `{class?, call, positional, keywords, since?}`, or with `of` (a value): a method's name as `call`, or `take` in place of a call | an object as code of the repository makes it; see below |
 * | `file` | `{path?, mode, position, content}` | an open file in the case's private directory, or an in-memory one |
 * | `path` | relative text | the text of an absolute path below the case's private directory |
 * | `function` | `{text, values?: {name: value}}` | the function of a lambda expression or a definition, with values for the names that it does not bind |
 * | `local_class` | `{text, values?: {name: value}}` | the class of a class statement, with values for the names that it does not bind; one in a case for each such text and values |
 * | `callback` | `{calls: [{positional, keywords, returns? , raises?}], name}` | a callable that answers from the table |
 * | `ref` | index | the value `shared[index]` of the case: aliases and cycles |
 *
 * A `made` value comes from a call of the callable `call` (`module:Qualified.name`), from a call of the method `call` of the value `of` (`__call__`: of the value itself), or from that value
 * by the steps `take`, each `{attribute: name}` or `{item: value}`; then its methods in `since`, each `{call, positional, keywords}`, were called on it, or an attribute was set, `{attribute, value}`. `class`
 * is the class that it has then.
 */
export type ValueRecipe =
  | null
  | boolean
  | number
  | string
  | readonly ValueRecipe[]
  | { readonly [tag: string]: unknown };

/**
 * An attribute of a module or class that is another while a case runs. Without `value` it is not there. Functions and mocks of a test stand
 * there as `callback`: a table of the calls that the target made.
 */
export const casePatch = z.object({
  /** `"package.module"` or `"module:Qualified.Name"` of a class. */
  owner: z.string(),
  name: z.string(),
  value: z.unknown().optional(),
  /** True for a function of a class that is called without an instance or class. */
  is_static: z.literal(true).optional(),
});
export interface CasePatch {
  owner: string;
  name: string;
  value?: ValueRecipe | undefined;
  is_static?: true | undefined;
}

/** One call of a target, or of what leads to it: what it is called on and with, and the files it finds. */
export const caseRecipe = z.object({
  /**
   * What is called in place of the target, which it leads to: `module:Qualified.name`, or the name of a method of the receiver. Absent: the target
   * itself. What such a call is given is made in the candidate's process.
   */
  call: z.string().optional(),
  /** Values that several places refer to by `{ref: index}`. */
  shared: z.array(z.unknown()).default([]),
  /** The instance or class a method is called on; absent for functions and static methods. */
  receiver: z.unknown().optional(),
  positional: z.array(z.unknown()),
  keywords: wordRecord(z.unknown()).default(() => createWordRecord<unknown>()),
  /** Names of keywords in the order in which they are given, others behind them; absent: in the order of the names. */
  order: z.array(z.string()).optional(),
  /** Files below the case's private directory before the call: relative path to Latin-1 text of the bytes. */
  files: wordRecord(z.string()).default(() => createWordRecord<string>()),
  /** Environment variables that differ from those every case finds; `null` is one that is taken away. */
  variables: wordRecord(z.string().nullable()).default(() => createWordRecord<string | null>()),
  /** Attributes that are replaced while the call runs; absent where there are none. */
  patches: z.array(casePatch).optional(),
});
export interface CaseRecipe {
  call?: string | undefined;
  shared: ValueRecipe[];
  receiver?: ValueRecipe | undefined;
  positional: ValueRecipe[];
  keywords: Record<string, ValueRecipe>;
  order?: string[] | undefined;
  files: Record<string, string>;
  variables: Record<string, string | null>;
  patches?: CasePatch[] | undefined;
}

/** The keywords of a call in the order in which they are given. */
export function keywordsInOrder({
  keywords,
  order = [],
}: Pick<CaseRecipe, "keywords" | "order">): readonly (readonly [string, ValueRecipe])[] {
  const first = order.filter((name) => Object.hasOwn(keywords, name));
  const names = new Set([...first, ...Object.keys(keywords).toSorted()]);
  return Array.from(names, (name) => [name, keywords[name] ?? null]);
}

/** That keywords are given in an order; nothing where that is the order of their names. */
export function orderOf(names: readonly string[]): Pick<CaseRecipe, "order"> {
  const isUsual = names.every((name, at) => at === 0 || (names[at - 1] ?? "") < name);
  return isUsual ? {} : { order: [...names] };
}

/** Where a case came from; `harvested`: a call that the repository made while a varied call of a test was repeated; `suggested`: a model thought of it. */
export const caseOrigin = z.enum([
  "observed",
  "grown",
  "documented",
  "synthesised",
  "harvested",
  "suggested",
]);
export type CaseOrigin = z.infer<typeof caseOrigin>;

/** A case of a suite. Ids are `case-001`, … in the order of the suite. */
export const suiteCase = z.object({
  id: z.string(),
  origin: caseOrigin,
  /** What a driver is sent. Of objects it has the state, but where that cannot be written: then it says how they are made. */
  recipe: caseRecipe,
  /**
   * The same call with objects as the repository makes them, proven to build the same inputs; absent where no way is known. For people, and for
   * varying the case: no driver that runs a candidate is sent it.
   */
  as_made: caseRecipe.optional(),
});
export interface SuiteCase {
  id: string;
  origin: CaseOrigin;
  recipe: CaseRecipe;
  as_made?: CaseRecipe | undefined;
}

/** A case as people read it and growth varies it. */
export function asMade({ recipe, as_made: made }: Pick<SuiteCase, "recipe" | "as_made">): CaseRecipe {
  return made ?? recipe;
}

/** True where code of the repository, or of its tests, makes anything of a call's inputs. */
export function holdsMade(recipe: CaseRecipe): boolean {
  return /\{"(?:made|local_class)":\{/u.test(JSON.stringify(recipe));
}

/** `suite/1`: all cases of a task, as stored in `tests/judge/suite.json`. */
export const suiteRecord = z.object({ format: z.literal("suite/1"), cases: z.array(suiteCase) });
export interface SuiteRecord {
  format: "suite/1";
  cases: SuiteCase[];
}
