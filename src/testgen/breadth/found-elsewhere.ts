/** Values that stand elsewhere in the same call: a key that is looked up is often there, an index often the last one. */
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { partsOfMade } from "../made-parts.ts";
import { attributeEntries, heldShape, itemsOf, openedShape, pairsOf, SEQUENCE_TAGS } from "../value-shape.ts";

/** Values that are taken from the other arguments, and how deep these are looked into. */
const MOST_FOUND = 16;
const DEEPEST = 3;
/** Longer texts are no keys. */
const LONGEST = 60;

/** Types of values that are found: texts, bytes and whole numbers. */
const FOUND = ["str", "bytes", "int"] as const;
type FoundType = (typeof FOUND)[number];

/**
 * Texts for a text (bytes for bytes) and whole numbers for a number, of all arguments but this one, and of what stands beside it in a container; of
 * texts and sequences how many items they have, and the last index. Of objects those of their state, and the texts that they were made of.
 *
 * @param spot Name of the place of `value`, as `Spot` has it.
 * @param states A call like this one, with objects by their states.
 */
export function foundElsewhere(
  value: ValueRecipe,
  spot: string,
  recipe: CaseRecipe,
  contract: Contract,
  states: CaseRecipe = recipe,
): readonly ValueRecipe[] {
  const { tag } = heldShape(value, [], undefined);
  const wanted = FOUND.find((type) => type === tag);
  if (wanted === undefined) return [];
  const found = new Collection(wanted, contract);
  for (const place of argumentPlaces(recipe, contract)) {
    if (place.name === spot) continue;
    const isMade = openedShape(place.value, recipe.shared).tag === "made";
    const call = isMade ? states : recipe;
    found.collect(place.read(call) ?? null, call.shared, 0);
    if (isMade)
      for (const part of partsOfMade(place.value))
        if (typeof part.value === "string") found.collect(part.value, [], 0);
  }
  return found.valuesBeside(value);
}

/** Texts and numbers that stand in sequences among the other arguments. */
export function keysElsewhere(
  argument: string,
  recipe: CaseRecipe,
  contract: Contract,
): readonly ValueRecipe[] {
  const items = argumentPlaces(recipe, contract).flatMap(({ name, value }) => {
    const { tag, content } = heldShape(value, [], contract.values);
    return name !== argument && SEQUENCE_TAGS.has(tag) ? itemsOf(content) : [];
  });
  return [...new Set(items.filter((item) => typeof item === "string" || typeof item === "number"))].slice(
    0,
    MOST_FOUND,
  );
}

/** The texts of patterns among the arguments that are compiled already, alone or in a sequence. */
export function compiledPatterns(recipe: CaseRecipe, contract: Contract): readonly string[] {
  const patterns = argumentPlaces(recipe, contract).flatMap(({ value }) => {
    const { tag, content } = heldShape(value, [], contract.values);
    const items = SEQUENCE_TAGS.has(tag) ? itemsOf(content) : [value];
    return items.flatMap((item) => contract.values?.describe(item)?.pattern ?? []);
  });
  return [...new Set(patterns)];
}

/** Words of a text that are found beside it. */
const MOST_WORDS = 6;

/** What is a part of a text: its first and last words, and where it begins and ends. */
export function partsOfText(text: string): readonly string[] {
  const words: readonly string[] = text.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const ends = [text.slice(0, Math.ceil(text.length / 2)), text.slice(-1), text.slice(0, 1)];
  return [...new Set([...words.slice(0, MOST_WORDS - 1), ...words.slice(-1), ...ends])].filter(
    (part) => part !== "" && part !== text,
  );
}

/** Values of one type, distinct, in the order in which they are found. */
class Collection {
  readonly #wanted: FoundType;
  readonly #contract: Contract;
  readonly #found = new Map<string, ValueRecipe>();

  constructor(wanted: FoundType, contract: Contract) {
    this.#wanted = wanted;
    this.#contract = contract;
  }

  /** Takes what a value holds; `shared` is of the call that it stands in. */
  collect(value: ValueRecipe, shared: readonly ValueRecipe[], depth: number): void {
    const { tag, content } = heldShape(value, shared, this.#contract.values);
    if (tag === "object" && depth < DEEPEST)
      for (const { attribute, held } of attributeEntries({ tag, content }))
        this.collect(held[attribute] ?? null, shared, depth + 1);
    if (tag === "str" || tag === "bytes") this.#addText(value, tag, String(content));
    else if (tag === "int") this.#add("int", value);
    else if (SEQUENCE_TAGS.has(tag) || tag === "dict") {
      const members = tag === "dict" ? pairsOf(content).flat() : itemsOf(content);
      this.#addSize(itemsOf(content).length);
      if (depth < DEEPEST) for (const member of members) this.collect(member, shared, depth + 1);
    }
  }

  valuesBeside(own: ValueRecipe): readonly ValueRecipe[] {
    this.#found.delete(JSON.stringify(own));
    return [...this.#found.values()].slice(0, MOST_FOUND);
  }

  #addText(value: ValueRecipe, tag: "str" | "bytes", text: string): void {
    this.#addSize(text.length);
    if (text.length <= LONGEST) this.#add(tag, value);
  }

  /** How many there are, the last index, and both counted from the end. */
  #addSize(size: number): void {
    this.#add("int", size);
    if (size > 0) for (const near of [size - 1, size + 1, -size, -size - 1]) this.#add("int", near);
  }

  #add(tag: FoundType, value: ValueRecipe): void {
    if (tag === this.#wanted) this.#found.set(JSON.stringify(value), value);
  }
}
