/**
 * Decides, input by input, what two runs of each version say. A version that shows two things for one input is told apart from one that
 * shows the same twice; where neither does, the input says nothing.
 */
import {
  compareObservations,
  isTrivialObservation,
  type ComparisonRules,
  type Difference,
} from "../../judge/index.ts";
import { lastPart } from "../../base/index.ts";
import type { Observation, SuiteCase } from "../../spec/index.ts";
import type { SetAsideReason } from "./equivalence.ts";
import type { Shown } from "./observe-version.ts";

/** What one version showed for an input, the first time and where it was run again the second. */
export interface ShownTwice {
  readonly first: Shown | undefined;
  readonly again: Shown | undefined;
}

/** What an input says. */
export type Finding =
  | { readonly status: "alike" }
  | { readonly status: "set-aside"; readonly reason: SetAsideReason }
  | { readonly status: "different"; readonly difference: PathMessage };

type PathMessage = Pick<Difference, "path" | "message">;

/** By what inputs are weighed. */
export interface WeighingRules extends ComparisonRules {
  /** Simple names of exceptions that the function may mean to raise; undefined where every exception counts. */
  readonly meantExceptions: ReadonlySet<string> | undefined;
}

/** Weighs one input. */
export function weighInput(
  { id, recipe, origin }: SuiteCase,
  left: ShownTwice,
  right: ShownTwice,
  rules: WeighingRules,
): Finding {
  if (left.first === undefined) return setAside("not_run");
  const isGiven = origin === "observed" || origin === "documented";
  if (!isGiven && raisesUnmeant(left.first, rules.meantExceptions)) return setAside("outside_domain");
  if (right.first === undefined) return setAside("not_run");
  const isLeftStable = isStable(id, left, rules);
  const isRightStable = isStable(id, right, rules);
  if (!isLeftStable && !isRightStable) return setAside("nondeterministic");
  if (!isLeftStable || !isRightStable) {
    const side = isLeftStable ? "right" : "left";
    const message = `the ${side} version does not show the same twice, the other does`;
    return { status: "different", difference: { path: "", message } };
  }
  if (left.first.status !== "observed" && right.first.status !== "observed") return setAside("ended_early");
  const difference = partsAt(id, left.first, right.first, rules);
  if (difference !== undefined) return { status: "different", difference };
  if (left.first.status !== "observed" || left.first.observation.status === "refused")
    return setAside("not_observable");
  const isSilent = isTrivialObservation(left.first.observation, recipe, rules);
  return isSilent ? setAside("nothing_to_observe") : { status: "alike" };
}

function setAside(reason: SetAsideReason): Finding {
  return { status: "set-aside", reason };
}

function raisesUnmeant(shown: Shown, meant: ReadonlySet<string> | undefined): boolean {
  if (meant === undefined || shown.status !== "observed" || shown.observation.status !== "raised")
    return false;
  return !meant.has(lastPart(shown.observation.exception.class.replace(":", ".")));
}

/** A case that was not run again, for it ended the process or settled the question, counts as stable. */
function isStable(id: string, { first, again }: ShownTwice, rules: ComparisonRules): boolean {
  return first === undefined || again === undefined || partsAt(id, first, again, rules) === undefined;
}

/** Where two things shown part; undefined where they are alike, or neither can be compared. */
function partsAt(id: string, left: Shown, right: Shown, rules: ComparisonRules): PathMessage | undefined {
  if (left.status !== "observed" || right.status !== "observed") {
    if (left.status === right.status) return undefined;
    const [side, early] = left.status === "observed" ? ["right", right] : ["left", left];
    const words = "words" in early ? early.words : "";
    return { path: "", message: `only the ${side} version ended early: ${words}` };
  }
  const [wanted, found] = [left.observation, right.observation];
  if (wanted.status === "refused") {
    if (found.status === "refused") return undefined;
    return { path: "status", message: `only the left version gave something that cannot be observed` };
  }
  return compareBothWays(id, wanted, found, rules);
}

/** A comparison passes over what its expected side does not have; alike are versions of which either could be expected. */
function compareBothWays(
  id: string,
  wanted: Observation,
  found: Observation,
  rules: ComparisonRules,
): PathMessage | undefined {
  const difference = compareObservations(id, wanted, found, rules);
  if (difference !== undefined || found.status === "refused") return difference;
  return compareObservations(id, found, wanted, rules);
}
