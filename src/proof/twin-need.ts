import type { TargetFile } from "../analysis/index.ts";
import { compareObservations } from "../judge/index.ts";
import { reject, type Rejected } from "./rejection.ts";
import {
  stabiliseSuite,
  type StableSuite,
  type SampleRunnerOptions,
  type TaskCases,
} from "./stabilise-suite.ts";
import { observationsOf, observeReference, type ProofTarget } from "./proof-target.ts";

/**
 * As `stabiliseSuite`, for a target whose twins are cut out of the file that grades: `whole` is the file with them. A case in which the reference
 * shows something else there is dropped, for it needs a twin. Rejected as `twin` where too few are left, or the file is nothing without them.
 */
export async function stabiliseWithoutTwins(
  target: ProofTarget,
  whole: TargetFile,
  given: TaskCases,
  options: SampleRunnerOptions,
): Promise<StableSuite | Rejected> {
  const stable = await stabiliseSuite(target, given, options);
  if (stable.status === "rejected") {
    if (stable.reason === "infrastructure") return stable;
    const withTwins = await stabiliseSuite(inWhole(target, whole), given, options);
    return withTwins.status === "stable" ? needed(stable.detail) : stable;
  }
  const needing = await findNeeding(stable, inWhole(stable.limited, whole));
  if ("status" in needing) return needing;
  if (needing.size === 0) return stable;
  const left = await stabiliseSuite(target, without(given, needing), options);
  const details = [...needing].map(([id, difference]) => `${id} differs: ${difference}`);
  if (left.status === "rejected")
    return left.reason === "infrastructure" ? left : needed(details[0] ?? left.detail);
  const dropped = details.map((detail) => ({ reason: "twin", detail }));
  return { ...left, dropped: [...dropped, ...left.dropped] };
}

function inWhole(target: ProofTarget, { text, definition }: TargetFile): ProofTarget {
  return { ...target, originalText: text, definition, resident: undefined };
}

/** Cases in which the reference shows something else with its twins in the file, and what. */
async function findNeeding(
  { limited, cases, examples, expected }: StableSuite,
  whole: ProofTarget,
): Promise<ReadonlyMap<string, string> | Rejected> {
  const outcome = await observeReference(whole, [...cases, ...examples]);
  if (outcome.status === "lost-worker") return reject("infrastructure", outcome.message);
  const seen = observationsOf(outcome.results);
  const needing = new Map<string, string>();
  for (const [id, shown] of Object.entries(expected)) {
    const original = seen[id];
    const difference = original && compareObservations(id, original, shown, limited);
    if (original === undefined) needing.set(id, `the original ends with ${outcome.status}`);
    else if (difference !== undefined) needing.set(id, `${difference.path}: ${difference.message}`);
  }
  return needing;
}

function without({ suite, examples }: TaskCases, ids: ReadonlyMap<string, string>): TaskCases {
  const isLeft = ({ id }: { readonly id: string }): boolean => !ids.has(id);
  return { suite: suite.filter(isLeft), examples: examples.filter(isLeft) };
}

function needed(what: string): Rejected {
  return reject("twin", `without its twins in the file, ${what}`);
}
