/**
 * Whether one assertion of a test holds for what a candidate showed, judged outside its process. Where both sides are plain
 * data the judge computes the relation itself, so that it accepts what the assertion accepts; where it takes the code of
 * a class to know, what was seen must agree with what the reference showed, and so must the truth that the test found.
 */
import type { ComparisonPolicy, ValueObservation } from "../../spec/index.ts";
import { compareValues } from "../compare-values.ts";
import { elementsOf, membersOf, simpleName, taggedValue } from "../observed-value.ts";
import { renderValue } from "../render-value.ts";
import {
  areEqual,
  contains,
  distanceOf,
  haveSameItems,
  isTrue,
  orderOf,
  plainValue,
  typeOfValue,
  type PlainValue,
} from "./python-values.ts";
import type { AssertionRecord, AssertionSite } from "./test-run.ts";

/** What values are compared under. */
export interface AssertionPolicy extends ComparisonPolicy {
  /** Classes (`module:Name`) whose attributes are a candidate's own affair: those that it writes itself. */
  readonly free_classes: readonly string[];
}

/** An assertion as the reference reached it. */
export interface ExpectedRecord {
  readonly site: number;
  /** All operands, also those that are cut out of the tests. */
  readonly operands: readonly ValueObservation[];
  readonly truth: boolean;
  /** The operands that a candidate's run records; without all of them its `truth` is null. */
  readonly places: readonly number[];
}

/** What is wrong with an assertion in words, or undefined where it holds. Never throws for any `actual`. */
export function findFault(
  site: AssertionSite,
  expected: ExpectedRecord,
  actual: AssertionRecord,
  policy: AssertionPolicy,
): string | undefined {
  const isCut = expected.places.length < expected.operands.length;
  const isSamePlaces = actual.places.join() === expected.places.join();
  if (!isSamePlaces || actual.operands.length !== expected.places.length || (actual.truth === null) !== isCut)
    return "other things were recorded than the assertion looks at";
  const operands = [...expected.operands];
  for (const [index, place] of expected.places.entries()) operands[place] = actual.operands[index];
  if (!isCut && actual.truth !== expected.truth) return describe(site, expected, operands);
  const holds =
    relation(site, operands, expected, policy) ?? agrees(expected, operands, policy, isEquality(site));
  return holds ? undefined : describe(site, expected, operands);
}

/** Whether an assertion's relation can be computed from plain data alone. */
export function isDecidable(
  site: AssertionSite,
  { operands, truth }: Pick<ExpectedRecord, "operands" | "truth">,
  policy: AssertionPolicy,
): boolean {
  return compute(site, operands.map(plainOf), operands, policy) === truth;
}

/** Whether an assertion holds only for operands like the reference's: no relation between others can take their place. */
export function asksForAgreement(
  site: AssertionSite,
  expected: ExpectedRecord,
  policy: AssertionPolicy,
): boolean {
  const isByType = site.kind === "raises" || site.kind === "instance" || site.kind === "not instance";
  const isWhole = expected.operands.every((operand) => taggedValue(operand)?.tag !== "refused");
  return !isByType && isWhole && !isEquality(site) && !isDecidable(site, expected, policy);
}

/** True where the computed relation is the wanted one; undefined where it cannot be computed. */
function relation(
  site: AssertionSite,
  operands: readonly ValueObservation[],
  expected: ExpectedRecord,
  policy: AssertionPolicy,
): boolean | undefined {
  if (site.kind === "raises") return isExpectedException(expected, operands);
  if (site.kind === "instance" || site.kind === "not instance") return isOfAgreedType(expected, operands);
  const value = compute(site, operands.map(plainOf), operands, policy);
  if (value === undefined) return undefined;
  // What the reference's own values do not satisfy as computed here is no matter of plain data.
  return isDecidable(site, expected, policy) ? value === expected.truth : undefined;
}

function plainOf(operand: ValueObservation): PlainValue | undefined {
  return plainValue(operand);
}

function compute(
  { kind, operators, options }: AssertionSite,
  operands: readonly (PlainValue | undefined)[],
  raw: readonly ValueObservation[],
  { float_tolerance: tolerance }: AssertionPolicy,
): boolean | undefined {
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

/** The assertion accepts every exception of the classes that it names. */
function isExpectedException(expected: ExpectedRecord, operands: readonly ValueObservation[]): boolean {
  const wanted = exceptionOf(expected.operands.at(-1));
  const found = exceptionOf(operands.at(-1));
  if (wanted === undefined || found === undefined) return wanted === found;
  const named = namesIn(operands[0]);
  return found.names.includes(wanted.name) || named.some((name) => found.names.includes(name));
}

/** The class of a recorded exception, and the public classes that it is of; undefined where none was raised. */
export function exceptionOf(
  value: ValueObservation,
): { readonly name: string; readonly names: readonly unknown[] } | undefined {
  const exception = membersOf(membersOf(value).get("exception"));
  const name = exception.get("class");
  if (typeof name !== "string") return undefined;
  return { name, names: [name, ...(elementsOf(exception.get("bases")) ?? [])] };
}

function namesIn(value: ValueObservation): readonly unknown[] {
  const tagged = taggedValue(value);
  if (tagged?.tag === "named") return [tagged.content];
  return tagged?.tag === "tuple" ? (elementsOf(tagged.content) ?? []).flatMap(namesIn) : [];
}

function isOfAgreedType(expected: ExpectedRecord, operands: readonly ValueObservation[]): boolean {
  const type = typeOfValue(operands[0]);
  return type !== undefined && type === typeOfValue(expected.operands[0]);
}

function isEquality({ kind, operators }: AssertionSite): boolean {
  return kind === "compare" && operators.length === 1 && operators[0] === "==";
}

/** Agreement with the reference, where only code of classes could decide. */
function agrees(
  expected: ExpectedRecord,
  operands: readonly ValueObservation[],
  policy: AssertionPolicy,
  isEqual: boolean,
): boolean {
  if (operands.every((operand, index) => isAlike(expected.operands[index], operand, policy))) return true;
  const [left, right] = operands;
  const areOfType = operands.every(
    (operand, index) => typeOfValue(operand) === typeOfValue(expected.operands[index]),
  );
  const isObject = plainValue(left) === undefined && plainValue(right) === undefined;
  return isEqual && isObject && areOfType && compareValues(left, right, "", policy) === undefined;
}

function isAlike(expected: ValueObservation, actual: ValueObservation, policy: AssertionPolicy): boolean {
  if (taggedValue(expected)?.tag === "refused") return typeOfValue(expected) === typeOfValue(actual);
  const [wanted, found] = [bared(expected, policy), bared(actual, policy)];
  return compareValues(wanted, found, "", policy) === undefined;
}

/** The value with objects of free classes by their class only. */
function bared(value: ValueObservation, policy: AssertionPolicy, depth = 0): ValueObservation {
  if (policy.free_classes.length === 0 || depth > 100) return value;
  const elements = elementsOf(value);
  if (elements !== undefined) return elements.map((element) => bared(element, policy, depth + 1));
  const tagged = taggedValue(value);
  if (tagged === undefined) return value;
  const name = tagged.tag === "object" ? membersOf(tagged.content).get("class") : undefined;
  if (typeof name === "string" && policy.free_classes.includes(name))
    return { object: { class: name, state: {} } };
  const members = [...membersOf(value)].map(
    ([key, content]) => [key, bared(content, policy, depth + 1)] as const,
  );
  return Object.fromEntries(members);
}

function describe(
  { kind, operators }: AssertionSite,
  expected: ExpectedRecord,
  operands: readonly ValueObservation[],
): string {
  if (kind === "raises") return describeException(expected, operands);
  const shown = (value: ValueObservation): string => (value === undefined ? "nothing" : renderValue(value));
  const seen = expected.places.map((place) => shown(operands[place])).join(" and ");
  const wanted = expected.places.map((place) => shown(expected.operands[place])).join(" and ");
  const others = expected.operands.filter((_, place) => !expected.places.includes(place)).map(shown);
  const against = others.length === 0 ? "" : `, compared with ${others.join(" and ")}`;
  return `${operators.length > 0 ? operators.join(" ") : kind} of ${seen}${against}; the reference showed ${wanted}`;
}

function describeException(expected: ExpectedRecord, operands: readonly ValueObservation[]): string {
  const name = (value: ValueObservation): string => {
    const raised = exceptionOf(value);
    return raised === undefined ? "nothing" : simpleName(raised.name).slice(0, 100);
  };
  return `raised ${name(operands.at(-1))}, expected ${name(expected.operands.at(-1))}`;
}
