/** Calls beside known ones: one place at an edge, two places at once, and chance. Deterministic, in the order in which they are worth trying. */
import { createRandom, inTurns, type Random } from "../../base/index.ts";
import type { CaseRecipe, Observation, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import type { InputHints, Literals, PatternTexts, ValueEdge } from "../../languages/index.ts";
import { takeEvenly } from "../pools.ts";
import { callablesLike, withPlainCallables } from "../plain-callables.ts";
import type { TargetContext } from "../target-context.ts";
import { varyCase, type CaseSource } from "../vary-case.ts";
import { edgesOf, EMPTY } from "./edges.ts";
import { isFunction, isList, itemsOf, shapeOf, typeNameOf } from "../value-shape.ts";
import { foundElsewhere, keysElsewhere } from "./found-elsewhere.ts";
import { argumentOfSpot, spotsOf, type Spot } from "./places.ts";
import type { SpotEffects } from "./spot-effects.ts";
import { asSpecific, CONSTANT, SIGNS, STRAY_LINE, withPiece } from "./text-edges.ts";

/** What a function among the arguments may answer: some of all that counts as true, and as false. */
const ANSWERS: readonly ValueRecipe[] = [null, false, 0, "", [], true, 1, "a"];

/** A call to start from. */
export interface KnownCall {
  readonly recipe: CaseRecipe;
  /** Names of the arcs of the reference that it takes, and of the kind of its outcome. */
  readonly arcs: readonly string[];
  /** What it shows; undefined where that is not known, or it was changed since. */
  readonly observation?: Observation;
}

/** One change to one call. */
interface Step {
  readonly base: KnownCall;
  readonly spot: Spot;
  readonly edge: ValueEdge;
}

/** Calls that are changed, at most: spread over the ways through the reference, and on each way over those that are known. */
const MOST_BASES = 24;
/** Of three calls proposed, where all ways have calls to propose: one with one place changed, one with two, one by chance. */
const WAYS = 3;

/** A call to try. */
export interface Proposal {
  readonly recipe: CaseRecipe;
  /** The known call that it was made from. */
  readonly base: KnownCall;
  /** At which place, and in which respect, it differs from that one, where it is one. */
  readonly spot?: string;
  readonly respect?: string;
  /** True where the change was made for its place: it is not the same anywhere. */
  readonly isSpecific?: boolean;
  /** Where it is worth grading only if it is refused, and this call is not: that one. */
  readonly unless?: KnownCall;
}

/** What calls are made from, beside those that are known. */
export interface NearbySource {
  readonly contract: Contract;
  readonly hints: InputHints;
  readonly seed: number;
  /** What became of what was proposed so far. */
  readonly effects: SpotEffects;
}

/** Proposes calls beside `known` ones without end; the consumer stops. Those outside of the contract are among them. */
export function* nearbyCalls(
  known: readonly KnownCall[],
  context: TargetContext,
  { contract, hints, seed, effects }: NearbySource,
): Iterable<Proposal> {
  const random = createRandom(`breadth ${seed} ${context.module} ${context.definition.name}`);
  const ways = waysOf(known);
  const spread = inTurns(ways.map((way) => takeEvenly(way, MOST_BASES))).slice(0, MOST_BASES);
  const bases = spread.flatMap((call, index): readonly KnownCall[] => {
    const { recipe, arcs } = call;
    const plain = withPlainCallables(recipe, context.inputs, random);
    if (plain === undefined) return [call];
    return index % 2 === 0 ? [{ recipe: plain, arcs }] : [call, { recipe: plain, arcs }];
  });
  const changes = new Changes(known, context, contract, { hints, random, effects });
  const steps = changes.inOrder(bases);
  const firsts = steps.filter(({ edge }) => edge.kind !== STRAY_LINE);
  const source: CaseSource = {
    random,
    contract,
    corpus: known.map(({ recipe }) => recipe),
    pools: context.pools,
    literals: hints.literals,
    asked: hints,
    values: context.values,
  };
  let single = 0;
  for (let turn = 0; ; turn++) {
    const isSingle = turn % WAYS === 0;
    if (isSingle) while (single < steps.length && effects.passesBy(steps[single]?.spot.name ?? "")) single++;
    const step = steps[single];
    if (isSingle && step !== undefined) {
      single++;
      const { base, spot, edge } = step;
      const proposal = {
        recipe: spot.write(base.recipe, edge.value),
        base,
        spot: spot.name,
        respect: `${spot.name} ${edge.kind}`,
        isSpecific: edge.kind === EMPTY || edge.isSpecific === true,
      };
      yield edge.kind === STRAY_LINE ? { ...proposal, unless: base } : proposal;
    } else if (turn % WAYS === 1 && firsts.length > 0) {
      const first = pickUnpassed(firsts, ({ spot }) => spot.name, { random, effects });
      yield { recipe: changes.twice(first), base: first.base };
    } else {
      const base = random.pick(random.pick(ways));
      yield { recipe: varyCase(base.recipe, source), base };
    }
  }
}

/** Times that another is drawn for one whose place is passed by. */
const DRAWS = 6;

function pickUnpassed<T>(
  list: readonly T[],
  spotOf: (one: T) => string,
  { random, effects }: { readonly random: Random; readonly effects: SpotEffects },
): T {
  let drawn = random.pick(list);
  for (let draw = 1; draw < DRAWS && effects.passesBy(spotOf(drawn)); draw++) drawn = random.pick(list);
  return drawn;
}

/** Calls by the way that they take through the reference and how they end, those that go through most of it first. */
function waysOf(known: readonly KnownCall[]): readonly (readonly KnownCall[])[] {
  const nameOf = ({ arcs }: KnownCall): string =>
    arcs
      .filter((arc) => /^(?:arc|kind) /u.test(arc))
      .toSorted()
      .join(";");
  const byWay = Map.groupBy(known, nameOf);
  const lengthOf = (way: readonly KnownCall[]): number => way[0]?.arcs.length ?? 0;
  return [...byWay.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

/** A text that can be a piece of another argument: a few signs, as prefixes and separators are. */
function pieceOf(value: ValueRecipe): readonly string[] {
  return typeof value === "string" && /^[^\p{L}\p{N}]{1,4}$/u.test(value) ? [value] : [];
}

/** Of the second changes that may, those that put what the first one put somewhere into another text. */
const SHARED_PIECES = 0.3;

/** Parameters that are paths by their name. */
const PATH_NAME = /(?:^|_)(?:path|file|filename|dir|directory|folder)$|path$/iu;

/** A path in folders, below the root, as a folder. */
function placesOf(path: string): readonly ValueEdge[] {
  return [
    { kind: "in a folder", value: `docs/${path}` },
    { kind: "in a folder with a dot", value: `old.d/${path}` },
    { kind: "below the root", value: `/${path}` },
    { kind: "beside the folder", value: `../${path}` },
    { kind: "as a folder", value: `${path}/` },
  ];
}

/** Name of the place of all that a variadic parameter takes. */
const VARIADIC = "*";

/** Objects seen elsewhere that are put into a sequence. */
const MOST_OBJECTS = 12;

/** Of the second changes to a call that leaves parameters to their defaults, those that give one. */
const GIVEN_SHARE = 0.3;

/** Constants, and signs, among which a second change is chosen. */
const FEW_CONSTANTS = 4;

/** What the reference names: constants, and texts for its patterns. */
interface Named extends Literals {
  readonly patterns: readonly PatternTexts[];
  /** Signs that are put into texts. */
  readonly signs: readonly string[];
}

/** The changes of one place that calls allow. */
class Changes {
  readonly #known: readonly KnownCall[];
  readonly #context: TargetContext;
  readonly #contract: Contract;
  readonly #hints: InputHints;
  readonly #patterns: readonly PatternTexts[];
  readonly #random: Random;
  readonly #effects: SpotEffects;
  readonly #siblings = new Map<string, readonly ValueRecipe[]>();

  constructor(
    known: readonly KnownCall[],
    context: TargetContext,
    contract: Contract,
    {
      hints,
      random,
      effects,
    }: { readonly hints: InputHints; readonly random: Random; readonly effects: SpotEffects },
  ) {
    this.#effects = effects;
    this.#known = known;
    this.#context = context;
    this.#contract = contract;
    this.#hints = hints;
    this.#random = random;
    this.#patterns = context.inputs.readPatterns(context.text, context.fileText);
  }

  /** Each place in turn; at each one step of every kind, what is empty and what is made for this place first, then another of each: first come those unlike all before. */
  inOrder(bases: readonly KnownCall[]): readonly Step[] {
    const bySpot = new Map<string, Map<string, Step[]>>();
    const all = { ...this.#hints.literals, patterns: this.#patterns, signs: SIGNS };
    for (const base of bases)
      for (const spot of this.#spotsOf(base.recipe))
        for (const edge of this.#edgesAt(spot, base.recipe, all)) {
          const byKind = bySpot.get(spot.name) ?? new Map<string, Step[]>();
          bySpot.set(spot.name, byKind);
          const alike = byKind.get(edge.kind) ?? [];
          byKind.set(edge.kind, alike);
          alike.push({ base, spot, edge });
        }
    const inRows = (isWanted: (kind: string) => boolean): readonly Step[] =>
      inTurns(
        [...bySpot.values()].map((byKind) => {
          const kinds = this.#random.shuffle([...byKind.keys()].filter(isWanted));
          const rankOf = (kind: string): number =>
            kind === EMPTY ? 0 : byKind.get(kind)?.[0]?.edge.isSpecific === true ? 1 : 2;
          const ordered = kinds.toSorted((a, b) => rankOf(a) - rankOf(b));
          return inTurns(ordered.map((kind) => this.#byTurnsOfBases(byKind.get(kind) ?? [])));
        }),
      );
    // Of constants there can be many: they and all else take turns.
    const ofConstants = inRows((kind) => kind.startsWith(CONSTANT));
    return inTurns([inRows((kind) => !kind.startsWith(CONSTANT)), ofConstants]);
  }

  /** The first change, and one more anywhere in the call that it makes. */
  twice({ base, spot, edge }: Step): CaseRecipe {
    const recipe = spot.write(base.recipe, edge.value);
    const spots = this.#spotsOf(recipe);
    if (spots.length === 0) return recipe;
    const omitted = spots.filter(({ isOmitted = false }) => isOmitted);
    const givesMore = omitted.length > 0 && this.#random.next() < GIVEN_SHARE;
    const second = pickUnpassed(givesMore ? omitted : spots, ({ name }) => name, {
      random: this.#random,
      effects: this.#effects,
    });
    const [piece] = second.name === spot.name ? [] : pieceOf(edge.value);
    if (piece !== undefined && typeof second.value === "string" && this.#random.next() < SHARED_PIECES)
      return second.write(recipe, this.#random.pick(withPiece(second.value, piece)).value);
    const edges = this.#edgesAt(second, recipe, this.#few()).filter(({ kind }) => kind !== STRAY_LINE);
    return edges.length === 0 ? recipe : second.write(recipe, this.#random.pick(edges).value);
  }

  /** Steps from each base in turn; those that go through more of the reference are likely to come before others. */
  #byTurnsOfBases(alike: readonly Step[]): readonly Step[] {
    const byBase = [...Map.groupBy(alike, ({ base }) => base)];
    const ranked = byBase.map(([{ arcs }, own]) => ({
      own: this.#random.shuffle(own),
      rank: this.#random.next() ** (1 / (1 + arcs.length) ** 2),
    }));
    return inTurns(ranked.toSorted((a, b) => b.rank - a.rank).map(({ own }) => own));
  }

  /** The places of a call, and the parameters that it leaves to their defaults. */
  #spotsOf(recipe: CaseRecipe): readonly Spot[] {
    const omitted = this.#contract.parameters.flatMap(({ name, canBeNamed, isRead, position }): Spot[] => {
      const isOmitted = position >= recipe.positional.length && !(name in recipe.keywords);
      if (!isOmitted || !canBeNamed || !isRead) return [];
      return [
        {
          name,
          value: null,
          isOmitted: true,
          write: (other, value) => ({ ...other, keywords: { ...other.keywords, [name]: value } }),
        },
      ];
    });
    return [...spotsOf(recipe, this.#contract), ...omitted, ...this.#variadicSpot(recipe)];
  }

  /** What stands behind the declared positional parameters, as one list. */
  #variadicSpot({ positional }: CaseRecipe): readonly Spot[] {
    const declared = this.#contract.parameters.filter(({ position }) => Number.isFinite(position)).length;
    if (positional.length <= declared) return [];
    return [
      {
        name: VARIADIC,
        value: positional.slice(declared),
        write: (other, value) => ({
          ...other,
          positional: [...other.positional.slice(0, declared), ...(isList(value) ? value : [])],
        }),
      },
    ];
  }

  /** A few constants, signs and one pattern, chosen by chance: to make all edges for one of them would take long. */
  #few(): Named {
    const { texts, integers } = this.#hints.literals;
    const some = <T>(list: readonly T[], most: number): readonly T[] =>
      list.length <= most ? list : Array.from({ length: most }, () => this.#random.pick(list));
    return {
      texts: some(texts, FEW_CONSTANTS),
      integers,
      patterns: some(this.#patterns, 1),
      signs: some(SIGNS, FEW_CONSTANTS),
    };
  }

  #edgesAt(
    { name, value, part, isAnswer, isOmitted }: Spot,
    recipe: CaseRecipe,
    { patterns, signs, ...literals }: Named,
  ): readonly ValueEdge[] {
    const examples = this.#contract.parameters.find((parameter) => parameter.name === name)?.examples ?? [];
    if (isOmitted === true)
      return examples
        .flatMap((given) => [given, ...this.#callablesFor(given, name, recipe)])
        .map((given) => ({ kind: "given", value: given }));
    if (name === VARIADIC)
      return edgesOf(value, { literals, patterns, siblings: [] }).filter((edge) => isList(edge.value));
    const { pools, values } = this.#context;
    const siblings = [
      ...this.#callablesFor(value, name, recipe),
      ...examples,
      ...this.#siblingsAt(name),
      ...(part === undefined ? [] : (pools.byPart.get(part)?.values ?? [])),
      ...(isAnswer === true ? ANSWERS : []),
    ];
    const others = argumentPlaces(recipe, this.#contract).flatMap((place) =>
      place.name === name ? [] : pieceOf(place.value),
    );
    const found = foundElsewhere(value, argumentOfSpot(name), recipe, this.#contract).map((other) =>
      asSpecific({ kind: "found elsewhere", value: other }),
    );
    const edges = edgesOf(value, {
      literals: { ...literals, texts: [...others, ...literals.texts] },
      patterns,
      signs,
      siblings,
      values,
      partners: found.map((other) => other.value),
      others: this.#objectsLike(value),
      takesAnyMapping: this.#hints.takesAnyMapping,
      optional: pools.optional,
    });
    return [
      ...edges,
      ...found,
      ...(typeof value === "string" && PATH_NAME.test(name) ? placesOf(value).map(asSpecific) : []),
    ];
  }

  /** Objects of the type of those that a sequence begins with, seen anywhere; none where it begins with anything else. */
  #objectsLike(value: ValueRecipe): readonly ValueRecipe[] {
    const [first] = itemsOf(shapeOf(value).content);
    if (first === undefined || shapeOf(first).tag !== "made") return [];
    const seen = this.#context.pools.byType.get(typeNameOf(first, [])) ?? [];
    return takeEvenly(
      seen.flatMap((other) => (other.shared.length === 0 ? other.value : [])),
      MOST_OBJECTS,
    );
  }

  /** Functions that may be called in the place of one. */
  #callablesFor(value: ValueRecipe, spot: string, recipe: CaseRecipe): readonly ValueRecipe[] {
    const { inputs } = this.#context;
    if (!isFunction(value)) return [];
    const { tag, content } = shapeOf(value);
    const keys = keysElsewhere(argumentOfSpot(spot), recipe, this.#contract);
    const tables = keys.length === 0 ? [] : [inputs.tableOf(keys), inputs.tableOf(keys.toReversed())];
    if (tag !== "named") return [...tables, ...callablesLike(value, inputs)];
    return this.#hints.combinesInAnyOrder ? [] : [...tables, ...inputs.callablesBeside(String(content))];
  }

  /** What other calls are given at a place of the argument list. */
  #siblingsAt(name: string): readonly ValueRecipe[] {
    const known = this.#siblings.get(name);
    if (known !== undefined) return known;
    const found = this.#known
      .filter(({ recipe }) => recipe.shared.length === 0)
      .flatMap(({ recipe }) =>
        argumentPlaces(recipe, this.#contract).flatMap((place) => (place.name === name ? [place.value] : [])),
      );
    this.#siblings.set(name, found);
    return found;
  }
}
