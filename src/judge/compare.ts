/**
 * Compares what a candidate showed with what the reference showed. The candidate's side is hostile data: it is walked
 * in step with the expected side (`compare-values.ts`), never deeper or longer than that goes, read through own members
 * only, and whatever is not of the format is a difference.
 */
import { DioramaError, shorten } from "../base/index.ts";
import type { CaseRecipe, ComparisonPolicy, Observation } from "../spec/index.ts";
import { compareValues, MAX_PATH, type Mismatch } from "./compare-values.ts";
import type { Difference } from "./judgement.ts";
import { ITERATORS, membersOf, scalarText, simpleName, taggedValue } from "./observed-value.ts";
import { renderSides, renderValue } from "./render-value.ts";
import { isUnchanged } from "./input-changes.ts";

/**
 * The first difference between what a case should show and what it showed, or undefined where they agree under
 * `policy` (design, section 5). Never throws for any `actual`; throws `bug` where `expected` is refused, for such a
 * case must not be in a suite.
 */
export function compareObservations(
  caseId: string,
  expected: Observation,
  actual: Observation,
  policy: ComparisonPolicy,
): Difference | undefined {
  if (expected.status === "refused") {
    throw new DioramaError(
      "bug",
      `Cannot compare case "${caseId}": the expected observation is refused (${expected.message}).`,
    );
  }
  const shown = membersOf(actual);
  const mismatch = compareOutcomes(expected, shown, policy) ?? compareAfterwards(expected, shown, policy);
  return mismatch === undefined ? undefined : { caseId, ...mismatch };
}

type ExpectedObservation = Exclude<Observation, { status: "refused" }>;
type Shown = ReadonlyMap<string, unknown>;
type PathMessage = Omit<Difference, "caseId">;

function compareOutcomes(
  expected: ExpectedObservation,
  shown: Shown,
  policy: ComparisonPolicy,
): PathMessage | undefined {
  if (shown.get("status") !== expected.status) {
    if (raisesAlike(expected, shown, policy)) return undefined;
    return { path: "status", message: `${describeShown(shown)}, expected it ${describeExpected(expected)}` };
  }
  const unlike = compareAwaiting(expected, shown);
  if (unlike !== undefined) return { path: "status", message: unlike };
  if (expected.status === "raised") return compareRaised(expected, membersOf(shown.get("exception")), policy);
  const mismatch = compareValues(expected.value, shown.get("value"), "value", policy);
  return mismatch && toldAt(mismatch, `returned ${sides(mismatch, "value")}`);
}

/**
 * True where one side raised at the call and the other the same class at some item, and the original gives iterators, which its callers
 * go through: then whether a function is lazy, and what it had given before it failed, is how it works, not what it does. Where it gives
 * none nobody would, and what raises too late never does.
 */
function raisesAlike(expected: ExpectedObservation, shown: Shown, policy: ComparisonPolicy): boolean {
  if (expected.status === "raised" && !policy.gives_iterators) return false;
  const wanted = expected.status === "raised" ? expected.exception.class : raisedWithin(expected.value);
  const found =
    shown.get("status") === "raised"
      ? membersOf(shown.get("exception")).get("class")
      : raisedWithin(shown.get("value"));
  return wanted !== undefined && wanted === found;
}

/** The class of the exception that an iterator ends with; undefined where it ends otherwise, and for anything else. */
export function raisedWithin(value: unknown): unknown {
  const tagged = taggedValue(value);
  return tagged !== undefined && ITERATORS.has(tagged.tag) ? membersOf(tagged.end).get("class") : undefined;
}

/** True for an observation of a call that gave an iterator. */
export function givesIterator(observation: Observation): boolean {
  return observation.status === "returned" && ITERATORS.has(taggedValue(observation.value)?.tag ?? "");
}

/** What a function that is no coroutine itself gives to be awaited does nothing where the original's callers do not await. */
function compareAwaiting(expected: ExpectedObservation, shown: Shown): string | undefined {
  const [isWanted, isFound] = [expected.awaited === true, shown.get("awaited") === true];
  if (isFound && !isWanted) return `returned a coroutine, expected it ${describeExpected(expected)}`;
  if (isFound || !isWanted || expected.status === "raised") return undefined;
  return `${describeShown(shown)}, expected it to return a coroutine`;
}

function compareRaised(
  expected: Extract<Observation, { status: "raised" }>,
  exception: Shown,
  policy: ComparisonPolicy,
): PathMessage | undefined {
  const { class: name, message } = expected.exception;
  if (exception.get("class") !== name) {
    return {
      path: "exception",
      message: `raised ${shortName(exception.get("class"))}, expected ${shortName(name)}`,
    };
  }
  if (!policy.messages || exception.get("message") === message) return undefined;
  const [wanted, found] = renderSides(message, exception.get("message"));
  return {
    path: "exception.message",
    message: `raised ${shortName(name)} saying ${found}, expected ${wanted}`,
    sides: { expected: wanted, actual: found },
  };
}

function compareAfterwards(
  expected: ExpectedObservation,
  shown: Shown,
  policy: ComparisonPolicy,
): PathMessage | undefined {
  const checks: [string, unknown, unknown][] = [
    ["arguments", expected.positional, shown.get("positional")],
    ["receiver", expected.receiver, shown.get("receiver")],
  ];
  const keywords = membersOf(shown.get("keywords"));
  for (const [name, value] of membersOf(expected.keywords))
    checks.push([`arguments.${name}`, value, keywords.get(name)]);
  for (const [path, wanted, found] of checks) {
    if (wanted === undefined && found === undefined) continue;
    const mismatch = compareValues(wanted, found, path, policy);
    if (mismatch) return toldAt(mismatch, `left ${sides(mismatch, path)}`);
  }
  return (
    compareFiles(membersOf(expected.files), membersOf(shown.get("files"))) ??
    compareOutput(membersOf(expected), shown, policy)
  );
}

function compareOutput(expected: Shown, shown: Shown, policy: ComparisonPolicy): PathMessage | undefined {
  for (const kind of policy.output) {
    const mismatch = compareValues(expected.get(kind), shown.get(kind), kind, policy);
    if (mismatch === undefined) continue;
    const { path, actual, expected: wanted } = mismatch;
    const place = path === kind ? "" : ` at ${path}`;
    return toldAt(mismatch, `${kind} ${actual}, expected ${wanted}${place}`);
  }
  return undefined;
}

function compareFiles(expected: Shown, actual: Shown): PathMessage | undefined {
  for (const [name, content] of expected) {
    const found = actual.get(name);
    if (found !== content || !actual.has(name)) {
      if (typeof found !== "string" || typeof content !== "string")
        return {
          path: shorten(`files.${name}`, MAX_PATH),
          message: `${describeFile(name, found)}, expected ${describeContent(content)}`,
        };
      const [wanted, written] = renderSides(content, found);
      return {
        path: shorten(`files.${name}`, MAX_PATH),
        message: `wrote ${written} to the file ${renderValue(name)}, expected ${wanted}`,
        sides: { expected: wanted, actual: written },
      };
    }
  }
  for (const [name, content] of actual) {
    if (!expected.has(name))
      return {
        path: shorten(`files.${name}`, MAX_PATH),
        message: `${describeFile(name, content)}, expected no change to it`,
      };
  }
  return undefined;
}

function describeFile(name: string, content: unknown): string {
  const shown = renderValue(name);
  if (content === undefined) return `left the file ${shown} unchanged`;
  return content === null
    ? `removed the file ${shown}`
    : `wrote ${renderValue(content)} to the file ${shown}`;
}

function describeContent(content: unknown): string {
  return content === null ? "it to be removed" : renderValue(content);
}

function describeShown(shown: Shown): string {
  switch (shown.get("status")) {
    case "returned":
      return `returned ${renderValue(shown.get("value"))}`;
    case "raised":
      return `raised ${shortName(membersOf(shown.get("exception")).get("class"))}`;
    case "refused":
      return `gave something that cannot be observed (${scalarText(shown.get("message")).slice(0, 200)})`;
    default:
      return "gave a malformed observation";
  }
}

function describeExpected(expected: ExpectedObservation): string {
  return expected.status === "returned"
    ? `to return ${renderValue(expected.value)}`
    : `to raise ${shortName(expected.exception.class)}`;
}

function shortName(name: unknown): string {
  return typeof name === "string" ? simpleName(name).slice(0, 100) : "something malformed";
}

function toldAt({ path, expected, actual }: Mismatch, message: string): PathMessage {
  return { path, message, sides: { expected, actual } };
}

function sides(mismatch: Mismatch, root: string): string {
  const text = `${mismatch.actual}, expected ${mismatch.expected}`;
  return mismatch.path === root && root === "value" ? text : `${text} at ${mismatch.path}`;
}

/**
 * True when an observation shows nothing: the call returned None, said nothing that counts, and inputs and files are as the recipe built them.
 * In doubt false: then the case stays and proves its worth by killing mutants.
 */
export function isTrivialObservation(
  observation: Observation,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
): boolean {
  if (observation.status !== "returned" || observation.value !== null) return false;
  const isQuiet = policy.output.every((kind) => (observation[kind] ?? []).length === 0);
  return isQuiet && Object.keys(observation.files).length === 0 && isUnchanged(observation, recipe, policy);
}
