/**
 * Whether one assertion of a test holds for what a candidate showed, judged outside its process. Where both sides are plain
 * data the judge computes the relation itself, so that it accepts what the assertion accepts; where it takes the code of
 * a class to know, what was seen must agree with what the reference showed, and so must the truth that the test found.
 */
import {
  type ComparisonPolicy,
  elementsOf,
  membersOf,
  scalarText,
  taggedValue,
  type ValueObservation,
} from "../../spec/index.ts";
import type { Language } from "../../languages/index.ts";
import { compareValues } from "../compare-values.ts";
import type { AssertionRecord, AssertionSite } from "./test-run.ts";

/** What values are compared under. */
export interface AssertionPolicy extends ComparisonPolicy {
  /** Classes (`module:Name`) whose attributes are a candidate's own affair: those that it writes itself. */
  readonly free_classes: readonly string[];
}

/** The policy, and the language that the tests are written in. */
export interface AssertionRules {
  readonly policy: AssertionPolicy;
  readonly language: Pick<Language, "present" | "values" | "assertions">;
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
  rules: AssertionRules,
): string | undefined {
  const isCut = expected.places.length < expected.operands.length;
  const isSamePlaces = actual.places.join() === expected.places.join();
  if (!isSamePlaces || actual.operands.length !== expected.places.length || (actual.truth === null) !== isCut)
    return "other things were recorded than the assertion looks at";
  const operands = [...expected.operands];
  for (const [index, place] of expected.places.entries()) operands[place] = actual.operands[index];
  if (!isCut && actual.truth !== expected.truth) return describe(site, expected, operands, rules);
  const holds = relation(site, operands, expected, rules) ?? agrees(site, expected, operands, rules);
  return holds ? undefined : describe(site, expected, operands, rules);
}

/** Whether an assertion's relation can be computed from plain data alone. */
export function isDecidable(
  site: AssertionSite,
  { operands, truth }: Pick<ExpectedRecord, "operands" | "truth">,
  rules: AssertionRules,
): boolean {
  return compute(site, operands, rules) === truth;
}

/** Whether an assertion holds only for operands like the reference's: no relation between others can take their place. */
export function asksForAgreement(
  site: AssertionSite,
  expected: ExpectedRecord,
  rules: AssertionRules,
): boolean {
  const isByType = site.kind === "raises" || site.kind === "instance" || site.kind === "not instance";
  const isWhole = expected.operands.every((operand) => taggedValue(operand)?.tag !== "refused");
  return (
    !isByType && isWhole && !rules.language.assertions.isEquality(site) && !isDecidable(site, expected, rules)
  );
}

/** True where the computed relation is the wanted one; undefined where it cannot be computed. */
function relation(
  site: AssertionSite,
  operands: readonly ValueObservation[],
  expected: ExpectedRecord,
  rules: AssertionRules,
): boolean | undefined {
  if (site.kind === "raises") return isExpectedException(expected, operands);
  if (site.kind === "instance" || site.kind === "not instance") return isOfAgreedType(expected, operands);
  const value = compute(site, operands, rules);
  if (value === undefined) return undefined;
  // What the reference's own values do not satisfy as computed here is no matter of plain data.
  return isDecidable(site, expected, rules) ? value === expected.truth : undefined;
}

function compute(
  site: AssertionSite,
  operands: readonly ValueObservation[],
  { policy, language }: AssertionRules,
): boolean | undefined {
  return language.assertions.holds(site, operands, policy.float_tolerance);
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

/** Agreement with the reference, where only code of classes could decide; of an equality also that of its two sides. */
function agrees(
  site: AssertionSite,
  expected: ExpectedRecord,
  operands: readonly ValueObservation[],
  rules: AssertionRules,
): boolean {
  if (operands.every((operand, index) => isAlike(expected.operands[index], operand, rules))) return true;
  const [left, right] = operands;
  const areOfType = operands.every(
    (operand, index) => typeOfValue(operand) === typeOfValue(expected.operands[index]),
  );
  return (
    rules.language.assertions.isEquality(site) &&
    areOfType &&
    compute(site, operands, rules) === undefined &&
    compareValues(left, right, "", rules) === undefined
  );
}

/** What an observed value is, or the class of an object; undefined where it does not say. */
function typeOfValue(value: ValueObservation): string | undefined {
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  if (elementsOf(value) !== undefined) return "list";
  const tagged = taggedValue(value);
  if (tagged === undefined) return undefined;
  const { tag, content } = tagged;
  const type = tag === "object" ? membersOf(content).get("class") : elementsOf(content)?.[0];
  if (tag === "object" || tag === "value") return typeof type === "string" ? type : undefined;
  if (tag === "text" || tag === "int") return tag === "text" ? "string" : "number";
  return tag === "refused" ? `refused ${scalarText(content)}` : tag;
}

function isAlike(expected: ValueObservation, actual: ValueObservation, rules: AssertionRules): boolean {
  if (taggedValue(expected)?.tag === "refused") return typeOfValue(expected) === typeOfValue(actual);
  const [wanted, found] = [bared(expected, rules.policy), bared(actual, rules.policy)];
  return compareValues(wanted, found, "", rules) === undefined;
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
  { language: { present } }: AssertionRules,
): string {
  if (kind === "raises") return describeException(expected, operands, present);
  const shown = (value: ValueObservation): string => (value === undefined ? "nothing" : present.show(value));
  const seen = expected.places.map((place) => shown(operands[place])).join(" and ");
  const wanted = expected.places.map((place) => shown(expected.operands[place])).join(" and ");
  const others = expected.operands.filter((_, place) => !expected.places.includes(place)).map(shown);
  const against = others.length === 0 ? "" : `, compared with ${others.join(" and ")}`;
  return `${operators.length > 0 ? operators.join(" ") : kind} of ${seen}${against}; the reference showed ${wanted}`;
}

function describeException(
  expected: ExpectedRecord,
  operands: readonly ValueObservation[],
  present: Language["present"],
): string {
  const name = (value: ValueObservation): string => {
    const raised = exceptionOf(value);
    return raised === undefined ? "nothing" : present.className(raised.name).slice(0, 100);
  };
  return `raised ${name(operands.at(-1))}, expected ${name(expected.operands.at(-1))}`;
}
