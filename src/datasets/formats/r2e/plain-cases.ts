import {
  keywordsInOrder,
  type CaseRecipe,
  type Observation,
  type SuiteCase,
  type TargetRecord,
  type ValueNotation,
  type ValueRecipe,
} from "../../../spec/index.ts";

/** A case whose inputs and outcome have a notation in Python, all of it as source text. */
export interface PlainCase {
  readonly id: string;
  readonly positional: readonly string[];
  readonly keywords: readonly (readonly [string, string])[];
  /** Attributes of the instance that it is called on; undefined where it is called on none. */
  readonly state: string | undefined;
  readonly recipe: CaseRecipe;
  /** The returned value (of a generator the list of its items) in recipe and notation; undefined where it raised. */
  readonly returned: { readonly value: ValueRecipe; readonly text: string } | undefined;
}

/** Raised past what a test of R2E's catches. */
const NOT_CAUGHT = new Set(["builtins:SystemExit", "builtins:KeyboardInterrupt", "builtins:GeneratorExit"]);

/** The case in Python's notation; undefined where something of it has none, or where equal outcomes would not compare equal. */
export function plainCase(
  target: TargetRecord,
  { id, recipe }: SuiteCase,
  observation: Observation | undefined,
  notation: ValueNotation,
): PlainCase | undefined {
  const hasMore =
    Object.keys(recipe.files).length + Object.keys(recipe.variables).length + recipe.shared.length > 0 ||
    recipe.patches !== undefined ||
    recipe.call !== undefined;
  if (hasMore || observation === undefined || observation.status === "refused") return undefined;
  const positional = allLiterals(recipe.positional, notation);
  const keywords = keywordsInOrder(recipe).map(([name, value]) => [name, literal(value, notation)] as const);
  const state = target.kind === "method" ? stateOf(target, recipe.receiver, notation) : undefined;
  const afterwards = allLiterals(
    [...observation.positional, ...Object.values(observation.keywords)] as ValueRecipe[],
    notation,
  );
  if (positional === undefined || afterwards === undefined) return undefined;
  if (target.kind === "method" && state === undefined) return undefined;
  if (!keywords.every((pair): pair is readonly [string, string] => pair[1] !== undefined)) return undefined;
  const call = { id, positional, keywords, state, recipe };
  if (observation.status === "raised")
    return NOT_CAUGHT.has(observation.exception.class) ? undefined : { ...call, returned: undefined };
  const value = returnedValue(target, observation);
  const text = value === undefined ? undefined : literal(value, notation);
  return value === undefined || text === undefined ? undefined : { ...call, returned: { value, text } };
}

type Returned = Extract<Observation, { status: "returned" }>;

function returnedValue(
  { is_generator: isGenerator }: TargetRecord,
  observation: Returned,
): ValueRecipe | undefined {
  const { value } = observation;
  if (value === null || typeof value !== "object") return value as ValueRecipe;
  if (isGenerator)
    return "iterator" in value && "end" in value && value.end === "stop"
      ? (value.iterator as ValueRecipe)
      : undefined;
  if (!("argument" in value)) return value as ValueRecipe;
  const { argument } = value;
  if (typeof argument === "number") return observation.positional[argument] as ValueRecipe | undefined;
  return typeof argument === "string"
    ? (observation.keywords[argument] as ValueRecipe | undefined)
    : undefined;
}

/** Attributes of an instance of the target's own class that is nothing but its attributes. */
function stateOf(
  { class_name: className }: TargetRecord,
  receiver: ValueRecipe | undefined,
  notation: ValueNotation,
): string | undefined {
  if (receiver === null || typeof receiver !== "object" || !("object" in receiver)) return undefined;
  const { class: name, state = {}, ...others } = receiver["object"] as Record<string, unknown>;
  const isOwn = typeof name === "string" && name.slice(name.indexOf(":") + 1) === className;
  if (!isOwn || Object.keys(others).length > 0) return undefined;
  return literal({ dict: Object.entries(state as object) }, notation);
}

function allLiterals(values: readonly ValueRecipe[], notation: ValueNotation): string[] | undefined {
  const texts = values.map((value) => literal(value, notation));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Without NaN, which is not equal to itself. */
function literal(value: ValueRecipe, notation: ValueNotation): string | undefined {
  const text = notation.write(value);
  return text === undefined || /\bnanj?\b/.test(text) ? undefined : text;
}
