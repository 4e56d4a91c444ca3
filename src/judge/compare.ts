/**
 * Compares what a candidate showed with what the reference showed. The candidate's side is hostile data: it is walked
 * in step with the expected side (`compare-values.ts`), never deeper or longer than that goes, read through own members
 * only, and whatever is not of the format is a difference.
 */
import { DioramaError, shorten } from "../base/index.ts";
import type { Present } from "../languages/index.ts";
import {
  type CaseRecipe,
  type ComparisonPolicy,
  ITERATORS,
  membersOf,
  type Observation,
  type RaisedException,
  scalarText,
  taggedValue,
  truthOf,
} from "../spec/index.ts";
import { compareValues, type Mismatch } from "./compare-values.ts";
import type { ComparisonRules, ValueRules } from "./comparison-rules.ts";
import type { Difference } from "./judgement.ts";
import { showSides } from "./sides.ts";
import { writePath } from "./value-path.ts";
import { isUnchanged } from "./input-changes.ts";

/** Longest path of a difference, in characters. */
const MAX_PATH = 1_000;
/** Longest text of a key in it. */
const MAX_KEY = 40;

/**
 * The first difference between what a case should show and what it showed, or undefined where they agree under
 * the policy (design, section 5). Never throws for any `actual`; throws `bug` where `expected` is refused, for such a
 * case must not be in a suite.
 */
export function compareObservations(
  caseId: string,
  expected: Observation,
  actual: Observation,
  rules: ComparisonRules,
): Difference | undefined {
  if (expected.status === "refused") {
    throw new DioramaError(
      "bug",
      `Cannot compare case "${caseId}": the expected observation is refused (${expected.message}).`,
    );
  }
  const shown = membersOf(actual);
  const mismatch = compareOutcomes(expected, shown, rules) ?? compareAfterwards(expected, shown, rules);
  return mismatch === undefined ? undefined : { caseId, ...mismatch };
}

type ExpectedObservation = Exclude<Observation, { status: "refused" }>;
type Shown = ReadonlyMap<string, unknown>;
type PathMessage = Omit<Difference, "caseId">;

function compareOutcomes(
  expected: ExpectedObservation,
  shown: Shown,
  rules: ComparisonRules,
): PathMessage | undefined {
  const { policy } = rules;
  const { present } = rules.language;
  if (shown.get("status") !== expected.status) {
    if (raisesAlike(expected, shown, policy)) return undefined;
    return {
      path: "status",
      message: `${describeShown(shown, present)}, expected it ${describeExpected(expected, present)}`,
    };
  }
  const unlike = compareAwaiting(expected, shown, present);
  if (unlike !== undefined) return { path: "status", message: unlike };
  if (expected.status === "raised") return compareRaised(expected, membersOf(shown.get("exception")), rules);
  const value = shown.get("value");
  if (policy.truth_only && value !== undefined && truthOf(expected.value) === truthOf(value))
    return undefined;
  const mismatch = compareValues(expected.value, value, "value", rules);
  if (mismatch !== undefined && policy.allows_copies) {
    const input = inputReturned(expected);
    if (input !== undefined && compareValues(input, value, "value", rules) === undefined) return undefined;
  }
  if (mismatch === undefined && policy.fresh_results && sharesMore(expected, shown))
    return {
      path: "value",
      message: "returned what shares a part with what was given, expected it to share none",
    };
  return mismatch && tellMismatch(mismatch, present, "returned", (path) => path !== "value");
}

/** True where the result shares something with the inputs, and the original's does not. */
function sharesMore(expected: ExpectedObservation, shown: Shown): boolean {
  return expected.status === "returned" && expected.shares !== true && shown.get("shares") === true;
}

/**
 * True where one side raised at the call and the other the same class at some item, and the original gives iterators, which its callers
 * go through: then whether a function is lazy, and what it had given before it failed, is how it works, not what it does. Where it gives
 * none nobody would, and what raises too late never does.
 */
function raisesAlike(expected: ExpectedObservation, shown: Shown, policy: ComparisonPolicy): boolean {
  if (expected.status === "raised" && !policy.gives_iterators) return false;
  const wanted = exceptionOf(expected)?.class;
  const found =
    shown.get("status") === "raised"
      ? membersOf(shown.get("exception")).get("class")
      : membersOf(endOf(shown.get("value"))).get("class");
  return wanted !== undefined && wanted === found;
}

/** The argument or receiver that a call returned itself, as it was after the call; undefined where it returned anything else. */
export function inputReturned(observation: Observation): unknown {
  if (observation.status !== "returned") return undefined;
  const { tag, content } = taggedValue(observation.value) ?? {};
  if (tag === "receiver") return observation.receiver;
  if (tag !== "argument") return undefined;
  return typeof content === "number"
    ? observation.positional[content]
    : membersOf(observation.keywords).get(String(content));
}

/** How an iterator ends; undefined for anything else. */
function endOf(value: unknown): unknown {
  const tagged = taggedValue(value);
  return tagged !== undefined && ITERATORS.has(tagged.tag) ? tagged.end : undefined;
}

/** The exception that a call ends with, or the iterator that it gives; undefined where there is none. */
export function exceptionOf(
  observation: Observation | ExpectedObservation,
): Pick<RaisedException, "class" | "message"> | undefined {
  if (observation.status === "raised") return observation.exception;
  if (observation.status === "refused") return undefined;
  const end = membersOf(endOf(observation.value));
  const [name, message] = [end.get("class"), end.get("message")];
  return typeof name === "string"
    ? { class: name, message: typeof message === "string" ? message : "" }
    : undefined;
}

/** True for an observation of a call that gave an iterator. */
export function givesIterator(observation: Observation): boolean {
  return observation.status === "returned" && ITERATORS.has(taggedValue(observation.value)?.tag ?? "");
}

/** What a function that is no coroutine itself gives to be awaited does nothing where the original's callers do not await. */
function compareAwaiting(expected: ExpectedObservation, shown: Shown, present: Present): string | undefined {
  const [isWanted, isFound] = [expected.awaited === true, shown.get("awaited") === true];
  if (isFound && !isWanted) return `returned a coroutine, expected it ${describeExpected(expected, present)}`;
  if (isFound || !isWanted || expected.status === "raised") return undefined;
  return `${describeShown(shown, present)}, expected it to return a coroutine`;
}

function compareRaised(
  expected: Extract<Observation, { status: "raised" }>,
  exception: Shown,
  rules: ComparisonRules,
): PathMessage | undefined {
  const {
    policy,
    language: { present },
  } = rules;
  const { class: name, message, data = {} } = expected.exception;
  if (exception.get("class") !== name) {
    return {
      path: "exception",
      message: `raised ${shortName(exception.get("class"), present)}, expected ${shortName(name, present)}`,
    };
  }
  const given = membersOf(exception.get("data"));
  for (const [attribute, value] of Object.entries(data)) {
    const mismatch = compareValues(value, given.get(attribute), `exception.${attribute}`, rules);
    if (mismatch)
      return tellMismatch(mismatch, present, `raised ${shortName(name, present)} with`, () => true);
  }
  if (!policy.messages || exception.get("message") === message) return undefined;
  const [wanted, found] = showSides(present, message, exception.get("message"));
  return {
    path: "exception.message",
    message: `raised ${shortName(name, present)} saying ${found}, expected ${wanted}`,
    sides: { expected: wanted, actual: found },
  };
}

function compareAfterwards(
  expected: ExpectedObservation,
  shown: Shown,
  rules: ComparisonRules,
): PathMessage | undefined {
  const { present } = rules.language;
  const seen = expected.status === "raised" ? withoutPrivate(rules) : rules;
  const checks: [string, unknown, unknown][] = [
    ["arguments", expected.positional, shown.get("positional")],
    ["receiver", expected.receiver, shown.get("receiver")],
  ];
  const keywords = membersOf(shown.get("keywords"));
  for (const [name, value] of membersOf(expected.keywords))
    checks.push([`arguments.${name}`, value, keywords.get(name)]);
  for (const [path, wanted, found] of checks) {
    if (wanted === undefined && found === undefined) continue;
    const mismatch = compareValues(wanted, found, path, seen);
    if (mismatch) return tellMismatch(mismatch, present, "left", () => true);
  }
  return (
    compareFiles(membersOf(expected.files), membersOf(shown.get("files")), present) ??
    compareOutput(membersOf(expected), shown, rules)
  );
}

/** How far a call had come with its private books when it raised is how it works: nobody goes on with an object from there. */
function withoutPrivate({ policy, language }: ComparisonRules): ComparisonRules {
  return { language, policy: { ...policy, private_attributes: [] } };
}

function compareOutput(expected: Shown, shown: Shown, rules: ComparisonRules): PathMessage | undefined {
  for (const kind of rules.policy.output) {
    const mismatch = compareValues(expected.get(kind), shown.get(kind), kind, rules);
    if (mismatch) return tellMismatch(mismatch, rules.language.present, kind, (path) => path !== kind);
  }
  return undefined;
}

function compareFiles(expected: Shown, actual: Shown, present: Present): PathMessage | undefined {
  for (const [name, content] of expected) {
    const found = actual.get(name);
    if (found !== content || !actual.has(name)) {
      if (typeof found !== "string" || typeof content !== "string")
        return {
          path: shorten(`files.${name}`, MAX_PATH),
          message: `${describeFile(name, found, present)}, expected ${describeContent(content, present)}`,
        };
      const [wanted, written] = showSides(present, content, found);
      return {
        path: shorten(`files.${name}`, MAX_PATH),
        message: `wrote ${written} to the file ${present.show(name)}, expected ${wanted}`,
        sides: { expected: wanted, actual: written },
      };
    }
  }
  for (const [name, content] of actual) {
    if (!expected.has(name))
      return {
        path: shorten(`files.${name}`, MAX_PATH),
        message: `${describeFile(name, content, present)}, expected no change to it`,
      };
  }
  return undefined;
}

function describeFile(name: string, content: unknown, present: Present): string {
  const shown = present.show(name);
  if (content === undefined) return `left the file ${shown} unchanged`;
  return content === null
    ? `removed the file ${shown}`
    : `wrote ${present.show(content)} to the file ${shown}`;
}

function describeContent(content: unknown, present: Present): string {
  return content === null ? "it to be removed" : present.show(content);
}

function describeShown(shown: Shown, present: Present): string {
  switch (shown.get("status")) {
    case "returned":
      return `returned ${present.show(shown.get("value"))}`;
    case "raised":
      return `raised ${shortName(membersOf(shown.get("exception")).get("class"), present)}`;
    case "refused":
      return `gave something that cannot be observed (${scalarText(shown.get("message")).slice(0, 200)})`;
    default:
      return "gave a malformed observation";
  }
}

function describeExpected(expected: ExpectedObservation, present: Present): string {
  return expected.status === "returned"
    ? `to return ${present.show(expected.value)}`
    : `to raise ${shortName(expected.exception.class, present)}`;
}

function shortName(name: unknown, present: Present): string {
  return typeof name === "string" ? present.className(name).slice(0, 100) : "something malformed";
}

/** What was done, the two sides, and where they part, if that `isTold`. */
function tellMismatch(
  { path: segments, expected, actual, areWords }: Mismatch,
  present: Present,
  verb: string,
  isTold: (path: string) => boolean,
): PathMessage {
  const written = writePath(segments, (key) => present.show(key, { maxLength: MAX_KEY }));
  const path = shorten(written, MAX_PATH);
  const [wanted, found] = areWords
    ? [String(expected), String(actual)]
    : showSides(present, expected, actual);
  const place = isTold(path) ? ` at ${path}` : "";
  return {
    path,
    message: `${verb} ${found}, expected ${wanted}${place}`,
    sides: { expected: wanted, actual: found },
  };
}

/**
 * True when an observation shows nothing: the call returned None, said nothing that counts, and inputs and files are as the recipe built them.
 * In doubt false: then the case stays and proves its worth by killing mutants.
 */
export function isTrivialObservation(
  observation: Observation,
  recipe: CaseRecipe,
  rules: ValueRules,
): boolean {
  if (observation.status !== "returned" || observation.value !== null) return false;
  const isQuiet = rules.policy.output.every((kind) => (observation[kind] ?? []).length === 0);
  return isQuiet && Object.keys(observation.files).length === 0 && isUnchanged(observation, recipe, rules);
}
