/**
 * The inferred contract of a target: what its observed calls and its annotations say about each parameter. Grown
 * inputs stay inside it, for a verdict must not depend on behaviour that nobody asked for. An invariant (sign,
 * emptiness, key set, value pool) is believed only after enough distinct observations; types are believed at once.
 */
import { canonicalJson } from "../base/index.ts";
import type { InputHints, Parameter, Values } from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { argumentOf, argumentsOf, declaredParameters, positionOf, type Seen } from "./given-arguments.ts";
import { inferHeldParts, keepsHeldParts, type HeldPart } from "./held-parts.ts";
import { isHelper } from "./helper-texts.ts";
import { inferMaking, keepsMaking, type MakingContract } from "./making-contract.ts";
import { holdsNoneAmongObjects } from "./none-among-objects.ts";
import { allows, inferParameter, type ParameterContract } from "./parameter-contract.ts";
import { inferRelations, keepsRelations, type Relations } from "./relations.ts";
import { isEmpty } from "./seen-values.ts";
import { inferTaggedRecords, keepsTaggedRecords, type TaggedRecords } from "./tagged-records.ts";
import type { TargetContext } from "./target-context.ts";
import { attributeEntries, inputsOf, shapeOf, typeNameOf } from "./value-shape.ts";

/** The contract of a target. */
export interface Contract {
  readonly parameters: readonly ParameterContract[];
  /** Types of what variadic parameters without annotation were given: under `*` those of positional arguments, else by the name of a keyword. */
  readonly variadicTypes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly relations: Relations;
  readonly heldParts: readonly HeldPart[];
  /** What holds for the making of objects anywhere in a call. */
  readonly making: MakingContract;
  /** Of a method that runs while its object is made, the attributes that were not the same each time: the rest of an object is as it was seen, and none is finished. */
  readonly varyingAttributes?: ReadonlySet<string> | undefined;
  /** Of dictionaries that say in one key what they are. */
  readonly records?: TaggedRecords | undefined;
  /** Where texts have line ends; where they have none, or none last, they tell accidents of a pattern, and no call was given such a text. */
  readonly lineEnds: "anywhere" | "not_last" | "nowhere";
  /** False where no call was given None among objects. */
  readonly takesNoneAmongObjects: boolean;
  /** Simple names of exception classes that the target is known to raise: observed, documented, raised by its own text or by what it calls. */
  readonly exceptions: ReadonlySet<string>;
  /** What the language knows of values of libraries, where it knows of any. */
  readonly values?: Values | undefined;
}

/** The contract that the calls of a context state; see `inferContract`. */
export function contractOf(context: TargetContext, hints: InputHints): Contract {
  const { definition, calls, text, inputs, values, pools } = context;
  const takesArrays = calls.some(({ recipe }) => values?.holdsArrays(recipe));
  const declared = declaredParameters(context);
  const seenOf = (parameter: Parameter): readonly Seen[] => [
    ...argumentsOf(calls, parameter, positionOf(parameter, declared.indexOf(parameter))),
    ...defaultOf(parameter, context),
  ];
  const parameters = declared.map((parameter, index) =>
    inferParameter(seenOf(parameter), {
      parameter,
      position: positionOf(parameter, index),
      valuesOfAlike: declared.filter((other) => isAlike(parameter, other)).flatMap(seenOf),
      isHelper: isHelper(definition.name) && !isOfPublicClass(context),
      hints,
      own: inputs.readParameter(text, parameter, context.calleeTexts),
      annotated: inputs.readAnnotation(parameter.annotation ?? "", context.fileText),
      pools,
      inputs,
      values,
      takesArrays:
        takesArrays ||
        (pools.byParameter.get(parameter.name) ?? []).some((given) => values?.holdsArrays(given)),
    }),
  );
  const raised = calls.flatMap((call) => (call.raised === undefined ? [] : [simpleName(call.raised)]));
  const exceptions = new Set([...context.calleeExceptions, ...raised, ...hints.exceptions]);
  return {
    parameters,
    variadicTypes: typesOfVariadic(context, parameters),
    relations: inferRelations(
      declared.map((parameter, index) => ({ name: parameter.name, position: positionOf(parameter, index) })),
      calls,
      values,
    ),
    heldParts: inferHeldParts(calls),
    making: inferMaking(context.pools, values, new Set(definition.facts.words)),
    varyingAttributes: context.isWithinConstruction === true ? attributesThatVary(calls) : undefined,
    records: inferTaggedRecords(calls.map(({ recipe }) => recipe)),
    lineEnds: lineEndsOf(calls, hints),
    takesNoneAmongObjects: calls.some(({ recipe }) => holdsNoneAmongObjects(recipe)),
    exceptions,
    values,
  };
}

/** True for a method without an underscore that objects of a class without one inherit from a base that has one: it is theirs. */
function isOfPublicClass({ definition, calls }: Pick<TargetContext, "definition" | "calls">): boolean {
  const own = definition.name.slice(definition.name.lastIndexOf(".") + 1);
  if (definition.className === undefined || isHelper(own)) return false;
  return calls.some(({ recipe: { receiver, shared } }) => {
    const [, type] = /^object:[^:]*:(.*)$/u.exec(typeNameOf(receiver ?? null, shared)) ?? [];
    return type !== undefined && !isHelper(type);
  });
}

/** What the target's text says of its inputs: looks through its whole file. */
export function hintsOf({ inputs, text, definition, fileText, calleeTexts }: TargetContext): InputHints {
  return inputs.readHints(text, definition, { fileText, calleeTexts });
}

/** True where every argument of a call is what its parameter's contract allows, and objects are made of what such objects are made of. */
export function isInside(contract: Contract, recipe: CaseRecipe): boolean {
  const isAllowed = contract.parameters.every((parameter) => {
    const value = argumentOf(recipe, parameter.name, parameter.position);
    return value === undefined || allows(parameter, { value, shared: recipe.shared }, contract.values);
  });
  return (
    isAllowed &&
    keepsVariadicTypes(contract, recipe) &&
    (contract.varyingAttributes === undefined || shapeOf(recipe.receiver ?? null).tag !== "made") &&
    keepsRelations(contract.relations, recipe, contract.values) &&
    keepsHeldParts(contract.heldParts, recipe) &&
    keepsMaking(contract.making, recipe, contract.values) &&
    (contract.records === undefined || keepsTaggedRecords(contract.records, recipe)) &&
    (contract.lineEnds === "anywhere" || !hasLineEnd(recipe, contract.lineEnds === "not_last")) &&
    (contract.takesNoneAmongObjects || !holdsNoneAmongObjects(recipe))
  );
}

function keepsVariadicTypes(contract: Contract, recipe: CaseRecipe): boolean {
  const { parameters, variadicTypes, values } = contract;
  if (variadicTypes.size === 0) return true;
  return variadicArguments(recipe, parameters).every(([name, value]) => {
    const types = variadicTypes.get(name);
    return types === undefined || types.has(typeNameOf(value, recipe.shared, values));
  });
}

function typesOfVariadic(
  { definition, calls, values }: TargetContext,
  parameters: readonly ParameterContract[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const isUnknown = (kind: Parameter["kind"]): boolean =>
    definition.parameters.some((each) => each.kind === kind && each.annotation === undefined);
  const [takesAny, takesAnyNamed] = [isUnknown("variadic"), isUnknown("variadic_keyword")];
  const given = calls.flatMap(({ recipe }) =>
    variadicArguments(recipe, parameters).flatMap(([name, value]) =>
      (name === VARIADIC ? takesAny : takesAnyNamed)
        ? [{ name, type: typeNameOf(value, recipe.shared, values) }]
        : [],
    ),
  );
  const byName = Map.groupBy(given, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, new Set(all.map(({ type }) => type))]));
}

/** Stands for the name of positional arguments that a variadic parameter takes. */
export const VARIADIC = "*";

/** How many parameters a position reaches: what stands behind them a variadic one takes. */
export function countPositional(parameters: readonly ParameterContract[]): number {
  return parameters.filter(({ position }) => Number.isFinite(position)).length;
}

/** What a call gives beyond the declared parameters. */
function variadicArguments(
  { positional, keywords }: CaseRecipe,
  parameters: readonly ParameterContract[],
): readonly (readonly [string, ValueRecipe])[] {
  const declared = countPositional(parameters);
  const names = new Set(parameters.map(({ name }) => name));
  return [
    ...positional.slice(declared).map((value) => [VARIADIC, value] as const),
    ...Object.entries(keywords).filter(([name]) => !names.has(name)),
  ];
}

/** True where a call gives an empty container where none was ever seen: whoever wrote the target may not have thought of it. */
export function givesUnseenEmpty({ parameters, values }: Contract, recipe: CaseRecipe): boolean {
  return parameters.some(({ wasNeverEmpty, name, position }) => {
    const value = wasNeverEmpty ? argumentOf(recipe, name, position) : undefined;
    return value !== undefined && typeof value !== "string" && isEmpty(value, values);
  });
}

/** Fewer calls say nothing of how many lines texts have. */
const ENOUGH_FOR_LINES = 4;

function lineEndsOf(
  calls: readonly { readonly recipe: CaseRecipe }[],
  { readsOneLine = false, letsLineEndsThrough }: InputHints,
): Contract["lineEnds"] {
  const has = (isLast: boolean): boolean => calls.some(({ recipe }) => hasLineEnd(recipe, isLast));
  if (readsOneLine && calls.length >= ENOUGH_FOR_LINES && !has(false)) return "nowhere";
  return letsLineEndsThrough && !has(true) ? "not_last" : "anywhere";
}

/** True where a text anywhere among the inputs of a call has a line end, or, where it `isLast`, ends with one. */
function hasLineEnd(recipe: CaseRecipe, isLast: boolean): boolean {
  const open: unknown[] = [...inputsOf(recipe)];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && (isLast ? value.endsWith("\n") : value.includes("\n"))) return true;
    if (value !== null && typeof value === "object") open.push(...Object.values(value));
  }
  return false;
}

/** Attributes of the objects that calls were made on which differ between these. */
function attributesThatVary(calls: readonly { readonly recipe: CaseRecipe }[]): ReadonlySet<string> {
  const states = calls.flatMap(({ recipe: { receiver } }) => attributeEntries(shapeOf(receiver ?? null)));
  const seen = Map.groupBy(states, ({ attribute }) => attribute).entries();
  return new Set(
    seen.flatMap(([name, all]) =>
      new Set(all.map(({ held }) => canonicalJson(held[name] ?? null))).size > 1 ? [name] : [],
    ),
  );
}

/** The container that a parameter's default is: what it holds and what others may. */
function defaultOf(parameter: Parameter, { inputs, fileText }: TargetContext): readonly Seen[] {
  const value = inputs.readDefault(parameter, fileText);
  return value === undefined ? [] : [{ value, shared: [] }];
}

/** True for two parameters with the same default and the same annotation, of which one may never be given: `start=None, end=None`. */
function isAlike(one: Parameter, other: Parameter): boolean {
  return (
    one !== other &&
    one.defaultValue !== undefined &&
    one.defaultValue === other.defaultValue &&
    one.annotation === other.annotation
  );
}

/** The contract of the parameter that a positional argument is for; undefined for one that a variadic parameter takes. */
export function parameterAt({ parameters }: Contract, position: number): ParameterContract | undefined {
  return parameters.find((parameter) => parameter.position === position);
}

function simpleName(qualified: string): string {
  return qualified.slice(Math.max(qualified.lastIndexOf("."), qualified.lastIndexOf(":")) + 1);
}
