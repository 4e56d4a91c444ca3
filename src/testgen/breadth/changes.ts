/** The changes that a call allows at each of its places: boundary values, what stands elsewhere in the call, what was seen at such places. */
import type { Random } from "../../base/index.ts";
import { keywordsInOrder, orderOf, type CaseRecipe, type ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import { countPositional, VARIADIC, type Contract } from "../contract.ts";
import type { ParameterContract } from "../parameter-contract.ts";
import type { InputHints, Literals, PatternTexts, ValueEdge } from "../../languages/index.ts";
import { takeEvenly } from "../pools.ts";
import { callablesLike } from "../plain-callables.ts";
import type { TargetContext } from "../target-context.ts";
import { spotsOfAlike } from "./alike-arguments.ts";
import { edgesOf } from "./edges.ts";
import { isFunction, isList, itemsOf, pairsOf, shapeOf, typeNameOf } from "../value-shape.ts";
import { fittingValues } from "./fitting-values.ts";
import { compiledPatterns, foundElsewhere, keysElsewhere, partsOfText } from "./found-elsewhere.ts";
import { spotsOfOtherItems } from "./other-items.ts";
import { ownResults } from "./own-results.ts";
import { argumentOfSpot, spotsOf, turnOf, type Spot } from "./places.ts";
import { spotsOfSame } from "./same-values.ts";
import type { SpotEffects } from "./spot-effects.ts";
import type { KnownCall } from "./known-call.ts";
import { isAlone } from "../shared-values.ts";
import { EdgeDraw, type Step } from "./steps.ts";
import { asSpecific, NO_OPTION, swapCase } from "./text-edge.ts";
import { spotsOfWays } from "./ways-into.ts";
import { SIGNS, withPiece } from "./text-edges.ts";

/** Stands for the name of the order of keywords, as no place of a value is called. */
export const ORDER = "order of keywords";

/** What a function among the arguments may answer: some of all that counts as true, and as false. */
const ANSWERS: readonly ValueRecipe[] = [null, false, 0, "", [], true, 1, "a"];

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

/** Kind of the edges that stand in another argument as they are. */
const FOUND = "found elsewhere";

/** A value like those that a container looks up: its first item or key. */
function memberOf(container: ValueRecipe): readonly ValueRecipe[] {
  const { tag, content } = shapeOf(container);
  const [first] = tag === "dict" ? pairsOf(content).map(([key]) => key) : itemsOf(content);
  return first === undefined || typeof container === "string" ? [] : [first];
}

function isEmptyDictionary(value: ValueRecipe): boolean {
  const { tag, content } = shapeOf(value);
  return tag === "dict" && itemsOf(content).length === 0;
}

/** How the name of a place goes on that stands in an argument itself. */
const MEMBER = /^(?:\[\d*\]|\.[^.[ ]+)$/u;

/** Objects seen elsewhere that are put into a sequence. */
const MOST_OBJECTS = 12;

/** Values of either kind that are given by the name of a keyword. */
const MOST_SEEN = 8;

/** The place of an argument that a call leaves to its default. */
function omittedSpot(name: string): Spot {
  return {
    name,
    value: null,
    isOmitted: true,
    write: (other, value) => ({ ...other, keywords: { ...other.keywords, [name]: value } }),
  };
}

/** Of the second changes to a call that leaves parameters to their defaults, those that give one. */
const GIVEN_SHARE = 0.3;

/** Constants, and signs, among which a second change is chosen. */
const FEW_CONSTANTS = 4;

/** Of the second changes, those that put something there that stands elsewhere in the call. */
const FOUND_SHARE = 0.1;

/** Alike for places whose changes are, so far as these hang on the place alone. */
function keyOf({ name, value, isOmitted = false }: Spot): string {
  return `${name} ${isOmitted ? "" : JSON.stringify(value)}`;
}

/** What the reference names: constants, and texts for its patterns. */
interface Named extends Literals {
  readonly patterns: readonly PatternTexts[];
  /** Signs that are put into texts. */
  readonly signs: readonly string[];
}

/** Texts that are made for a pattern among the arguments, of each kind. */
const MOST_MATCHING = 4;

const NO_VALUES: readonly ValueRecipe[] = [];

/** What a change draws on that is made beside another argument: that is what counts there. */
const NO_LITERALS: Literals = { texts: [], integers: [] };

/** The changes of one place that calls allow. */
export class Changes {
  readonly #known: readonly KnownCall[];
  readonly #context: TargetContext;
  readonly #contract: Contract;
  readonly #hints: InputHints;
  readonly #patterns: readonly PatternTexts[];
  readonly #random: Random;
  readonly #effects: SpotEffects;
  readonly #named: ReadonlySet<ValueRecipe>;
  readonly #siblings = new Map<string, readonly ValueRecipe[]>();
  readonly #results: ReadonlyMap<string, readonly ValueRecipe[]>;
  readonly #matching = new Map<string, readonly ValueEdge[]>();
  /** By `keyOf` the changes of places of the calls that are changed, for second changes: to make all of them again for one would take long. */
  readonly #ready = new Map<string, EdgeDraw>();

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
    this.#named = new Set(hints.literals.texts);
    this.#random = random;
    this.#results = ownResults(known);
    this.#patterns = context.inputs.readPatterns(context.text, context, context.compiledPatterns);
  }

  /** All changes of one place of these calls. */
  of(bases: readonly KnownCall[]): readonly Step[] {
    const all = { ...this.#hints.literals, patterns: this.#patterns, signs: SIGNS };
    return bases.flatMap((base) => {
      const others = spotsOfOtherItems(base.recipe, argumentPlaces(base.recipe, this.#contract));
      return [...this.#spotsOf(base.recipe), ...others].flatMap((spot) => {
        const edges = this.#edgesAt(spot, base, all);
        if (spot.edges === undefined) this.#ready.set(keyOf(spot), new EdgeDraw(edges));
        return edges.map((edge) => ({ base, spot, edge }));
      });
    });
  }

  /** The first change, and one more anywhere in the call that it makes. */
  twice({ base, spot, edge }: Step): CaseRecipe {
    return this.#changed({ ...base, recipe: spot.write(base.recipe, edge.value) }, { spot, edge });
  }

  /** One change anywhere in the call. */
  once(base: KnownCall): CaseRecipe {
    return this.#changed(base);
  }

  /** One more change anywhere in a call, that may go with the first. */
  #changed(call: KnownCall, first?: Pick<Step, "spot" | "edge">): CaseRecipe {
    const { recipe } = call;
    const spots = this.#spotsOf(recipe);
    if (spots.length === 0) return recipe;
    const omitted = spots.filter(({ isOmitted = false }) => isOmitted);
    const givesMore = omitted.length > 0 && this.#random.next() < GIVEN_SHARE;
    const parts = [...Map.groupBy(givesMore ? omitted : spots, turnOf).values()];
    const second = this.#effects.drawUnpassed(
      () => this.#random.pick(this.#random.pick(parts)),
      ({ name }) => name,
    );
    const [piece] = first === undefined || second.name === first.spot.name ? [] : pieceOf(first.edge.value);
    if (piece !== undefined && typeof second.value === "string" && this.#random.next() < SHARED_PIECES)
      return second.write(recipe, this.#random.pick(withPiece(second.value, piece)).value);
    const drawn = this.#drawAt(second, call);
    return drawn === undefined ? recipe : second.write(recipe, drawn.value);
  }

  /** One of the changes of a place: those of a call that is changed are known. What stands elsewhere in this call may be new. */
  #drawAt(spot: Spot, call: KnownCall): ValueEdge | undefined {
    const ready = spot.edges === undefined ? this.#ready.get(keyOf(spot)) : undefined;
    if (ready === undefined) return new EdgeDraw(this.#edgesAt(spot, call, this.#few())).draw(this.#random);
    const looksElsewhere = spot.isOmitted !== true && this.#random.next() < FOUND_SHARE;
    const found = looksElsewhere ? this.#edgesFound(spot, call) : [];
    return new EdgeDraw(found).draw(this.#random) ?? ready.draw(this.#random);
  }

  /** The places of a call, and the parameters that it leaves to their defaults. */
  #spotsOf(recipe: CaseRecipe): readonly Spot[] {
    const omitted = this.#contract.parameters.flatMap(({ name, canBeNamed, isRead, position }): Spot[] => {
      const isOmitted = position >= recipe.positional.length && !(name in recipe.keywords);
      return isOmitted && canBeNamed && isRead ? [omittedSpot(name)] : [];
    });
    const asked = this.#hints.keywords.filter((name) => !(name in recipe.keywords)).map(omittedSpot);
    // A key that the reference names is no data.
    const spots = spotsOf(recipe, this.#contract);
    const given = spots.filter(({ isKey = false, value }) => !isKey || !this.#named.has(value));
    const ways = spotsOfWays(recipe, this.#contract, { spots, texts: this.#hints.literals.texts });
    const plain = {
      literals: NO_LITERALS,
      patterns: [],
      signs: [],
      siblings: [],
      values: this.#context.values,
    };
    const edgesAt = ({ value }: Spot): readonly ValueEdge[] => edgesOf(value, plain);
    const alike = spotsOfAlike(recipe, this.#contract, { spots, edgesAt });
    const same = spotsOfSame(recipe, (value) => {
      const { patterns, signs, ...literals } = this.#few();
      return edgesOf(value, { literals, patterns, signs, siblings: [] });
    });
    return [
      ...given,
      ...omitted,
      ...asked,
      ...this.#variadicSpot(recipe),
      ...this.#orderSpot(recipe),
      ...ways,
      ...alike,
      ...same,
    ];
  }

  /** What stands behind the declared positional parameters, as one list. */
  #variadicSpot({ positional }: CaseRecipe): readonly Spot[] {
    const declared = countPositional(this.#contract.parameters);
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

  /** The order of the keywords that no parameter declares. */
  #orderSpot(recipe: CaseRecipe): readonly Spot[] {
    const declared = new Set(this.#contract.parameters.map(({ name }) => name));
    const names = keywordsInOrder(recipe).flatMap(([name]) => (declared.has(name) ? [] : [name]));
    const [first, ...others] = names;
    if (first === undefined || others.length === 0) return [];
    return [
      {
        name: ORDER,
        value: names,
        write: ({ order: _, ...other }, value) => ({
          ...other,
          ...orderOf(isList(value) ? value.map(String) : []),
        }),
        edges: () =>
          [
            { kind: "reversed", value: names.toReversed() },
            { kind: "the first one last", value: [...others, first] },
          ].map(asSpecific),
      },
    ];
  }

  /** A few constants, signs and one pattern, chosen by chance: to make all edges for one of them would take long. */
  #few(): Named {
    const { texts, integers, lengths = [] } = this.#hints.literals;
    const some = <T>(list: readonly T[], most: number): readonly T[] =>
      list.length <= most ? list : Array.from({ length: most }, () => this.#random.pick(list));
    return {
      texts: some(texts, FEW_CONSTANTS),
      integers,
      lengths,
      patterns: some(this.#patterns, 1),
      signs: some(SIGNS, FEW_CONSTANTS),
    };
  }

  #edgesAt(spot: Spot, call: KnownCall, named: Named): readonly ValueEdge[] {
    const { name, value } = spot;
    const { recipe } = call;
    const { patterns, signs, ...literals } = named;
    if (spot.edges !== undefined) return spot.edges();
    if (spot.isOmitted === true) return this.#edgesGiven(name, recipe, literals);
    if (name === VARIADIC)
      return edgesOf(value, { literals, patterns, siblings: [] }).filter((edge) => isList(edge.value));
    const others = argumentPlaces(recipe, this.#contract).flatMap((place) =>
      place.name === name ? [] : pieceOf(place.value),
    );
    const found = this.#edgesFound(spot, call);
    const edges = edgesOf(value, {
      literals: { ...literals, texts: [...others, ...literals.texts] },
      patterns,
      signs,
      siblings: this.#seenAt(spot, recipe),
      isBeyondAscii: spot.part !== undefined && this.#context.pools.byPart.get(spot.part)?.isBeyondAscii,
      values: this.#context.values,
      partners: found.flatMap((other) => (other.kind === FOUND ? other.value : [])),
      others: this.#objectsLike(value),
      isHeld: argumentOfSpot(name) !== name,
      otherMappings: this.#hints.otherMappings,
      makings: this.#context.pools.makings,
    });
    const places = typeof value === "string" && PATH_NAME.test(name) ? placesOf(value) : [];
    const results =
      argumentOfSpot(name) === name ? (this.#results.get(shapeOf(value).tag) ?? NO_VALUES) : NO_VALUES;
    const taken = value === null || isFunction(value) ? (this.#hints.taken?.get(name) ?? []) : [];
    const made = [
      ...this.#edgesAsked(name),
      ...taken,
      ...places,
      ...this.#edgesBesideOptions(value, name),
      ...results.map((result) => ({ kind: "its own result", value: result })),
    ];
    return [...edges, ...found, ...made.map(asSpecific)];
  }

  /** Texts beside the few that an argument may be, where the reference has an exception of its own. */
  #edgesBesideOptions(value: ValueRecipe, name: string): readonly ValueEdge[] {
    const pool = this.#parameterOf(name)?.pool;
    const raises = this.#context.definition.facts.raises.length > 0;
    if (pool === undefined || typeof value !== "string" || !raises) return [];
    return [`${value}x`, swapCase(value)]
      .filter((text) => !pool.has(text))
      .map((text) => ({ kind: NO_OPTION, value: text }));
  }

  /** Values for a parameter that a call leaves to its default; of a number those beside constants too. */
  #edgesGiven(name: string, recipe: CaseRecipe, literals: Literals): readonly ValueEdge[] {
    const examples = this.#parameterOf(name)?.examples ?? this.#examplesAsked(name);
    const given = examples.flatMap((each) => [each, ...this.#callablesFor(each, name, recipe)]);
    const number = examples.find((each) => typeof each === "number");
    const near = number === undefined ? [] : edgesOf(number, { literals, patterns: [], siblings: [] });
    const taken = this.#hints.taken?.get(name) ?? [];
    return [...given.map((each, at) => ({ kind: `given ${at}`, value: each })), ...near, ...taken];
  }

  /** Values for a keyword that no parameter declares: those seen under its name anywhere, the reference's texts, and what counts as true and false. */
  #examplesAsked(name: string): readonly ValueRecipe[] {
    const seen = this.#context.pools.byParameter.get(name) ?? [];
    return [
      ...seen.slice(0, MOST_SEEN).flatMap(({ value }) => (isAlone(value) ? [value] : [])),
      ...this.#hints.literals.texts.slice(0, MOST_SEEN),
      true,
      false,
      null,
    ];
  }

  /** Items of types that the reference asks the items of an argument for, in the place of one. */
  #edgesAsked(name: string): readonly ValueEdge[] {
    const argument = argumentOfSpot(name);
    if (!MEMBER.test(name.slice(argument.length))) return [];
    const asked = this.#parameterOf(argument)?.askedItems ?? [];
    return asked.map((item, at) => ({ kind: `asked for ${at}`, value: item }));
  }

  /** Other values that were seen where such a place is. */
  #seenAt({ name, value, part, isAnswer }: Spot, recipe: CaseRecipe): readonly ValueRecipe[] {
    return [
      ...this.#callablesFor(value, name, recipe),
      ...(this.#parameterOf(name)?.examples ?? []),
      ...this.#siblingsAt(name),
      ...(part === undefined ? [] : (this.#context.pools.byPart.get(part)?.values ?? [])),
      ...(isAnswer === true ? ANSWERS : []),
    ];
  }

  #parameterOf(name: string): ParameterContract | undefined {
    return this.#contract.parameters.find((parameter) => parameter.name === name);
  }

  /** What stands in other arguments, and what it can be found in. */
  #edgesFound({ name, value }: Spot, { recipe, states }: KnownCall): readonly ValueEdge[] {
    const elsewhere = (like: ValueRecipe): readonly ValueRecipe[] =>
      foundElsewhere(like, name, recipe, this.#contract, states);
    const found = elsewhere(value);
    const seen = this.#siblingsAt(name);
    const like = isEmptyDictionary(value)
      ? (seen.find((other) => memberOf(other).length > 0) ?? value)
      : value;
    const members = found.length > 0 ? found : memberOf(like).flatMap(elsewhere);
    const parts = found.flatMap((other) => (typeof other === "string" ? partsOfText(other) : []));
    const patterns =
      typeof value !== "string"
        ? []
        : [...(this.#hints.takesPatterns ? found : []), ...compiledPatterns(recipe, this.#contract)];
    return [
      ...patterns.flatMap((pattern) => this.#edgesMatching(pattern)),
      ...found.map((other) => asSpecific({ kind: FOUND, value: other })),
      ...parts.map((part) => asSpecific({ kind: "part of another", value: part })),
      ...fittingValues(value, members, pairsOf(shapeOf(like).content)[0]?.[1]),
    ];
  }

  /** Texts that a pattern among the arguments matches, as a whole and in a part, and nearly matches. */
  #edgesMatching(pattern: ValueRecipe): readonly ValueEdge[] {
    if (typeof pattern !== "string") return [];
    const known = this.#matching.get(pattern);
    if (known !== undefined) return known;
    const { matching = [], near = [] } = this.#context.inputs.textsOfPattern(pattern) ?? {};
    const whole = matching.slice(0, MOST_MATCHING);
    const edges = [
      ...whole.map((text) => ({ kind: "matches another", value: text })),
      ...whole.map((text) => ({ kind: "matches another inside", value: `a${text}` })),
      ...whole.map((text) => ({ kind: "matches another at its start", value: `${text}a` })),
      ...near.slice(0, MOST_MATCHING).map((text) => ({ kind: "nearly matches another", value: text })),
    ].map(asSpecific);
    this.#matching.set(pattern, edges);
    return edges;
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
    const found = this.#known.flatMap(({ recipe }) =>
      argumentPlaces(recipe, this.#contract).flatMap(({ name: own, value }) =>
        own === name && isAlone(value) ? [value] : [],
      ),
    );
    this.#siblings.set(name, found);
    return found;
  }
}
