/** Calls of other functions that lead to a target: those of tests, and varied ones. */
import { inTurns } from "../base/index.ts";
import type { EntryCall } from "../environments/index.ts";
import { membersOf, taggedValue, type CaseRecipe } from "../spec/index.ts";
import { inferContract, textsGiven, varyEntryCalls, type LeadingCalls } from "../testgen/index.ts";
import type { EntryFunction } from "./entry-functions.ts";

/** Calls of other functions that lead to one target, and these functions. */
const MOST_LEADING = 400;
const MOST_LEADING_FUNCTIONS = 3;

/** Calls that tests made, with the keys of the targets that they led to. */
export function reachedByTests(
  entryFunctions: readonly EntryFunction[],
): readonly (readonly [EntryCall, ReadonlySet<string>])[] {
  return entryFunctions.flatMap(({ call, reachedBy }) =>
    Array.from(reachedBy, ([recipe, reached]) => [{ call, recipe, raises: [] }, reached] as const),
  );
}

/** Of the functions that lead to a target most often calls in turns, as a case names them. */
export function chooseLeading(entries: readonly EntryCall[]): readonly CaseRecipe[] {
  const recipes = entries.map(({ call, recipe }): CaseRecipe => ({ call, ...recipe }));
  const byFunction = [...Map.groupBy(recipes, ({ call }) => call).values()];
  const most = byFunction.toSorted((one, other) => other.length - one.length);
  return inTurns(most.slice(0, MOST_LEADING_FUNCTIONS)).slice(0, MOST_LEADING);
}

/** Calls that lead to a target, and more of the functions that they are calls of. */
export function leadingTo(
  known: readonly CaseRecipe[],
  entryFunctions: readonly EntryFunction[],
): LeadingCalls | undefined {
  if (known.length === 0) return undefined;
  const groupsOf = (recipes: readonly CaseRecipe[]): readonly (readonly [EntryFunction, CaseRecipe[]])[] =>
    [...Map.groupBy(recipes, (recipe) => findCalled(recipe, entryFunctions))].flatMap(([one, own]) =>
      one === undefined ? [] : [[one, own.map(({ call: _, ...recipe }) => recipe)] as const],
    );
  const groups = groupsOf(known);
  const contracts = new Map(groups.map(([one]) => [one, inferContract(one.context)]));
  const texts = textsGiven(
    groups.flatMap(([one, recipes]) => {
      const contract = contracts.get(one);
      return contract === undefined ? [] : [{ contract, recipes }];
    }),
  );
  return {
    known,
    exceptions: new Set([...contracts.values()].flatMap(({ exceptions }) => [...exceptions])),
    vary: (bases, { seed, most, target }) =>
      inTurns(
        groupsOf(bases).map(([{ call, context, constants }, own]) =>
          varyEntryCalls(context, {
            seed,
            most: Math.ceil((most * own.length) / bases.length),
            bases: own,
            texts,
            constants,
            target,
          }).map((recipe) => ({ call, ...recipe })),
        ),
      ),
  };
}

/** What a recipe calls; of methods of one name the one that tests call on objects of the receiver's class. */
function findCalled(
  { call, receiver }: CaseRecipe,
  entryFunctions: readonly EntryFunction[],
): EntryFunction | undefined {
  const named = entryFunctions.filter((one) => one.call === call);
  const owner = classOfMade(receiver);
  const isOfClass = ({ context }: EntryFunction): boolean =>
    context.calls.some(({ recipe }) => classOfMade(recipe.receiver) === owner);
  return named.find(isOfClass) ?? named[0];
}

function classOfMade(value: unknown): unknown {
  const tagged = taggedValue(value);
  return tagged?.tag === "made" ? membersOf(tagged.content).get("class") : undefined;
}
