import { taggedValue, type ValueObservation } from "../../../spec/index.ts";
import type { AssertedRelation, Assertions } from "../../assertions.ts";
import {
  areEqual,
  contains,
  distanceOf,
  haveSameItems,
  isTrue,
  orderOf,
  plainValue,
  type PlainValue,
} from "./plain-values.ts";

/** Python's operators, and what pytest and unittest assert. */
export const pythonAssertions: Assertions = {
  holds,
  isEquality: ({ kind, operators }) => kind === "compare" && operators.length === 1 && operators[0] === "==",
};

function holds(
  { kind, operators, options }: AssertedRelation,
  raw: readonly ValueObservation[],
  tolerance: number,
): boolean | undefined {
  const operands = raw.map((operand) => plainValue(operand));
  const [left, right] = operands;
  if (kind === "compare") return computeChain(operators, operands, raw, tolerance);
  if (kind === "none") return raw[0] === null;
  if (kind === "not none") return raw[0] !== null && raw[0] !== undefined;
  if (left === undefined) return undefined;
  // A member of an enumeration may be false.
  if (kind === "true" || kind === "false")
    return left.kind === "named" ? undefined : isTrue(left) === (kind === "true");
  if (right === undefined) return undefined;
  if (kind === "same items") return haveSameItems(left, right, tolerance);
  if (kind === "almost" || kind === "not almost") {
    const near = areNear(left, right, options);
    return near === undefined ? undefined : near === (kind === "almost");
  }
  return undefined;
}

function computeChain(
  operators: readonly string[],
  operands: readonly (PlainValue | undefined)[],
  raw: readonly ValueObservation[],
  tolerance: number,
): boolean | undefined {
  let isKnown = true;
  for (const [index, operator] of operators.entries()) {
    const value = computePair(
      operator,
      operands.slice(index, index + 2),
      raw.slice(index, index + 2),
      tolerance,
    );
    if (value === false) return false;
    isKnown &&= value === true;
  }
  return isKnown ? true : undefined;
}

function computePair(
  operator: string,
  [left, right]: readonly (PlainValue | undefined)[],
  raw: readonly ValueObservation[],
  tolerance: number,
): boolean | undefined {
  if (operator === "is" || operator === "is not") return computeIdentity(operator, raw);
  if (left === undefined || right === undefined) return undefined;
  if (operator === "==") return areEqual(left, right, tolerance);
  if (operator === "!=") return !areEqual(left, right, tolerance);
  if (operator === "in") return contains(right, left, tolerance);
  if (operator === "not in") {
    const isInside = contains(right, left, tolerance);
    return isInside === undefined ? undefined : !isInside;
  }
  const order = orderOf(left, right);
  if (order === undefined) return undefined;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

/** Identity is a matter of values only for the single ones: None, True and False, and what has a name. */
function computeIdentity(operator: string, [left, right]: readonly ValueObservation[]): boolean | undefined {
  const nameOf = (value: ValueObservation): unknown => {
    const tagged = taggedValue(value);
    return tagged?.tag === "named" ? tagged.content : undefined;
  };
  const isSingle = (value: ValueObservation): boolean => value === null || typeof value === "boolean";
  if (nameOf(left) !== undefined && nameOf(right) !== undefined)
    return (nameOf(left) === nameOf(right)) === (operator === "is");
  if (!isSingle(left) && !isSingle(right)) return undefined;
  return (left === right) === (operator === "is");
}

/** As unittest rounds: to `places` digits (7 unless told), or within `delta`. */
function areNear(
  left: PlainValue,
  right: PlainValue,
  { places, delta }: Readonly<Record<string, unknown>>,
): boolean | undefined {
  const distance = distanceOf(left, right);
  if (distance === undefined) return areEqual(left, right, 0) ? true : undefined;
  if (typeof delta === "number") return distance <= delta;
  const digits = typeof places === "number" ? places : 7;
  return distance <= 0.5 * 10 ** -digits;
}
