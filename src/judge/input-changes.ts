import { canonicalJson } from "../base/index.ts";
import {
  type CaseRecipe,
  classNameOf,
  elementsOf,
  membersOf,
  type Observation,
  taggedValue,
  type TaggedValue,
  nameOfClass,
} from "../spec/index.ts";
import {
  FILE_PARTS,
  heldByFunctions,
  isAlike,
  isKeyAlike,
  isPartAlike,
  matchAll,
  opened,
  partsOfObjects,
  startWalk,
  type InputWalk,
} from "./alike-after.ts";
import type { ValueRules } from "./comparison-rules.ts";
import { type PathSegment, stepIntoFunction } from "./value-path.ts";

/** More places than these within one value are not told one by one. */
const MOST_PLACES = 100;
/** More changed items than these of a sequence are told as one stretch. */
const MOST_ITEMS = 4;

/** A place within the inputs that a call left other than the recipe built it. */
export interface InputChange {
  /** `receiver`, the place of a positional argument, or the name of a keyword argument. */
  readonly input: "receiver" | number | { readonly keyword: string };
  /** The place within it, a stretch of a text or sequence as a slice of what it was; empty for the input itself. */
  readonly path: readonly PathSegment[];
  /** How the recipe built what is there; undefined where there was nothing. */
  readonly before: unknown;
  /** How it was left, as `observation/2` writes it; undefined where it is gone. */
  readonly after: unknown;
  /** What stands around the place, outermost first: names of classes and types. */
  readonly around: readonly string[];
}

/** Whether a value that is no object is told as a whole, and not by the places within it that changed. */
export type TellsWhole = (before: unknown, after: unknown) => boolean;

/**
 * What of receiver and arguments looks otherwise after a call: recipe and observation are walked together, references opened. Only what the policy
 * compares is looked at. What the two formats cannot be set against each other for counts as changed.
 */
export function findInputChanges(
  observation: Exclude<Observation, { status: "refused" }>,
  recipe: CaseRecipe,
  rules: ValueRules,
  tellsWhole: TellsWhole = () => false,
): InputChange[] {
  const finder = new ChangeFinder(recipe, rules, tellsWhole);
  return listInputs(observation, recipe).flatMap(([input, built, shown]) =>
    finder.find(built, shown).map((change) => ({ input, ...change })),
  );
}

/** True when arguments and receiver after a call look as the recipe built them. */
export function isUnchanged(
  observation: Exclude<Observation, { status: "refused" }>,
  recipe: CaseRecipe,
  rules: ValueRules,
): boolean {
  return listInputs(observation, recipe).every(([, built, shown]) =>
    built === undefined ? shown === undefined : isAlike(built, shown, startWalk(recipe.shared, rules), 0),
  );
}

function listInputs(
  observation: Exclude<Observation, { status: "refused" }>,
  { call, receiver, positional, keywords }: CaseRecipe,
): [InputChange["input"], unknown, unknown][] {
  const shown = membersOf(observation.keywords);
  const inputs: [InputChange["input"], unknown, unknown][] = [
    ["receiver", receiver, observation.receiver],
    ...positional.map((value, at): [number, unknown, unknown] => [at, value, observation.positional[at]]),
    ...Object.entries(keywords).map(([keyword, value]): [{ keyword: string }, unknown, unknown] => [
      { keyword },
      value,
      shown.get(keyword),
    ]),
  ];
  // Of what is called in place of the target the receiver counts only where it is shown.
  return inputs.filter(
    ([input, built, found]) =>
      found !== undefined || (built !== undefined && (input !== "receiver" || call === undefined)),
  );
}

type Place = Omit<InputChange, "input">;

class ChangeFinder {
  readonly #walk: InputWalk;
  readonly #tellsWhole: TellsWhole;
  /** What was told of shared values: they are met by several ways. */
  readonly #told = new Map<unknown, string>();

  constructor({ shared }: CaseRecipe, rules: ValueRules, tellsWhole: TellsWhole) {
    this.#walk = startWalk(shared, rules);
    this.#tellsWhole = tellsWhole;
  }

  find(built: unknown, shown: unknown): readonly Place[] {
    if (built === undefined || shown === undefined) return [whole(built, shown)];
    return this.#places(built, shown, 0);
  }

  /** The changed places of a value that `depth` others stand around. */
  #places(built: unknown, shown: unknown, depth: number): readonly Place[] {
    const recipe = taggedValue(built);
    if (recipe?.tag === "ref") return this.#placesOfShared(recipe.content, shown, depth);
    if (isAlike(built, shown, this.#walk, depth)) return [];
    const found = taggedValue(shown);
    if (recipe?.tag === "object" && found?.tag === "object")
      return this.#ofObjects(recipe, found, depth) ?? [whole(built, shown)];
    if (recipe?.tag === "function" && found?.tag === "function")
      return this.#ofFunctions(recipe, found, depth) ?? [whole(built, shown)];
    if (this.#tellsWhole(built, shown)) return [whole(built, shown)];
    const places = this.#within(built, shown, depth);
    return places === undefined || places.length > MOST_PLACES ? [whole(built, shown)] : places;
  }

  #placesOfShared(index: unknown, shown: unknown, depth: number): readonly Place[] {
    const found = opened(index, shown, this.#walk, depth, (value) => this.#places(value, shown, depth));
    if (typeof found === "boolean") return found ? [] : [whole({ ref: index }, shown)];
    if (found.length === 0) return found;
    const text = canonicalJson(found.map(({ path, before, after }) => [path, before, after ?? null]));
    if (this.#told.get(index) === text) return [];
    this.#told.set(index, text);
    return found;
  }

  #ofObjects({ content }: TaggedValue, found: TaggedValue, depth: number): readonly Place[] | undefined {
    const [built, shown] = [membersOf(content), membersOf(found.content)];
    const around = nameOfClass(classNameOf(shown));
    return partsOfObjects(built, shown, this.#walk.policy)?.flatMap((part) => {
      if (isPartAlike(part, this.#walk, depth)) return [];
      const { name, before, after } = part;
      // What an object is beside its attributes stands where the object does.
      if (name === undefined)
        return before === undefined || after === undefined
          ? [whole(before, after)]
          : this.#places(before, after, depth);
      return this.#below(`.${name}`, around, before, after, depth);
    });
  }

  #ofFunctions(
    { content, tag }: TaggedValue,
    found: TaggedValue,
    depth: number,
  ): readonly Place[] | undefined {
    return heldByFunctions(content, found.content)?.flatMap(([name, before, after]) =>
      this.#below(stepIntoFunction(name), tag, before, after, depth),
    );
  }

  #below(
    segment: PathSegment,
    around: string,
    before: unknown,
    after: unknown,
    depth: number,
  ): readonly Place[] {
    const places =
      before === undefined || after === undefined
        ? [whole(before, after)]
        : this.#places(before, after, depth + 1);
    return places.map((place) => ({
      ...place,
      path: [segment, ...place.path],
      around: [around, ...place.around],
    }));
  }

  /** The changed places of two values of one type that are no objects; undefined where they cannot be told one by one. */
  #within(built: unknown, shown: unknown, depth: number): readonly Place[] | undefined {
    if (typeof built === "string" && typeof shown === "string") return ofTexts(built, shown, (part) => part);
    const [items, others] = [elementsOf(built), elementsOf(shown)];
    if (items !== undefined && others !== undefined) return this.#ofSequences("list", items, others, depth);
    const [recipe, found] = [taggedValue(built), taggedValue(shown)];
    if (recipe === undefined || recipe.tag !== found?.tag) return undefined;
    const { tag, content } = recipe;
    if (
      (tag === "bytes" || tag === "bytearray") &&
      typeof content === "string" &&
      typeof found.content === "string"
    )
      return ofTexts(content, found.content, (part) => ({ [tag]: part }));
    if (tag === "file") return ofFiles(membersOf(content), membersOf(found.content));
    const [own, other] = [elementsOf(content), elementsOf(found.content)];
    if (own === undefined || other === undefined) return undefined;
    if (tag === "tuple" || tag === "deque") return this.#ofSequences(tag, own, other, depth);
    if (tag === "dict") return this.#ofPairs(own, other, depth);
    return tag === "value" ? this.#ofLibraryValues(own, other, depth) : undefined;
  }

  /** Ordered dictionaries, counters and the like: what they hold is the last thing that their form has. */
  #ofLibraryValues(
    own: readonly unknown[],
    other: readonly unknown[],
    depth: number,
  ): readonly Place[] | undefined {
    const { values } = this.#walk.language;
    const [array, otherArray] = [values?.arrayOf({ value: own }), values?.arrayOf({ value: other })];
    if (array !== undefined && otherArray !== undefined) {
      const isSame =
        canonicalJson([array.type, array.shape]) === canonicalJson([otherArray.type, otherArray.shape]);
      return isSame && array.shape.length > 0
        ? this.#within(array.items, otherArray.items, depth)
        : undefined;
    }
    const last = own.length - 1;
    const isHolder = taggedValue(own[last])?.tag === "dict" && taggedValue(other[last])?.tag === "dict";
    if (!isHolder || own.length !== other.length) return undefined;
    const isSame = own.slice(0, last).every((part, at) => isAlike(part, other[at], this.#walk, depth + 1));
    return isSame ? this.#within(own[last], other[last], depth) : undefined;
  }

  #ofSequences(
    kind: string,
    items: readonly unknown[],
    others: readonly unknown[],
    depth: number,
  ): readonly Place[] {
    const alike = (at: number, other: number): boolean =>
      isAlike(items[at], others[other], this.#walk, depth + 1);
    const most = Math.min(items.length, others.length);
    let first = 0;
    while (first < most && alike(first, first)) first += 1;
    let last = 0;
    while (last < most - first && alike(items.length - 1 - last, others.length - 1 - last)) last += 1;
    const [end, otherEnd] = [items.length - last, others.length - last];
    if (end === otherEnd) {
      const changed = Array.from({ length: end - first }, (_, at) => first + at).filter(
        (at) => !alike(at, at),
      );
      if (changed.length <= MOST_ITEMS)
        return changed.flatMap((at) => this.#below(at, kind, items[at], others[at], depth));
    }
    const part = (values: readonly unknown[], to: number): unknown =>
      kind === "list" ? values.slice(first, to) : { [kind]: values.slice(first, to) };
    return [
      { path: [`[${first}:${end}]`], before: part(items, end), after: part(others, otherEnd), around: [] },
    ];
  }

  #ofPairs(own: readonly unknown[], other: readonly unknown[], depth: number): readonly Place[] {
    const { pairs, gone, come } = matchAll(own, other, (one, two) => isKeyAlike(one, two, this.#walk, depth));
    const all: readonly (readonly [unknown, unknown])[] = [
      ...pairs,
      ...gone.map((pair) => [pair, undefined] as const),
      ...come.map((pair) => [undefined, pair] as const),
    ];
    return all.flatMap(([pair, found]) => {
      const [before, after] = [elementsOf(pair)?.[1], elementsOf(found)?.[1]];
      const isSame =
        before !== undefined && after !== undefined && isAlike(before, after, this.#walk, depth + 1);
      return isSame ? [] : this.#below({ key: elementsOf(found ?? pair)?.[0] }, "dict", before, after, depth);
    });
  }
}

function whole(before: unknown, after: unknown): Place {
  return { path: [], before, after, around: [] };
}

/** The stretch of a text that became another, as a slice of what it was. */
function ofTexts(built: string, shown: string, valueOf: (part: string) => unknown): readonly Place[] {
  // As Python counts them.
  const [old, now] = [Array.from(built), Array.from(shown)];
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const end = old.length - last;
  const part = (text: readonly string[]): unknown => valueOf(text.slice(first, text.length - last).join(""));
  const [before, after] = [part(old), part(now)];
  return [{ path: [`[${first}:${end}]`], before, after, around: [] }];
}

const PARTS_OF_FILES: Readonly<Record<string, string>> = {
  position: " (the position in it)",
  content: " (what it holds)",
  mode: " (its mode)",
};

function ofFiles(built: ReadonlyMap<string, unknown>, shown: ReadonlyMap<string, unknown>): readonly Place[] {
  return [...FILE_PARTS].flatMap((name) =>
    built.get(name) === shown.get(name)
      ? []
      : [
          {
            path: [PARTS_OF_FILES[name] ?? ""],
            before: built.get(name),
            after: shown.get(name),
            around: ["file"],
          },
        ],
  );
}
