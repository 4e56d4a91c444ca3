/**
 * Breadth beside merit: a suite that only covers mutants and arcs is overfitted to them. Thousands of calls beside the known ones are tried on the
 * reference; graded are, beside the cover, as many light ones that differ from one another as the processor time of a judgement allows.
 */
import { canonicalJson } from "../../base/index.ts";
import type { ProofTarget } from "../../proof/index.ts";
import { asMade, type Observation, type SuiteCase } from "../../spec/index.ts";
import { isInside, type Contract } from "../contract.ts";
import { charactersOf, isVisibleMerit, type Corpus, type ObservedCase } from "../corpus.ts";
import type { TargetContext } from "../target-context.ts";
import type { InputHints } from "../../languages/index.ts";
import { chooseBroad, type BroadCase } from "./choose-broad.ts";
import { featuresOfCall, featuresOfOutcome, type FeatureSource } from "./features.ts";
import { nearbyCalls, type Proposal } from "./nearby-calls.ts";

/** How broad a suite is made. */
export interface BreadthBudget {
  /** Calls that are tried on the reference. */
  readonly tried: number;
  /** What the added cases may hold together, in characters of recipe and observation; about 5,000 take a millisecond of processor time. */
  readonly characters: number;
}

/** Twice the processor time of a judgement without breadth, on most targets; see docs/decisions. */
export const DEFAULT_BREADTH: BreadthBudget = { tried: 2_400, characters: 40_000 };

/** Proposals for each call that is tried, at most: others are outside of the contract, or known. */
const PROPOSALS = 6;
/** Cases of one evaluation. */
const BATCH = 192;
/** A case of more characters is no light one. */
const HEAVIEST = 4_000;

/** What breadth draws on. */
export interface BreadthGrowth {
  readonly corpus: Corpus;
  readonly limited: ProofTarget;
  readonly context: TargetContext;
  readonly contract: Contract;
  /** What the target's text says of its inputs. */
  readonly hints: InputHints;
  readonly seed: number;
}

/** Calls beside the known ones, observed; none of them is kept in the corpus. */
export async function observeNearby(
  { corpus, limited, context, ...source }: BreadthGrowth,
  { tried }: BreadthBudget,
): Promise<ObservedCase[]> {
  const known = corpus
    .valued()
    .map(({ proposed, arcs, observation }) => ({ recipe: asMade(proposed), arcs, observation }));
  const fresh: SuiteCase[] = [];
  const made = new Map<string, Proposal>();
  let proposals = 0;
  for (const proposal of nearbyCalls(known, context, source)) {
    const { recipe, unless } = proposal;
    if (fresh.length >= tried || proposals++ >= PROPOSALS * tried) break;
    // What is looked at below asks more of line ends than the contract.
    const contract = unless === undefined ? source.contract : { ...source.contract, takesLineEnds: true };
    if (!isInside(contract, recipe) || !corpus.isUnseen(recipe)) continue;
    const id = `broad-${fresh.length}`;
    made.set(id, proposal);
    fresh.push({ id, origin: "grown", recipe });
  }
  const observed: ObservedCase[] = [];
  const size = corpus.batchSize(BATCH);
  for (let at = 0; at < fresh.length; at += size)
    observed.push(...(await corpus.observe(limited, fresh.slice(at, at + size))));
  return observed.flatMap((one): ObservedCase[] => {
    const { base, respect, unless } = made.get(one.proposed.id) ?? {};
    if (charactersOf(one) > HEAVIEST || (unless !== undefined && (!isRefusal(one) || isRefusal(unless))))
      return [];
    const isIdle = base?.observation !== undefined && showsTheSame(one.observation, base.observation);
    return [{ ...one, isIdle, ...(respect === undefined ? {} : { respect }) }];
  });
}

/** True where both return the same, but for nothing: what else they do is seen in their own inputs. */
function showsTheSame(one: Observation, other: Observation): boolean {
  if (one.status === "raised" && other.status === "raised")
    return one.exception.class === other.exception.class;
  if (one.status !== "returned" || other.status !== "returned" || one.value === null) return false;
  return canonicalJson(one.value) === canonicalJson(other.value);
}

/** True for a call that ends with an exception, or says no. */
function isRefusal({ arcs }: Pick<ObservedCase, "arcs">): boolean {
  return arcs.some((merit) => /^kind (?:raises|returns (?:false|null))\b/u.test(merit));
}

/** Tells of a case whether it may be graded beside the chosen ones: it is none of them, and ends and goes no way that they do not (unless that may be). */
export function createOpenness(
  chosen: readonly ObservedCase[],
  gradesUnshown: boolean,
): (one: ObservedCase) => boolean {
  const used = new Set(chosen.map(({ proposed }) => proposed.id));
  const visible = new Set(chosen.flatMap(({ arcs }) => arcs.filter(isVisibleMerit)));
  return ({ proposed, arcs }) =>
    !used.has(proposed.id) &&
    (gradesUnshown || arcs.every((merit) => !isVisibleMerit(merit) || visible.has(merit)));
}

/** Those of `candidates` that differ most from `given` ones and from one another, in `characters` together. */
export function chooseBreadth(
  candidates: readonly ObservedCase[],
  given: readonly ObservedCase[],
  source: FeatureSource,
  characters: number,
): readonly ObservedCase[] {
  const isGiven = new Set(given.map(({ proposed }) => proposed.id));
  const read = (one: ObservedCase): BroadCase<ObservedCase> => readCase(one, source);
  const open = candidates.filter(({ proposed }) => !isGiven.has(proposed.id));
  return chooseBroad(open.map(read), given.map(read), characters);
}

function readCase(one: ObservedCase, source: FeatureSource): BroadCase<ObservedCase> {
  const { proposed, observation, arcs, respect, isIdle = false } = one;
  const path = arcs.filter((merit) => merit.startsWith("arc ") || merit.startsWith("kind ")).toSorted();
  const outcome =
    observation.status === "returned" ? featuresOfOutcome(observation.value, source) : new Set<string>();
  const respects = new Set(respect === undefined ? [] : [`differs in ${respect}`]);
  return {
    item: one,
    characters: charactersOf(one),
    path: path.join(";"),
    isIdle,
    features: featuresOfCall(asMade(proposed), source).union(outcome).union(respects),
  };
}
