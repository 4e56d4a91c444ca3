import { createRandom, evenChoice } from "../base/index.ts";
import {
  compareObservations,
  type ComparisonRules,
  type EvaluationOutcome,
  type Variation,
} from "../judge/index.ts";
import type { ComparisonPolicy, Observation, SuiteCase } from "../spec/index.ts";
import { observeAlone } from "./body-series.ts";
import { observationsOf, observeReference, type ProofTarget } from "./proof-target.ts";

/** With the plain one five processes that differ in everything a stable target must not depend on (design, section 6). */
const OTHER_VARIATIONS: readonly Variation[] = [
  { hashSeed: 1, timeZone: "America/New_York", locale: "C" },
  { hashSeed: 2, timeZone: "Asia/Kolkata", locale: "C.UTF-8" },
  { hashSeed: 3, timeZone: "Pacific/Auckland", locale: "POSIX" },
  { hashSeed: 4242, timeZone: "Europe/Berlin", locale: "C.UTF-8" },
];

/** What the stability check left of a suite. */
export interface StabilityResult {
  /** How cases are compared: without the private attributes and counters that were all that changed of some. */
  readonly policy: ComparisonPolicy;
  readonly parents: number;
  readonly stable: readonly SuiteCase[];
  readonly dropped: readonly {
    readonly id: string;
    readonly reason: "unstable" | "order_dependent";
    readonly detail: string;
  }[];
}

/**
 * Cases that are run alone, at most, where none of them shows something else for it: in five orders each case runs before and after each other one, and what
 * one case leaves behind for a few others shows there. What all cases find done but the first shows in any case that runs alone.
 */
const MOST_ALONE = 80;

/**
 * Runs the reference in five processes (another hash seed, zone, order and locale each; what the plain one showed is `first`) and each case
 * alone, or where there are many `MOST_ALONE` of them, and all if one of these shows something else alone. A private attribute that changes
 * (a hash that an object keeps) is compared no more, nor is a counter of what was made before; cases that still do not show the same every time are dropped.
 */
export async function checkStability(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  first: EvaluationOutcome,
): Promise<StabilityResult> {
  const expected = observationsOf(first.results);
  const others = await Promise.all(
    OTHER_VARIATIONS.map((variation, index) =>
      observeReference(target, cases, { variation, order: shuffled(cases.length, index + 1) }),
    ),
  );
  const varied = [first, ...others];
  const shown = varied.map(readShown);
  const rules = withoutChangingAttributes(target, cases, expected, shown);
  const dropped: { id: string; reason: "unstable" | "order_dependent"; detail: string }[] = [];
  const steady = cases.filter((single) => {
    const different = findChange(rules, single, expected, shown);
    if (different !== undefined) dropped.push({ id: single.id, reason: "unstable", detail: different });
    return different === undefined;
  });
  const findLonely = async (some: readonly SuiteCase[]): Promise<ReadonlyMap<SuiteCase, string>> => {
    const alone = await observeAllAlone(target, some, expected);
    return new Map(
      some.flatMap((single, index) => {
        const lonely = findChange(rules, single, expected, alone.slice(index, index + 1));
        return lonely === undefined ? [] : [[single, lonely] as const];
      }),
    );
  };
  const some = evenChoice(steady, MOST_ALONE);
  const among = await findLonely(some);
  const lonely = among.size === 0 || some.length === steady.length ? among : await findLonely(steady);
  for (const [{ id }, detail] of lonely) dropped.push({ id, reason: "order_dependent", detail });
  const stable = steady.filter((single) => !lonely.has(single));
  return { policy: rules.policy, parents: varied.length, stable, dropped };
}

/** What cases showed, by their ids, and how it ended. */
interface Shown extends Pick<EvaluationOutcome, "status"> {
  readonly observations: ReadonlyMap<string, Observation>;
}

function readShown({ status, results }: EvaluationOutcome): Shown {
  return { status, observations: new Map(results.map(({ id, observation }) => [id, observation])) };
}

async function observeAllAlone(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<readonly Shown[]> {
  const seen = await observeAlone(target, cases, expected);
  return Promise.all(
    cases.map(async (single, index) => {
      const observation = seen[index];
      return observation === undefined
        ? readShown(await observeReference(target, [single]))
        : { status: "observed" as const, observations: new Map([[single.id, observation]]) };
    }),
  );
}

/** The policy without each private attribute, and each counter, that alone makes some case change. */
function withoutChangingAttributes(
  { policy, language, definition, originalText }: ProofTarget,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
  outcomes: readonly Shown[],
): ComparisonRules {
  let current: ComparisonRules = { policy, language };
  const without = (name: string): ComparisonRules => {
    const { private_attributes: attributes, counters } = current.policy;
    const left = attributes.filter((other) => other !== name);
    const changed =
      left.length < attributes.length ? { private_attributes: left } : { counters: [...counters, name] };
    return { language, policy: { ...current.policy, ...changed } };
  };
  const { start, end } = definition.spans.whole;
  const hidden = Buffer.from(originalText).toString("utf8", start, end);
  for (const single of cases) {
    if (findChange(current, single, expected, outcomes) === undefined) continue;
    const shown = JSON.stringify(expected[single.id] ?? null);
    const inShown = current.policy.private_attributes.filter((name) => shown.includes(`"${name}":`));
    const changing = [...inShown, ...countersIn(shown, hidden)].find(
      (name) => findChange(without(name), single, expected, outcomes) === undefined,
    );
    if (changing !== undefined) current = without(changing);
  }
  return current;
}

/** Public attributes that hold a whole number in what a case showed and of which the hidden code says nothing. */
function countersIn(shown: string, hidden: string): readonly string[] {
  const held = Array.from(shown.matchAll(/"([A-Za-z]\w*)":\d+(?=[,}])/gu), ([, name = ""]) => name);
  return [...new Set(held)].filter((name) => !new RegExp(`\\b${name}\\b`, "u").test(hidden));
}

function findChange(
  rules: ComparisonRules,
  { id }: SuiteCase,
  expected: Readonly<Record<string, Observation>>,
  outcomes: readonly Shown[],
): string | undefined {
  const wanted = expected[id];
  if (wanted === undefined) return "it has no expected observation";
  for (const outcome of outcomes) {
    const actual = outcome.observations.get(id);
    if (actual === undefined) return `the evaluation ended with ${outcome.status} before it was observed`;
    const difference = compareObservations(id, wanted, actual, rules);
    if (difference !== undefined) return `${difference.path}: ${difference.message}`;
  }
  return undefined;
}

function shuffled(length: number, seed: number): number[] {
  return createRandom(`stability order ${seed}`).shuffle(Array.from({ length }, (_, index) => index));
}
