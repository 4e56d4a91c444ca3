import type { Expression } from "../summary.ts";
import { boxed, promoted, unboxed } from "./compatibility.ts";
import { langType } from "./hierarchy.ts";
import { commonSupertype } from "./inference.ts";
import type { Type } from "./model.ts";
import { isSameType, NULL, primitive, UNKNOWN } from "./types.ts";

export function typeOfLiteral(type: Extract<Expression, { kind: "literal" }>["type"]): Type {
  if (type === "null") return NULL;
  return type === "String" ? langType("String") : primitive(type);
}

/** What `a ? b : c` is, or a switch (JLS 15.25). */
export function chosenType(types: readonly Type[]): Type {
  const [first, ...rest] = types.filter((type) => type.kind !== "null");
  if (first === undefined) return types[0] ?? UNKNOWN;
  if (rest.every((type) => isSameType(type, first)))
    return types.length > rest.length + 1 ? boxed(first) : first;
  const plain = [first, ...rest].map(unboxed);
  if (plain.every((type) => type.kind === "primitive" && type.name !== "boolean"))
    return plain.reduce(widest);
  return commonSupertype(types.map(boxed));
}

function widest(left: Type, right: Type): Type {
  return isSameType(left, right) ? left : promoted(left, right);
}

const BOOLEAN_OPERATORS = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);
const SHIFTS = new Set(["<<", ">>", ">>>"]);

export function resultOfOperator(operator: string, left: Type, right: Type): Type {
  if (BOOLEAN_OPERATORS.has(operator)) return primitive("boolean");
  if (SHIFTS.has(operator)) return promoted(left, left);
  if (operator === "+" && (isText(left) || isText(right))) return langType("String");
  if (isSameType(unboxed(left), primitive("boolean"))) return primitive("boolean");
  if (left.kind === "unknown" || right.kind === "unknown")
    return operator === "+" ? UNKNOWN : promoted(left, right);
  return promoted(left, right);
}

function isText(type: Type): boolean {
  return type.kind === "class" && type.symbol.qualifiedName === "java.lang.String";
}
