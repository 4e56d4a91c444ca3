import type { PlainValue, ValueComparison } from "../languages/index.ts";
import {
  elementsOf,
  isEmptyValue,
  isMemo,
  isPrivateName,
  membersOf,
  parseFloatText,
  scalarText,
  type TaggedValue,
  taggedValue,
  textOfCode,
  type ValueObservation,
} from "../spec/index.ts";
import type { ValueRules } from "./comparison-rules.ts";
import { isComparedAttribute, MAX_DEPTH, memberKey, type MemberKeys } from "./outcome-key.ts";
import { type PathSegment, stepIntoFunction } from "./value-path.ts";

/** Members of unordered parts that may be matched pair by pair. */
const MAX_PAIRWISE = 32;
/** Values looked at before matching what has no order gives up, all levels together. */
const MAX_STEPS = 500_000;
const MAX_NAME = 200;
/** Where the way to a part of a result begins. */
const RESULT = "value";

/** Where two values part, and what stands on the two sides there; undefined where nothing does. */
export interface Mismatch {
  readonly path: readonly PathSegment[];
  readonly expected: unknown;
  readonly actual: unknown;
  /** Whether they are no values but words on how something ended. */
  readonly areWords: boolean;
}

/** The first place where two values part under `rules`, or undefined. `root` begins its path. Never throws. */
export function compareValues(
  expected: ValueObservation,
  actual: ValueObservation,
  root: string,
  { policy, language }: ValueRules,
): Mismatch | undefined {
  const work = {
    policy,
    language,
    keys: new WeakMap<object, string>(),
    areBytesAlike: policy.bytes_alike && root === RESULT,
    stepsLeft: MAX_STEPS,
  };
  const precision = { relative: policy.float_tolerance, absolute: undefined };
  const spot = compare({ expected, actual, segment: root, parent: undefined, depth: 0, work, precision });
  if (spot === undefined) return undefined;
  return {
    path: pathOf(spot),
    expected: spot.expected,
    actual: spot.actual,
    areWords: spot.areWords === true,
  };
}

/** Two values to compare and where they stand. Paths are put together only where a difference is told. */
interface Spot {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly segment: PathSegment;
  readonly parent: Spot | undefined;
  readonly depth: number;
  /** True where the two sides are words on how something ended. */
  readonly areWords?: boolean;
  readonly work: ValueRules & {
    readonly keys: MemberKeys;
    readonly areBytesAlike: boolean;
    stepsLeft: number;
  };
  readonly precision: Precision;
}

/** How near to each other two floats agree. */
interface Precision {
  readonly relative: number;
  /** In arrays of floats, where zero has no sign either; undefined elsewhere. */
  readonly absolute: number | undefined;
}

function below(parent: Spot, segment: PathSegment, [expected, actual]: readonly [unknown, unknown]): Spot {
  const { work, precision } = parent;
  return { expected, actual, segment, parent, depth: parent.depth + 1, work, precision };
}

/** The way to a spot; empty steps are left out. */
function pathOf(spot: Spot): PathSegment[] {
  const segments: PathSegment[] = [];
  for (let at: Spot | undefined = spot; at !== undefined; at = at.parent)
    if (at.segment !== "") segments.unshift(at.segment);
  return segments;
}

/** The spot where the two sides part, or undefined. */
function compare(spot: Spot): Spot | undefined {
  const { expected, actual, work } = spot;
  work.stepsLeft -= 1;
  if (spot.depth > MAX_DEPTH) return spot;
  if (expected === null || typeof expected !== "object") {
    const found = plainOf(spot, actual)?.value ?? actual;
    return expected === found && expected !== undefined ? undefined : spot;
  }
  if (elementsOf(expected) !== undefined) return compareSequences(spot, expected, actual);
  const plain = [plainOf(spot, expected), plainOf(spot, actual)] as const;
  if (plain[0] !== undefined || plain[1] !== undefined) return comparePlain(spot, ...plain);
  const [wanted, found] = [taggedValue(expected), taggedValue(actual)];
  if (wanted?.tag === "object" && found?.tag !== "object") {
    const content = plainContent(membersOf(wanted.content));
    return content === undefined ? spot : compare({ ...spot, expected: content });
  }
  if (wanted === undefined || found === undefined || !areAlike(wanted.tag, found.tag, work)) return spot;
  return compareTagged(spot, wanted, found);
}

/**
 * What an instance of a class that nothing can import stands for, where it is a text or number with a class of its own and holds nothing else:
 * a test made that class, so nobody can ask a result for it. Undefined for all else.
 */
function plainContent(object: Members): unknown {
  return object.get("own") === "" && membersOf(object.get("state")).size === 0
    ? object.get("base")
    : undefined;
}

function areAlike(wanted: string, found: string, { areBytesAlike }: Spot["work"]): boolean {
  return wanted === found || (areBytesAlike && wanted === "bytearray" && found === "bytes");
}

function plainOf({ work }: Spot, value: unknown): PlainValue | undefined {
  return work.language.values?.plainOf(value);
}

/** A library's number and one of the language agree where they are the same number; what is in one is none again. */
function comparePlain(
  spot: Spot,
  wanted: PlainValue | undefined,
  found: PlainValue | undefined,
): Spot | undefined {
  const [expected, actual] = [wanted?.value ?? spot.expected, found?.value ?? spot.actual];
  if (plainOf(spot, expected) !== undefined || plainOf(spot, actual) !== undefined) return spot;
  const relative = Math.max(wanted?.relative ?? 0, spot.precision.relative);
  const parting = compare({ ...spot, expected, actual, precision: { ...spot.precision, relative } });
  return parting === undefined ? undefined : spot;
}

function compareTagged(spot: Spot, wanted: TaggedValue, found: TaggedValue): Spot | undefined {
  switch (wanted.tag) {
    case "refused":
      return spot;
    case "float":
      return agree(wanted.content, found.content, spot.precision) ? undefined : spot;
    case "complex":
      return compareComplex(spot, wanted.content, found.content);
    case "tuple":
    case "deque":
    case "text":
      return compareSequences(spot, wanted.content, found.content);
    case "iterator":
    case "async_iterator":
      return compareIterators(spot, wanted, found);
    case "dict":
      return compareDictionaries(spot, wanted.content, found.content);
    case "set":
    case "frozenset":
      return compareUnordered(spot, wanted.content, found.content);
    case "value":
      return compareLibraryValues(spot, wanted.content, found.content);
    case "object":
      return compareObjects(spot, membersOf(wanted.content), membersOf(found.content));
    case "file":
      return compareMembers(spot, membersOf(wanted.content), membersOf(found.content));
    case "function":
      return compareFunctions(spot, wanted.content, found.content);
    default:
      return wanted.content === found.content ? undefined : spot;
  }
}

/** Functions by their text, and what those hold that they may change: what they were called for, where they note it. */
function compareFunctions(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  if (textOfCode(expected) !== textOfCode(actual)) return spot;
  const found = membersOf(membersOf(actual).get("values"));
  for (const [name, value] of membersOf(membersOf(expected).get("values"))) {
    const mismatch = compare(below(spot, stepIntoFunction(name), [value, found.get(name)]));
    if (mismatch) return mismatch;
  }
  return undefined;
}

/** Floats agree within the tolerance; NaN agrees with NaN, -0.0 not with 0.0 but in arrays. */
function agree(expected: unknown, actual: unknown, { relative, absolute }: Precision): boolean {
  const [wanted, found] = [parseFloatText(expected), parseFloatText(actual)];
  if (wanted === undefined || found === undefined) return false;
  if (Object.is(wanted, found)) return true;
  if (!Number.isFinite(wanted) || !Number.isFinite(found)) return false;
  if (wanted === 0 && found === 0) return absolute !== undefined;
  const largest = Math.max(Math.abs(wanted), Math.abs(found));
  return Math.abs(wanted - found) <= Math.max(relative * largest, absolute ?? 0);
}

function compareComplex(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  const [wanted, found] = [elementsOf(expected) ?? [], elementsOf(actual) ?? []];
  const isSame =
    wanted.length === found.length &&
    wanted.every((part, index) => agree(part, found[index], spot.precision));
  return isSame ? undefined : spot;
}

function compareSequences(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  const [wanted, found] = [elementsOf(expected), elementsOf(actual)];
  if (wanted === undefined || found === undefined) return spot;
  const common = Math.min(wanted.length, found.length);
  for (let index = 0; index < common; index += 1) {
    const mismatch = compare(below(spot, index, [wanted[index], found[index]]));
    if (mismatch) return mismatch;
  }
  if (wanted.length === found.length) return undefined;
  return below(spot, common, [wanted[common], found[common]]);
}

function compareIterators(spot: Spot, wanted: TaggedValue, found: TaggedValue): Spot | undefined {
  const items = compareSequences(spot, wanted.content, found.content);
  if (items) return items;
  const [end, other] = [endOf(wanted.end), endOf(found.end)];
  if (end !== undefined && end === other) return undefined;
  return { ...below(spot, ".end", [String(end), String(other)]), areWords: true };
}

function endOf(end: unknown): string | undefined {
  if (end === "stop" || end === "limit") return end;
  const name = membersOf(end).get("class");
  return typeof name === "string" ? `raising ${name.slice(0, 100)}` : undefined;
}

function compareLibraryValues(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  const { values } = spot.work.language;
  const written = [elementsOf(expected) ?? [], elementsOf(actual) ?? []] as const;
  const isWrittenAlike = written[0].every((part, at) => part === written[1][at]);
  const [wanted, found] =
    isWrittenAlike || values === undefined ? written : comparedSides(written, values, isPrivate(spot));
  const [type] = wanted;
  if (typeof type !== "string" || type !== found[0] || wanted.length !== found.length) return spot;
  const members = values?.membersOf(wanted);
  if (members !== undefined) {
    const compareAll = members.areOrdered ? compareSequences : compareUnordered;
    return compareAll(spot, members.items, values?.membersOf(found)?.items);
  }
  const inner = { ...spot, precision: precisionOf(spot) };
  for (let index = 1; index < wanted.length; index += 1) {
    const mismatch = compare(below(inner, "", [wanted[index], found[index]]));
    if (mismatch) return pathOf(mismatch).length === pathOf(spot).length ? spot : mismatch;
  }
  return undefined;
}

type Parts = readonly unknown[];

function comparedSides(
  [expected, actual]: readonly [Parts, Parts],
  values: ValueComparison,
  isPrivateState: boolean,
): readonly [Parts, Parts] {
  const partsOf = (parts: Parts): Parts =>
    values.comparedParts(isPrivateState ? values.withoutMadeByLooks(parts) : parts);
  return [partsOf(expected), partsOf(actual)];
}

/** True for what stands in a private attribute, however deep. */
function isPrivate(spot: Spot): boolean {
  for (let at: Spot | undefined = spot; at !== undefined; at = at.parent)
    if (typeof at.segment === "string" && at.segment.startsWith(".") && isPrivateName(at.segment.slice(1)))
      return true;
  return false;
}

/** How near the items of an array must be; of anything else what holds around it. */
function precisionOf({ expected, precision, work }: Spot): Precision {
  const array = work.language.values?.arrayOf(expected);
  if (array === undefined) return precision;
  return { relative: Math.max(array.relative, work.policy.float_tolerance), absolute: array.absolute };
}

type Members = ReadonlyMap<string, unknown>;

function compareObjects(spot: Spot, expected: Members, actual: Members): Spot | undefined {
  if (typeof expected.get("class") !== "string" || expected.get("class") !== actual.get("class")) return spot;
  if (!isSameOwnClass(expected.get("own"), actual.get("own"))) return spot;
  if (expected.has("base") || actual.has("base")) {
    const mismatch = compare(below(spot, "", [expected.get("base"), actual.get("base")]));
    if (mismatch) return mismatch;
  }
  const memos = membersOf(expected.get("memos"));
  // Which attributes an object may remember is the original's word; a candidate's that it holds more, right ones.
  const isRemembered = (name: string, isWanted: boolean): boolean =>
    memos.has(name) && isMemo(isWanted ? expected : actual, name);
  const states = [membersOf(expected.get("state")), membersOf(actual.get("state"))] as const;
  const isOfWords = !spot.work.policy.messages && TELLS_OF_FAILURE.test(scalarText(expected.get("class")));
  return compareMembers(spot, ...states, { isRemembered, isOfWords });
}

/** Classes whose objects tell of a failure: their wording counts as little as that of an exception. */
const TELLS_OF_FAILURE = /(?:Error|Exception|Warning|Diagnostic)$/u;

/** True for an attribute that words what went wrong, on both sides. */
function isWording(name: string, expected: unknown, actual: unknown): boolean {
  const isProse = (value: unknown): boolean => typeof value === "string" && /\s/u.test(value);
  return (name === "message" || name === "msg") && isProse(expected) && isProse(actual);
}

/** What of an object's attributes is not compared. */
interface ObjectRules {
  readonly isRemembered?: (name: string, isWanted: boolean) => boolean;
  readonly isOfWords?: boolean;
}

/** One that nothing can import has no name: any class that is not public itself may stand for it. */
function isSameOwnClass(expected: unknown, actual: unknown): boolean {
  return expected === "" ? typeof actual === "string" : expected === actual;
}

function compareMembers(
  spot: Spot,
  expected: Members,
  actual: Members,
  { isRemembered = () => false, isOfWords = false }: ObjectRules = {},
): Spot | undefined {
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    if (!isComparedAttribute(name, spot.work.policy) || isPrivateStream(name, expected.get(name))) continue;
    if (isOfWords && isWording(name, expected.get(name), actual.get(name))) continue;
    const isLone = !expected.has(name) || !actual.has(name);
    if (isLone && isRemembered(name, expected.has(name))) continue;
    if (isLone && isNotMadeYet(name, expected.get(name) ?? actual.get(name))) continue;
    const member = below(spot, `.${name.slice(0, MAX_NAME)}`, [expected.get(name), actual.get(name)]);
    const mismatch = isLone ? member : compare(member);
    if (mismatch) return mismatch;
  }
  return undefined;
}

/** True for a private attribute that holds nothing: whether it is made when the object is, or when it is first asked for, is how a class works. */
export function isNotMadeYet(name: string, value: unknown): boolean {
  return isPrivateName(name) && (value === null || value === undefined || isEmptyValue(value));
}

/** True for a private attribute that holds an open file: which object that is and where it stands is how a class works. */
export function isPrivateStream(name: string, value: unknown): boolean {
  const tagged = isPrivateName(name) ? taggedValue(value) : undefined;
  if (tagged?.tag === "file") return true;
  return tagged?.tag === "object" && /^_?io:/u.test(scalarText(membersOf(tagged.content).get("class")));
}

/** Pairs `[key, value]` without their order: values of equal keys are compared, so that a path names the key. */
function compareDictionaries(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  const [wanted, found] = [elementsOf(expected), elementsOf(actual)];
  if (wanted === undefined || found === undefined) return spot;
  const keyOf = (pair: unknown): unknown =>
    elementsOf(pair)?.length === 2 ? elementsOf(pair)?.[0] : { malformed: true };
  const { pairs, missing, extra } = matchByKey(spot, wanted, found, keyOf);
  for (const [pair, other] of pairs) {
    const values = [elementsOf(pair)?.[1], elementsOf(other)?.[1]] as const;
    const mismatch = compare(below(spot, { key: keyOf(pair) }, values));
    if (mismatch) return mismatch;
  }
  return matchPairwise(spot, missing, extra);
}

function compareUnordered(spot: Spot, expected: unknown, actual: unknown): Spot | undefined {
  const [wanted, found] = [elementsOf(expected), elementsOf(actual)];
  if (wanted === undefined || found === undefined) return spot;
  const { missing, extra } = matchByKey(spot, wanted, found, (item) => item);
  return matchPairwise(spot, missing, extra);
}

interface Matching {
  readonly pairs: (readonly [unknown, unknown])[];
  readonly missing: unknown[];
  readonly extra: unknown[];
}

/** Sets members with the same key text against each other; many with one text in their order. */
function matchByKey(
  spot: Spot,
  expected: readonly unknown[],
  actual: readonly unknown[],
  keyOf: (member: unknown) => unknown,
): Matching {
  const textOf = (member: unknown): string => memberKey(keyOf(member), spot.work, spot.depth);
  const groups = Map.groupBy(actual.toReversed(), textOf);
  const matching: Matching = { pairs: [], missing: [], extra: [] };
  for (const member of expected) {
    const group = groups.get(textOf(member));
    if (group === undefined || group.length === 0) matching.missing.push(member);
    else matching.pairs.push([member, group.pop()]);
  }
  for (const group of groups.values()) {
    for (const member of group.reverse()) matching.extra.push(member);
  }
  return matching;
}

/** Matches the few that key texts left over, where tolerance makes them equal. */
function matchPairwise(spot: Spot, missing: readonly unknown[], extra: readonly unknown[]): Spot | undefined {
  const left = [...extra];
  const isTractable = missing.length === extra.length && missing.length <= MAX_PAIRWISE;
  for (const member of missing) {
    const index = isTractable
      ? left.findIndex((other) => spot.work.stepsLeft > 0 && isEqual(spot, member, other))
      : -1;
    if (index < 0) return below(spot, "", [member, undefined]);
    left.splice(index, 1);
  }
  return left.length === 0 ? undefined : below(spot, "", [undefined, left[0]]);
}

function isEqual(spot: Spot, expected: unknown, actual: unknown): boolean {
  return compare(below(spot, "", [expected, actual])) === undefined;
}
