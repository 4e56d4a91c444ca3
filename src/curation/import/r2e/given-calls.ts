import { createWordRecord } from "../../../base/index.ts";
import { readCapturedArguments, type CapturedArguments, type R2EFunction } from "../../../datasets/index.ts";
import type { Definition, Parameter } from "../../../languages/index.ts";
import {
  isWellFormedRecipe,
  type CaseRecipe,
  type ValueNotation,
  type ValueRecipe,
} from "../../../spec/index.ts";
import type { ObservedCall } from "../../../testgen/index.ts";

/** What of a row's captured arguments can be called with again. */
export interface GivenCalls {
  readonly calls: readonly ObservedCall[];
  /** Captured calls that cannot be: an argument that is no plain data, a receiver that the row does not hold, a recipe that is none. */
  readonly refused: number;
}

/** The calls that a row brings: the recipes that Diorama adds to its own rows, or the captured arguments that are plain data. */
export function givenCalls(
  row: R2EFunction,
  { definition, module }: { readonly definition: Definition; readonly module: string },
  notation: ValueNotation,
): GivenCalls {
  const { extension, captured } = row;
  if (extension !== undefined) {
    const cases = extension.cases.map(({ recipe }) => recipe as CaseRecipe);
    const fine = cases.filter(isWellFormedRecipe);
    return { calls: fine.map(asCall), refused: cases.length - fine.length };
  }
  const recipes = captured.map((call) => bindCall(definition, module, readCapturedArguments(call, notation)));
  const calls = recipes.filter((recipe) => recipe !== undefined).map(asCall);
  return { calls, refused: captured.length - calls.length };
}

function asCall(recipe: CaseRecipe): ObservedCall {
  return { recipe, raised: undefined, origin: "observed" };
}

/** The call of these named arguments; undefined where one cannot be passed, or a receiver is missing. */
function bindCall(
  definition: Definition,
  module: string,
  captured: CapturedArguments,
): CaseRecipe | undefined {
  const { kind, parameters, className } = definition;
  const isBound = kind !== "function" && kind !== "static_method";
  if (isBound && kind !== "class_method") return undefined;
  const receiver = isBound ? { receiver: { named: `${module}:${className ?? ""}` } } : {};
  const own = isBound ? parameters.slice(1) : parameters;
  const given = isBound ? withoutFirst(captured, parameters[0]?.name) : captured;
  const recipe: CaseRecipe = {
    shared: [],
    ...receiver,
    positional: [],
    keywords: createWordRecord(),
    files: {},
    variables: {},
  };
  const left = new Set(given.keys());
  let isInRow = true;
  for (const parameter of own) {
    const isGiven = left.delete(parameter.name);
    const value = isGiven ? share(recipe, given.get(parameter.name)) : undefined;
    if (isGiven && value === undefined) return undefined;
    if (value === undefined) isInRow = false;
    else if (!pass(recipe, parameter, value, isInRow)) return undefined;
  }
  return left.size === 0 ? recipe : undefined;
}

function withoutFirst(captured: CapturedArguments, name: string | undefined): CapturedArguments {
  return new Map([...captured].filter(([own]) => own !== name));
}

/** Puts what a value shares into the recipe; the value that then stands for it. */
function share(
  recipe: CaseRecipe,
  given: { readonly value: ValueRecipe; readonly shared: readonly ValueRecipe[] } | undefined,
): ValueRecipe | undefined {
  if (given === undefined) return undefined;
  const offset = recipe.shared.length;
  recipe.shared.push(...given.shared.map((value) => moveReferences(value, offset)));
  return moveReferences(given.value, offset);
}

function moveReferences(value: ValueRecipe, offset: number): ValueRecipe {
  if (offset === 0 || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => moveReferences(item as ValueRecipe, offset));
  return Object.fromEntries(
    Object.entries(value).map(([tag, content]) => [
      tag,
      tag === "ref" ? Number(content) + offset : moveReferences(content as ValueRecipe, offset),
    ]),
  );
}

/** Adds an argument the way its parameter takes it; false where it does not. */
function pass(recipe: CaseRecipe, { name, kind }: Parameter, value: ValueRecipe, isInRow: boolean): boolean {
  switch (kind) {
    case "positional":
    case "positional_only":
      if (isInRow) recipe.positional.push(value);
      else if (kind === "positional") recipe.keywords[name] = value;
      return isInRow || kind === "positional";
    case "keyword_only":
      recipe.keywords[name] = value;
      return true;
    case "variadic": {
      const items = contentOf(value, "tuple");
      if (items === undefined || (items.length > 0 && !isInRow)) return false;
      recipe.positional.push(...items);
      return true;
    }
    default: {
      const pairs = contentOf(value, "dict");
      for (const pair of pairs ?? []) {
        const [key, item = null] = Array.isArray(pair) ? (pair as readonly ValueRecipe[]) : [];
        if (typeof key !== "string") return false;
        recipe.keywords[key] = item;
      }
      return pairs !== undefined;
    }
  }
}

function contentOf(value: ValueRecipe, tag: string): readonly ValueRecipe[] | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !(tag in value))
    return undefined;
  const content = (value as Readonly<Record<string, unknown>>)[tag];
  return Array.isArray(content) ? (content as readonly ValueRecipe[]) : undefined;
}
