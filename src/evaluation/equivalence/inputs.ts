import { UsageError } from "../../base/index.ts";
import { isWellFormedRecipe, type ArgumentList, type CaseRecipe, type SuiteCase } from "../../spec/index.ts";
import { poolValues, proposeInputs, type ObservedCall, type TargetContext } from "../../testgen/index.ts";
import type { Language } from "../../languages/index.ts";
import type { EquivalenceInput, EquivalenceQuestion } from "./equivalence.ts";
import type { ComparedTarget } from "./compared-target.ts";
import type { Version } from "./read-version.ts";

/** The inputs of a comparison. */
export interface ChosenInputs {
  readonly cases: readonly SuiteCase[];
  /** Of inputs that were made up, the exceptions that the function may mean to raise; undefined where all inputs count. */
  readonly meantExceptions: ReadonlySet<string> | undefined;
}

const DEFAULT_MOST = 200;

/** The inputs that a question gives, or those that can be made. Throws `UsageError` `bad-input`. */
export async function chooseInputs(
  target: ComparedTarget,
  question: EquivalenceQuestion,
  version: Pick<Version, "fileText" | "definitionText">,
): Promise<ChosenInputs> {
  const { inputs, mostInputs = DEFAULT_MOST } = question;
  if (inputs !== undefined)
    return {
      cases: inputs
        .map((input, index) => readInput(input, index, target.language))
        .map(caseOf("synthesised")),
      meantExceptions: undefined,
    };
  const { definition, module, calls, language } = target;
  const known = [...calls, ...documentedCalls(target)];
  const context: TargetContext = {
    definition,
    module,
    text: version.definitionText,
    fileText: version.fileText,
    inputs: language.inputs,
    values: language.values,
    calls: known,
    pools: poolValues([{ definition, module, calls: known }]),
    calleeExceptions: new Set(),
  };
  const proposed = await proposeInputs(context, Math.max(mostInputs, known.length));
  return {
    cases: proposed.inputs.map(({ recipe, origin }, index) => caseOf(origin)(recipe, index)),
    meantExceptions: proposed.exceptions,
  };
}

function caseOf(origin: SuiteCase["origin"]): (recipe: CaseRecipe, index: number) => SuiteCase {
  return (recipe, index) => ({ id: `input-${index + 1}`, origin, recipe });
}

function readInput(input: EquivalenceInput, index: number, { present }: Language): CaseRecipe {
  if (typeof input !== "string") {
    const recipe = { shared: [], keywords: {}, files: {}, variables: {}, ...input };
    if (isWellFormedRecipe(recipe)) return recipe;
    throw new UsageError("bad-input", `Cannot use input ${index + 1}: it is no recipe.`);
  }
  const read = present.values.readArguments(input);
  if (read === undefined)
    throw new UsageError(
      "bad-input",
      `Cannot read input ${index + 1}, ${JSON.stringify(input.slice(0, 200))}: it is no list of literals.`,
      { hint: 'Write arguments as a call has them, such as "[1, 2], limit=3.5", or give a recipe.' },
    );
  return recipeOf(read);
}

/** Calls of the function in the examples of its documentation. */
function documentedCalls({ definition, language }: ComparedTarget): ObservedCall[] {
  return language.inputs
    .documentedCalls(definition)
    .map((list): ObservedCall => ({ recipe: recipeOf(list), raised: undefined, origin: "documented" }));
}

function recipeOf({ positional, keywords }: ArgumentList): CaseRecipe {
  return {
    shared: [],
    positional: [...positional],
    keywords: { ...keywords },
    files: {},
    variables: {},
  };
}
