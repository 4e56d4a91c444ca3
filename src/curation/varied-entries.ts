/** Varied calls of entry functions, tried in rounds: what a round finds to be read as a call should be is varied further in the next. */
import { canonicalJson, inTurns } from "../base/index.ts";
import {
  tryEntries,
  type EntryCall,
  type EntrySetting,
  type EnvironmentOptions,
} from "../environments/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import { inferContract, mostNovel, textsGiven, varyEntryCalls, type Contract } from "../testgen/index.ts";
import type { EntryFunction } from "./entry-functions.ts";

/** Rounds, and calls of all functions together that are tried in one: for each target that wants calls, at least and at most. To try one costs little beside what it takes itself. */
const ROUNDS = 3;
const TRIED_FOR_TARGET = 200;
const FEWEST_TRIED = 600;
const MOST_TRIED = 4_000;
/** Calls of a function from earlier rounds that are varied again. */
const MOST_VARIED_AGAIN = 60;
/** Of all functions together so many calls of tests are repeated, and of varied ones so many that return and that are refused are recorded. */
const MOST_KNOWN = 400;
const MOST_RETURNED = 600;
const MOST_RAISED = 600;

/** An entry function with what became of its varied calls. */
interface Breed {
  readonly entryFunction: EntryFunction;
  readonly contract: Contract;
  /** Of all calls of a round those that are this function's. */
  readonly share: number;
  readonly known: readonly CaseRecipe[];
  readonly returned: CaseRecipe[];
  readonly raised: CaseRecipe[];
}

/** Calls in the phases in which they are recorded: those of tests, then varied ones that return, then those that are refused as tests or the repository's text tell. */
export async function varyEntries(
  entryFunctions: readonly EntryFunction[],
  setting: EntrySetting,
  { seed, ...options }: EnvironmentOptions & { readonly seed: number },
): Promise<readonly (readonly EntryCall[])[]> {
  const targets = entryFunctions.reduce((sum, one) => sum + one.targets.size, 0);
  const breeds = entryFunctions.map(
    (entryFunction): Breed => ({
      entryFunction,
      contract: inferContract(entryFunction.context),
      share: entryFunction.targets.size / targets,
      known: entryFunction.context.calls.map(({ recipe }) => recipe),
      returned: [],
      raised: [],
    }),
  );
  for (let round = 0; round < ROUNDS; round++)
    await tryRound(breeds, `${seed} ${round}`, { setting, options });
  const phase = (most: number, choose: (breed: Breed) => readonly CaseRecipe[]): readonly EntryCall[] =>
    inTurns(breeds.map((breed) => choose(breed).map((recipe) => entryOf(breed, recipe)))).slice(0, most);
  return [
    phase(MOST_KNOWN, ({ known }) => known),
    phase(MOST_RETURNED, ({ returned, known }) => mostNovel(returned, known, MOST_RETURNED)),
    phase(MOST_RAISED, ({ raised, known }) => mostNovel(raised, known, MOST_RAISED)),
  ];
}

async function tryRound(
  breeds: readonly Breed[],
  seed: string,
  { setting, options }: { readonly setting: EntrySetting; readonly options: EnvironmentOptions },
): Promise<void> {
  const bases = new Map(
    breeds.map((breed) => [breed, mostNovel(breed.returned, breed.known, MOST_VARIED_AGAIN)] as const),
  );
  const recipes = breeds.map((breed) => ({
    contract: breed.contract,
    recipes: [...breed.known, ...(bases.get(breed) ?? [])],
  }));
  const texts = textsGiven(recipes);
  const targets = new Set(breeds.flatMap(({ entryFunction }) => [...entryFunction.targets]));
  const tries = Math.min(MOST_TRIED, Math.max(FEWEST_TRIED, TRIED_FOR_TARGET * targets.size));
  const tried = breeds.flatMap((breed) => {
    const { entryFunction, share, returned, raised } = breed;
    const most = Math.ceil(tries * share);
    const seen = new Set([...returned, ...raised].map(canonicalJson));
    return varyEntryCalls(entryFunction.context, {
      seed,
      most,
      bases: [...breed.known, ...(bases.get(breed) ?? [])],
      texts,
      constants: entryFunction.constants,
    })
      .filter((recipe) => !seen.has(canonicalJson(recipe)))
      .map((recipe) => ({ breed, recipe }));
  });
  const entries = tried.map(({ breed, recipe }) => entryOf(breed, recipe));
  const outcomes = await tryEntries(setting, entries, options);
  for (const [index, { breed, recipe }] of tried.entries()) {
    const outcome = outcomes[index];
    if (outcome === "returned" || outcome === "raised") breed[outcome].push(recipe);
  }
}

function entryOf({ entryFunction, contract }: Breed, recipe: CaseRecipe): EntryCall {
  return { call: entryFunction.call, recipe, raises: [...contract.exceptions].toSorted() };
}
