/** Known calls with their flags and other choices in every combination: which of them matters may hang on another one, and on what is given beside them. */
import { canonicalJson, inTurns, type Random } from "../../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentOf } from "../given-arguments.ts";
import type { Contract } from "../contract.ts";
import type { ParameterContract } from "../parameter-contract.ts";
import type { KnownCall } from "./known-call.ts";
import type { Proposal } from "./proposal.ts";

/** Values of one parameter that are set against those of others. */
const MOST_VALUES = 3;
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

  /** Those beside each of `bases`, in turns, are the first. */
  constructor(bases: readonly KnownCall[], { parameters }: Contract, random: Random) {
    this.#options = parameters.flatMap((parameter) => optionOf(parameter) ?? []);
    this.#random = random;
    this.#waiting = [...inTurns(bases.slice(0, MOST_BASES).map((base) => this.#beside(base, 2)))];
  }

  /** Has other combinations tried beside a call that was found, before those that wait. */
  offer(call: KnownCall): void {
    this.#waiting.unshift(...this.#beside(call, 1).slice(0, MOST_FOR_FOUND));
  }

  /** The next to try; undefined where none waits. */
  next(): Proposal | undefined {
    return this.#waiting.shift();
  }

  /** Combinations that differ from those of a call in so many choices at least: what differs in one is tried at that place. */
  #beside(base: KnownCall, fewest: number): readonly Proposal[] {
    const options = this.#options;
    if (options.length < fewest) return [];
    let combinations: readonly (readonly ValueRecipe[])[] = [[]];
    for (const { values } of options) {
      const all = combinations.flatMap((chosen) => values.map((value) => chosen.concat([value])));
      combinations =
        all.length <= MOST_COMBINATIONS ? all : this.#random.shuffle(all).slice(0, MOST_COMBINATIONS);
    }
    const name = `options of ${++this.#bases}`;
    const own = options.map(({ name, position }) => argumentOf(base.recipe, name, position));
    const isFarther = (chosen: readonly ValueRecipe[]): boolean =>
      chosen.filter((value, at) => value !== own[at]).length >= fewest;
    return this.#random.shuffle(combinations.filter(isFarther)).map((chosen) => ({
      recipe: options.reduce(
        (recipe, option, at) => withOption(recipe, option, chosen[at] ?? null),
        base.recipe,
      ),
      base,
      respect: `${name}: ${canonicalJson(chosen)}`,
    }));
  }
}

function optionOf({
  name,
  position,
  examples,
  pool,
  canBeNamed,
  isRead,
}: ParameterContract): Option | undefined {
  if (!canBeNamed || !isRead) return undefined;
  const choices = examples.filter((value) => typeof value === "boolean" || typeof value === "string");
  const isChoice =
    choices.length > 0 && choices.every((value) => typeof value === "boolean" || pool?.has(value) === true);
  return isChoice ? { name, position, values: choices.slice(0, MOST_VALUES) } : undefined;
}

function withOption(recipe: CaseRecipe, { name, position }: Option, value: ValueRecipe): CaseRecipe {
  return position < recipe.positional.length
    ? { ...recipe, positional: recipe.positional.with(position, value) }
    : { ...recipe, keywords: { ...recipe.keywords, [name]: value } };
}
