/** Known calls with their flags, choices and other arguments of which few are known in every combination: which of them matters may hang on another one, and on what is given beside them. */
import { canonicalJson, inTurns, type Random } from "../../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentOf, argumentsOf } from "../given-arguments.ts";
import type { Contract } from "../contract.ts";
import type { ParameterContract } from "../parameter-contract.ts";
import type { KnownCall } from "./known-call.ts";
import { shapeOf } from "../value-shape.ts";
import type { Proposal } from "./proposal.ts";

/** Choices of one parameter that are set against those of others. */
const MOST_CHOICES = 3;
/** Distinct values that a parameter was given, where all are set against those of others. */
const MOST_SEEN = 6;
/** Longer texts are no choice. */
const LONGEST_CHOICE = 24;
/** Calls beside which all are tried. */
const MOST_BASES = 12;
/** Combinations for one call. */
const MOST_COMBINATIONS = 16;
/** The same for one that was found on the way. */
const MOST_FOR_FOUND = 4;

/** A parameter that takes one of few values. */
interface Option {
  readonly name: string;
  readonly position: number;
  readonly values: readonly ValueRecipe[];
}

/** The flags and choices of a target in every combination. */
export class CrossedOptions {
  readonly #options: readonly Option[];
  readonly #random: Random;
  readonly #waiting: Proposal[];
  #bases = 0;

  /** Those beside each of `bases`, in turns, are the first. What else parameters were given is what `known` calls of the repository's own give. */
  constructor(
    bases: readonly KnownCall[],
    known: readonly KnownCall[],
    { parameters }: Contract,
    random: Random,
  ) {
    const own = known.filter(({ isOwn = false }) => isOwn);
    this.#options = parameters.flatMap((parameter) => optionOf(parameter, own) ?? []);
    this.#random = random;
    this.#waiting = [...inTurns(bases.slice(0, MOST_BASES).map((base) => this.#beside(base)))];
  }

  /** Has other combinations tried beside a call that was found, before those that wait. */
  offer(call: KnownCall): void {
    this.#waiting.unshift(...this.#beside(call).slice(0, MOST_FOR_FOUND));
  }

  /** The next to try; undefined where none waits. */
  next(): Proposal | undefined {
    return this.#waiting.shift();
  }

  /** Combinations that differ from those of a call. */
  #beside(base: KnownCall): readonly Proposal[] {
    const options = this.#options;
    if (options.length === 0) return [];
    let combinations: readonly (readonly ValueRecipe[])[] = [[]];
    for (const { values } of options) {
      const all = combinations.flatMap((chosen) => values.map((value) => chosen.concat([value])));
      combinations =
        all.length <= MOST_COMBINATIONS ? all : this.#random.shuffle(all).slice(0, MOST_COMBINATIONS);
    }
    const name = `options of ${++this.#bases}`;
    const own = options.map(({ name, position }) => argumentOf(base.recipe, name, position));
    const isOther = (chosen: readonly ValueRecipe[]): boolean =>
      chosen.some((value, at) => canonicalJson(value) !== canonicalJson(own[at] ?? null));
    return this.#random.shuffle(combinations.filter(isOther)).map((chosen) => ({
      recipe: options.reduce(
        (recipe, option, at) => withOption(recipe, option, chosen[at] ?? null),
        base.recipe,
      ),
      base,
      respect: `${name}: ${canonicalJson(chosen)}`,
    }));
  }
}

function optionOf(
  { name, position, examples, pool, canBeNamed, isRead }: ParameterContract,
  known: readonly KnownCall[],
): Option | undefined {
  if (!canBeNamed || !isRead) return undefined;
  const isNoText = (value: ValueRecipe): boolean => typeof value === "boolean" || isFunctionByText(value);
  const choices = examples.filter((value) => typeof value === "string" || isNoText(value));
  const isChoice = choices.every(
    (value) => isNoText(value) || (typeof value === "string" && pool?.has(value) === true),
  );
  const given = argumentsOf(known, { name }, position).map(({ value }) => value);
  const values = distinct([...(isChoice ? choices.slice(0, MOST_CHOICES) : []), ...given]);
  return values.length > 1 && values.length <= MOST_SEEN && values.every(isPlain)
    ? { name, position, values }
    : undefined;
}

function distinct(values: readonly ValueRecipe[]): readonly ValueRecipe[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}

function isFunctionByText(value: ValueRecipe): boolean {
  return shapeOf(value).tag === "function";
}

/** True for what may be one of few: a flag, None, a number, a short text or a few bytes, a short function. */
function isPlain(value: ValueRecipe): boolean {
  const { tag, content } = shapeOf(value);
  if (tag === "str" || tag === "bytes") return String(content).length <= LONGEST_CHOICE;
  return tag === "bool" || tag === "int" || tag === "float" || value === null || isFunctionByText(value);
}

function withOption(recipe: CaseRecipe, { name, position }: Option, value: ValueRecipe): CaseRecipe {
  return position < recipe.positional.length
    ? { ...recipe, positional: recipe.positional.with(position, value) }
    : { ...recipe, keywords: { ...recipe.keywords, [name]: value } };
}
