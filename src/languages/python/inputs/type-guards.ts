/**
 * Types that a target refuses by a guard of its own: `if not isinstance(x, str): raise TypeError`, or tests of a parameter's type that end
 * with `else: raise TypeError`. Such a refusal is behaviour that somebody wrote down; any other crash on a foreign type is not.
 */
import type { RefusedType } from "../../inputs.ts";

const CANDIDATES: readonly (RefusedType & { readonly unlike: RegExp })[] = [
  {
    type: "int",
    values: [7, 12],
    unlike: /^(?:int|bool|float|complex|Number|Real|Rational|Integral|Decimal|Hashable|object)$/u,
  },
  {
    type: "str",
    values: ["abc", "other"],
    unlike: /^(?:str|basestring|unicode|Sequence|Iterable|Collection|Container|Sized|Hashable|object)$/u,
  },
  {
    type: "list",
    values: [[1, 2], ["a"]],
    unlike: /^(?:list|Sequence|MutableSequence|Iterable|Collection|Container|Sized|object|tuple)$/u,
  },
];

/** Types that a guard on the parameter refuses; none where the text has no such guard, or one that takes anything. */
export function refusedTypesOf(text: string, name: string): readonly RefusedType[] {
  const tests = [...text.matchAll(new RegExp(`(not )?isinstance\\(\\s*${RegExp.escape(name)}\\s*,`, "gu"))];
  const isGuarded =
    tests.some(({ index, 1: negation }) => negation !== undefined && raisesNext(text.slice(index))) ||
    (tests.length > 0 && /\belse:\s*\n(?:[^\n]*=[^\n]*\n)?\s*raise TypeError\b/u.test(text));
  if (!isGuarded) return [];
  const tested = tests.flatMap(({ index, 0: start }) => testedTypes(text.slice(index + start.length)));
  return CANDIDATES.filter(({ unlike }) => !tested.some((each) => unlike.test(each)));
}

/** True where the block that a condition opens begins with a `raise`, but for a message that is made before it. */
function raisesNext(condition: string): boolean {
  return /^[^\n]*:\s*\n(?:[ \t]*\w+ = [^\n]*\n)?[ \t]*raise\b/u.test(condition);
}

/** Simple names of the types in the second argument of `isinstance`. */
function testedTypes(rest: string): readonly string[] {
  const argument = /^\s*(?:\(([^)]*)\)|([\w.]+))/u.exec(rest);
  return (argument?.[1] ?? argument?.[2] ?? "").split(",").map((each) => each.trim().split(".").at(-1) ?? "");
}
