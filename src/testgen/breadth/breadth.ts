/**
 * Breadth beside merit: a suite that only covers mutants and arcs is overfitted to them. Thousands of calls beside the known ones are tried on the
 * reference; graded are, beside the cover, as many light ones that differ from one another as the processor time of a judgement allows.
 */
import { canonicalJson, createRandom } from "../../base/index.ts";
import type { ProofTarget } from "../../proof/index.ts";
import { asMade, type CaseRecipe, type SuiteCase } from "../../spec/index.ts";
import { isInside, type Contract } from "../contract.ts";
import { isVisibleMerit, type Corpus, type ObservedCase } from "../corpus.ts";
import type { TargetContext } from "../target-context.ts";
import type { InputHints } from "../../languages/index.ts";
import { ORDER } from "./changes.ts";
import { chooseBroad, type BroadCase, type BroadRoom } from "./choose-broad.ts";
import { featuresOfEntry } from "../entries/vary-entry-calls.ts";
import { featuresOfCall, featuresOfOutcome, type FeatureSource } from "./features.ts";
import { fineWayOf, isRefused, wayOf, type KnownCall } from "./known-call.ts";
import { Discovered } from "./discovered.ts";
import { nearbyCalls } from "./nearby-calls.ts";
import { LaterCalls } from "./later-calls.ts";
import { MendedTexts } from "./mended-texts.ts";
import { proposeAtOpaque } from "./opaque-places.ts";
import type { Proposal } from "./proposal.ts";
import { SpotEffects } from "./spot-effects.ts";

/** How broad a suite is made. */
export interface BreadthBudget {
  /** Calls that are tried on the reference; more, up to `most`, as long as they find ways that none went before. */
  readonly tried: number;
  readonly most: number;
  /** What the added cases may hold together, in characters of recipe and observation; about 10,000 take a millisecond of processor time. */
  readonly characters: number;
}

/** About three times the processor time of a judgement without breadth; see docs/decisions. */
export const DEFAULT_BREADTH: BreadthBudget = { tried: 3_600, most: 12_000, characters: 200_000 };

/** Proposals for each call that is tried, at most: others are outside of the contract, or known. */
const PROPOSALS = 6;
/** Tries after the last one that found a way, beyond those that are made anyway. */
const PATIENCE = 480;
/** What all tries may hold together, in characters, where there are more than those that are made anyway. */
const MOST_CHARACTERS = 10_000_000;
/** Cases of one evaluation. */
const BATCH = 192;
/** A change that was made for its place counts as so many features: more would leave no room for what calls are given at all. */
const SPECIFIC_WEIGHT = 5;
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

/** A call that was tried: whether it shows what the one shows that it was made from, and at which place it differs. */
interface Tried {
  readonly one: ObservedCase;
  readonly isSame: boolean;
  readonly spot: string | undefined;
}

/** Calls beside the known ones, observed; none of them is kept in the corpus. */
export async function observeNearby(
  { corpus, limited, context, ...source }: BreadthGrowth,
  { tried, most }: BreadthBudget,
): Promise<ObservedCase[]> {
  await corpus.traceConditions(limited);
  const known = corpus
    .valued()
    .filter(({ proposed }) => proposed.recipe.call === undefined)
    .map(callOf);
  corpus.forgetUnkept();
  if (known.length === 0) return [];
  const effects = new SpotEffects();
  const discovered = new Discovered(known);
  const mended = new MendedTexts(createRandom(`mended ${source.seed} ${context.definition.name}`));
  const later = new LaterCalls(known, createRandom(`later ${source.seed} ${context.definition.name}`));
  const anywhere = await proposeAnywhere(known, { corpus, limited, context, ...source });
  const nearby = nearbyCalls(known, context, { ...source, effects, discovered, mended, later });
  const proposals = [anywhere, nearby].values().flatMap((each) => each);
  const observed: Tried[] = [];
  const size = corpus.batchSize(BATCH);
  const mostTried = corpus.casesWithin(MOST_CHARACTERS, tried, most);
  const forRefusals = withoutOptions(source.contract);
  let [proposed, done, wanted] = [0, 0, tried];
  while (done < wanted && proposed < PROPOSALS * wanted) {
    const batch = new Map<string, Proposal>();
    while (batch.size < Math.min(size, wanted - done) && proposed++ < PROPOSALS * wanted) {
      const { value } = proposals.next();
      if (value === undefined) break;
      const contract = value.unless === undefined ? source.contract : forRefusals;
      const isFit = value.isAnywhere === true || isInside(contract, value.recipe);
      if (isFit && corpus.isUnseen(value.recipe)) batch.set(`broad-${done + batch.size}`, value);
    }
    done += batch.size;
    const fresh = Array.from(batch, ([id, { recipe }]): SuiteCase => ({ id, origin: "grown", recipe }));
    const shown = new Map(
      (await corpus.observe(limited, fresh, { traceConditions: true })).map((one) => [one.proposed.id, one]),
    );
    for (const [id, proposal] of batch) {
      const one = shown.get(id);
      const isSame = one !== undefined && showsTheSame(one, proposal.base);
      const { spot } = proposal;
      if (spot !== undefined && proposal.base.observation !== undefined) effects.note(spot, !isSame);
      if (one === undefined) continue;
      const call = callOf(one);
      noteRefusal(proposal, call, { effects, mended });
      later.offer(call);
      if (proposal.unless === undefined && discovered.offer(call))
        wanted = Math.max(wanted, Math.min(mostTried, done + PATIENCE));
      if (!corpus.isHeavy(one.characters, HEAVIEST) && isWorthwhile(one, proposal))
        observed.push({ one: { ...one, ...respectOf(proposal, one) }, isSame, spot });
    }
  }
  // What shows the same at a place that matters is at the bounds of what counts there: a sign more, and still refused. Where most is refused, what is taken all the same is no idle change.
  // An order that does not matter is one that others must not let matter.
  const isIdle = ({ one, spot }: Tried): boolean =>
    spot === undefined ? isRefused(one) || !effects.areMostRefused : spot !== ORDER && effects.isDull(spot);
  return observed.map((tried) => ({ ...tried.one, isIdle: tried.isSame && isIdle(tried) }));
}

/** Calls with other values at places whose values the reference only passes on. */
async function proposeAnywhere(
  known: readonly KnownCall[],
  { corpus, limited, context: { definition }, contract }: BreadthGrowth,
): Promise<readonly Proposal[]> {
  const annotated = new Set(
    definition.parameters.flatMap(({ name, annotation }) => (annotation === undefined ? [] : [name])),
  );
  return proposeAtOpaque({
    known,
    contract,
    declares: (name) => annotated.has(name),
    async observe(recipes) {
      const cases = recipes.map((recipe, at): SuiteCase => ({ id: `opaque-${at}`, origin: "grown", recipe }));
      const observed = await corpus.observe(limited, cases, { traceConditions: true });
      const byId = new Map(observed.map((one) => [one.proposed.id, one]));
      return cases.map(({ id }) => byId.get(id));
    },
  });
}

/** Notes whether a change made refused what was taken, and what a mended text came to. */
function noteRefusal(
  { base, change, respect, mendedFromEnd }: Proposal,
  call: KnownCall,
  { effects, mended }: { readonly effects: SpotEffects; readonly mended: MendedTexts },
): void {
  const isNowRefused = isRefused(call);
  if (mendedFromEnd !== undefined && !isNowRefused) mended.noteTaken(call, mendedFromEnd);
  if (change === undefined || respect === undefined || isRefused(base)) return;
  effects.noteChanged(respect, isNowRefused);
  const { spot, edge } = change;
  if (isNowRefused && typeof spot.value === "string" && typeof edge.value === "string")
    mended.offer({ base, spot, before: spot.value, text: edge.value, respect });
}

function callOf({ proposed, arcs, conditions = [], observation }: ObservedCase): KnownCall {
  return {
    recipe: asMade(proposed),
    states: proposed.recipe,
    isOwn: proposed.origin === "observed" || proposed.origin === "documented",
    arcs,
    conditions,
    observation,
  };
}

/** The contract of calls that are graded where they are refused: what is looked at then asks more of line ends and options than the contract. */
function withoutOptions(contract: Contract): Contract {
  const parameters = contract.parameters.map((parameter) => ({ ...parameter, pool: undefined }));
  return { ...contract, parameters, lineEnds: "anywhere" };
}

/**
 * In which respect a case differs from the one that it was made from. One that was made for its place has a name for each that it counts as, and so has one
 * that is refused where the other is not: so near lies what is checked.
 */
function respectOf(
  { respect, isSpecific = false, base }: Proposal,
  one: ObservedCase,
): Pick<ObservedCase, "respects"> {
  if (respect === undefined) return {};
  const isNearMiss = base.observation !== undefined && isRefused(one) && !isRefused(base);
  const times = isSpecific || isNearMiss ? SPECIFIC_WEIGHT : 1;
  return { respects: Array.from({ length: times }, (_, time) => `differs in ${respect} ${time}`) };
}

function isWorthwhile(one: ObservedCase, { unless, mendedFromEnd }: Proposal): boolean {
  if (mendedFromEnd !== undefined) return !isRefused(one);
  return unless === undefined || (isRefused(one) && !isRefused(unless));
}

/**
 * True where both go the same way (what ends alike on another one is told apart by the reference, and may not be by others) and return the same, or raise the same class. What returns
 * nothing shows the same where it changes nothing either.
 */
function showsTheSame(tried: ObservedCase, base: KnownCall): boolean {
  return endsAlike(tried, base) && fineWayOf(tried) === fineWayOf(base);
}

function endsAlike({ observation: one, arcs }: ObservedCase, { observation: other }: KnownCall): boolean {
  if (one.status === "raised" && other?.status === "raised")
    return one.exception.class === other.exception.class;
  if (one.status !== "returned" || other?.status !== "returned") return false;
  if (one.value === null && !arcs.includes(IDLE_KIND)) return false;
  return canonicalJson(one.value) === canonicalJson(other.value);
}

/** The merit of a call that returns nothing and changes nothing; see `outcomeKind`. */
const IDLE_KIND = "kind returns null";

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

/** Those of `candidates` that differ most from `given` ones and from one another, as many as there is room for. */
export function chooseBreadth(
  candidates: readonly ObservedCase[],
  given: readonly ObservedCase[],
  source: BreadthSource,
  room: BroadRoom,
): readonly ObservedCase[] {
  const isGiven = new Set(given.map(({ proposed }) => proposed.id));
  const read = (one: ObservedCase): BroadCase<ObservedCase> => readCase(one, source);
  const open = candidates.filter(({ proposed }) => !isGiven.has(proposed.id));
  return chooseBroad(open.map(read), given.map(read), room);
}

/** What features are read by, and those of harvested calls, by their recipes. */
interface BreadthSource extends FeatureSource {
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** In what the call differs that led to a case, or that it is. */
function entryFeaturesOf(recipe: CaseRecipe, { entries }: BreadthSource): readonly string[] {
  if (recipe.call !== undefined) return featuresOfEntry(recipe);
  return entries.size === 0 ? [] : (entries.get(canonicalJson(recipe)) ?? []);
}

function readCase(one: ObservedCase, source: BreadthSource): BroadCase<ObservedCase> {
  const { proposed, observation, respects = [], isIdle = false } = one;
  const entry = entryFeaturesOf(proposed.recipe, source);
  const outcome =
    observation.status === "returned" ? featuresOfOutcome(observation.value, source) : new Set<string>();
  return {
    item: one,
    characters: one.characters,
    path: wayOf(one),
    isIdle,
    features: featuresOfCall(asMade(proposed), source)
      .union(outcome)
      .union(new Set([...respects, ...entry])),
  };
}
