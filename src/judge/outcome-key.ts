import { canonicalJson, sha256, type Json } from "../base/index.ts";
import {
  type ComparisonPolicy,
  elementsOf,
  isMemo,
  isPrivateName,
  membersOf,
  type Observation,
  parseFloatText,
  scalarText,
  taggedValue,
  type ValueObservation,
} from "../spec/index.ts";
import type { ValueRules } from "./comparison-rules.ts";

/** Values nested deeper than this are cut; comparison refuses them before. */
export const MAX_DEPTH = 200;

/**
 * A stable text of what a case showed, without what the policy ignores, for counting distinct outcomes: observations
 * that compare as equal give equal keys, but for floats that a rounding boundary parts.
 */
export function outcomeKey(observation: Observation, { policy: known, language }: ValueRules): string {
  const { status } = observation;
  const policy: Projection = { ...known, language };
  if (status === "refused") return canonicalJson([status, observation.during]);
  const outcome =
    status === "returned"
      ? project(observation.value, policy, 0)
      : [
          observation.exception.class,
          policy.messages ? observation.exception.message : null,
          projectMembers(observation.exception.data ?? {}, policy, 0),
        ];
  const keywords = [...membersOf(observation.keywords)].map(
    ([name, value]) => [name, project(value, policy, 0)] as const,
  );
  return canonicalJson([
    status,
    outcome,
    observation.positional.map((value) => project(value, policy, 0)),
    sortedByText(keywords),
    observation.receiver === undefined ? null : project(observation.receiver, policy, 0),
    Object.entries(observation.files).sort(byText),
    ...(policy.fresh_results ? [observation.shares === true] : []),
    ...policy.output.map((kind) => observation[kind] ?? null),
  ]);
}

/** Keys of members that were long to write, which are asked for again where what they stand in is compared member by member. */
export type MemberKeys = WeakMap<object, string>;

/**
 * A key of one member of what has no order, with exact floats: equal for members that cannot be told apart. `depth` is how deep it stands in an
 * observation. Never throws.
 */
export function memberKey(
  value: ValueObservation,
  { policy, language, keys }: ValueRules & { readonly keys: MemberKeys },
  depth: number,
): string {
  return (
    knownKey(value, keys) ??
    shortKey(canonicalJson(project(value, { ...policy, float_tolerance: 0, language, keys }, depth)))
  );
}

/** A text that is longer stands as its digest, so that sets in sets are not written out again on each level. */
const LONGEST_KEY = 1_000;

function shortKey(text: string): string {
  return text.length > LONGEST_KEY ? sha256(text) : text;
}

function knownKey(value: unknown, keys: MemberKeys | undefined): string | undefined {
  return typeof value === "object" && value !== null ? keys?.get(value) : undefined;
}

interface Projection extends ComparisonPolicy, Pick<ValueRules, "language"> {
  readonly keys?: MemberKeys;
}

function project(value: unknown, policy: Projection, depth: number): Json {
  if (depth > MAX_DEPTH) return "…";
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return [typeof value, scalarText(value)];
  const elements = elementsOf(value);
  if (elements !== undefined) return ["list", ...projectAll(elements, policy, depth)];
  const { values } = policy.language;
  const plain = values?.plainOf(value);
  if (plain !== undefined && values?.plainOf(plain.value) === undefined)
    return project(plain.value, policy, depth);
  const tagged = taggedValue(value);
  if (tagged === undefined) return ["malformed", projectMembers(value, policy, depth)];
  const { tag, content, end } = tagged;
  switch (tag) {
    case "float":
      return [tag, floatText(content, policy)];
    case "complex":
      return [tag, ...(elementsOf(content) ?? []).map((part) => floatText(part, policy))];
    case "dict":
    case "set":
    case "frozenset":
      return [tag, ...projectUnordered(elementsOf(content) ?? [], policy, depth)];
    case "value":
      return [tag, ...projectLibraryValue(elementsOf(content) ?? [], policy, depth)];
    case "object":
      return [tag, ...projectObject(content, policy, depth)];
    case "iterator":
    case "async_iterator":
      return [
        tag,
        projectAll(elementsOf(content) ?? [], policy, depth),
        scalarText(membersOf(end).get("class") ?? end),
      ];
    default:
      return [tag, project(content, policy, depth + 1)];
  }
}

function projectAll(values: readonly unknown[], policy: Projection, depth: number): Json[] {
  return values.map((value) => project(value, policy, depth + 1));
}

function projectMembers(value: unknown, policy: Projection, depth: number): Json {
  return [...membersOf(value)].map(([name, item]) => [name, project(item, policy, depth + 1)]).sort(byText);
}

function projectLibraryValue(parts: readonly unknown[], policy: Projection, depth: number): Json[] {
  const { values } = policy.language;
  const [type, ...given] = values?.comparedParts(parts) ?? parts;
  const members = values?.membersOf(parts);
  if (members === undefined) return [scalarText(type), ...projectAll(given, policy, depth)];
  const items = projectAll(elementsOf(members.items) ?? [], policy, depth);
  return [scalarText(type), members.areOrdered ? items : sortedByText(items)];
}

function projectObject(content: unknown, policy: Projection, depth: number): Json[] {
  const members = membersOf(content);
  const state = [...membersOf(members.get("state"))]
    .filter(([name]) => isComparedAttribute(name, policy) && !isMemo(members, name))
    .map(([name, value]): Json => [name, project(value, policy, depth + 1)]);
  return [
    scalarText(members.get("class")),
    members.has("own") ? scalarText(members.get("own")) : null,
    sortedByText(state),
    project(members.get("base"), policy, depth + 1),
  ];
}

/** True for attributes that count as state: all but private ones that the policy does not name, and counters. */
export function isComparedAttribute(name: string, policy: ComparisonPolicy): boolean {
  return isPrivateName(name) ? policy.private_attributes.includes(name) : !policy.counters.includes(name);
}

/** Rounded to nine digits, about the default tolerance; exact where no tolerance is asked for. */
function floatText(content: unknown, policy: ComparisonPolicy): Json {
  const number = parseFloatText(content);
  if (number === undefined) return scalarText(content);
  if (Object.is(number, -0)) return "-0";
  return policy.float_tolerance === 0 ? String(number) : number.toPrecision(9);
}

/** Members of what has no order, in the order of their texts. */
function projectUnordered(members: readonly unknown[], policy: Projection, depth: number): Json[] {
  return members
    .map((member) => {
      const known = knownKey(member, policy.keys);
      if (known !== undefined) return { key: known, value: known };
      const value = project(member, policy, depth + 1);
      const text = canonicalJson(value);
      const key = shortKey(text);
      if (key !== text && typeof member === "object" && member !== null) policy.keys?.set(member, key);
      return { key, value: key === text ? value : key };
    })
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ value }) => value);
}

function sortedByText<T>(values: readonly T[]): T[] {
  return values
    .map((value) => [canonicalJson(value), value] as const)
    .sort(byText)
    .map(([, value]) => value);
}

function byText(left: readonly unknown[], right: readonly unknown[]): number {
  const [a, b] = [scalarText(left[0]), scalarText(right[0])];
  return a < b ? -1 : a > b ? 1 : 0;
}
