/**
 * The inferred contract of a target: what its observed calls and its annotations say about each parameter. Grown
 * inputs stay inside it, for a verdict must not depend on behaviour that nobody asked for. An invariant (sign,
 * emptiness, key set, value pool) is believed only after enough distinct observations; types are believed at once.
 */
import { canonicalJson, ownMember } from "../base/index.ts";
import type { Parameter } from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { askedValuesIn } from "./asked-values.ts";
import { inferAttributes, keepsAttributes, type NeverNegative } from "./attribute-contract.ts";
import { examplesOfType, typesOfAnnotation, valuesOfAnnotation } from "./annotation.ts";
import type { ObservedCall, TargetContext } from "./test-strategy.ts";
import { refusedTypeOf, type RefusedType } from "./type-guards.ts";
import { literalsOf } from "./vary-value.ts";
import { itemsOf, openedShape, pairsOf, SEQUENCE_TAGS, shapeOf, typeNameOf } from "./value-shape.ts";

/** Distinct observations of a parameter before an invariant over them is believed. */
const ENOUGH_OBSERVATIONS = 6;
/** A text parameter with at most this many distinct values over enough observations takes only those, and those that the reference asks for. */
const LARGEST_POOL = 3;

/** What is known of one parameter. */
export interface ParameterContract {
  readonly name: string;
  /** Types that were observed or declared, as `typeNameOf` names them. Empty: nothing is known, anything goes. */
  readonly types: ReadonlySet<string>;
  /** A type that it takes only to refuse it, by a guard of the target's own. */
  readonly refused: RefusedType | undefined;
  readonly isNeverNegative: boolean;
  readonly isNeverEmpty: boolean;
  /** The only texts it takes, where it is a choice of few. */
  readonly pool: ReadonlySet<string> | undefined;
  /** Types of the items of its sequences and sets, observed or declared; empty where nothing is known. */
  readonly itemTypes: ReadonlySet<string>;
  /** The text keys a dictionary always has, where they never varied. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Keys that the reference reads only where they are there: one of `keys` may be left out, another be given. */
  readonly optionalKeys: ReadonlySet<string>;
  /** Values of the types it takes, simple ones first; empty where none can be made. */
  readonly examples: readonly ValueRecipe[];
  /** False for parameters that only a position reaches. */
  readonly canBeNamed: boolean;
  /** False where the reference never reads it: varying it would grade nothing. */
  readonly isRead: boolean;
}

/** The contract of a target. */
export interface Contract {
  readonly parameters: readonly ParameterContract[];
  /** What holds for the attributes of objects anywhere in a call. */
  readonly attributes: NeverNegative;
  /** Simple names of exception classes that the target is known to raise: observed, documented, raised by its own text or by what it calls. */
  readonly exceptions: ReadonlySet<string>;
}

/** Infers a target's contract from its observed calls, its annotations, its docstring and the `raise` statements of it and of what it calls. */
export function inferContract(context: TargetContext): Contract {
  const { definition, calls, text } = context;
  const parameters = declaredParameters(context).map((parameter, index) =>
    inferParameter(parameter, argumentsOf(calls, parameter, index), context),
  );
  const exceptions = new Set(context.calleeExceptions);
  for (const call of calls) if (call.raised !== undefined) exceptions.add(simpleName(call.raised));
  for (const [, name] of text.matchAll(/\braise\s+([A-Za-z_][\w.]*)/g))
    exceptions.add(simpleName(name ?? ""));
  for (const [name] of (definition.docstring ?? "").matchAll(/\b[A-Z]\w*(?:Error|Exception|Warning)\b/g))
    exceptions.add(name);
  return { parameters, attributes: inferAttributes(context.pools), exceptions };
}

/** True where every argument of a call is what its parameter's contract allows, and objects hold what such objects hold. */
export function isInside(contract: Contract, recipe: CaseRecipe): boolean {
  const isAllowed = contract.parameters.every((parameter, index) => {
    const value =
      index < recipe.positional.length
        ? recipe.positional[index]
        : ownMember(recipe.keywords, parameter.name);
    return value === undefined || allows(parameter, value, recipe.shared);
  });
  return isAllowed && keepsAttributes(contract.attributes, recipe);
}

/** The parameters an argument list is matched against: without the receiver and without variadic ones. */
export function declaredParameters({ definition }: Pick<TargetContext, "definition">): readonly Parameter[] {
  const own = definition.parameters.filter(({ kind }) => kind !== "variadic" && kind !== "variadic_keyword");
  const hasReceiver = definition.kind !== "function" && definition.kind !== "static_method";
  return hasReceiver ? own.slice(1) : own;
}

function inferParameter(
  parameter: Parameter,
  values: readonly Seen[],
  context: TargetContext,
): ParameterContract {
  const { text } = context;
  const types = typesOf(parameter, values, text);
  const distinct = new Map(values.map((seen) => [canonicalJson(seen.value), seen.value]));
  const isSettled = distinct.size >= ENOUGH_OBSERVATIONS;
  const nodes = [...distinct.values()];
  const texts = new Set(nodes.filter((node) => typeof node === "string"));
  const known = {
    name: parameter.name,
    types,
    refused: refusedTypeOf(text, parameter.name, types),
    isNeverNegative: isSettled && nodes.every((node) => !isNegative(node)),
    isNeverEmpty: isSettled && nodes.every((node) => !isEmpty(node)),
    pool:
      values.length >= ENOUGH_OBSERVATIONS && texts.size === distinct.size && texts.size <= LARGEST_POOL
        ? new Set([...texts, ...textsComparedIn(text, parameter.name)])
        : undefined,
    itemTypes: itemTypesOf([
      ...values,
      ...valuesOfAnnotation(parameter.annotation?.includes("[") === true ? parameter.annotation : "").map(
        (value) => ({ value, shared: [] }),
      ),
    ]),
    keys: values.length >= 2 ? commonKeys(nodes) : undefined,
    optionalKeys: askedValuesIn(text).optionalKeys,
    canBeNamed: parameter.kind !== "positional_only",
    isRead: isReadIn(text, parameter.name),
  };
  return {
    ...known,
    examples: examplesFor(parameter, types, context).filter((value) => allows(known, value, [])),
  };
}

/** The types that a parameter takes, as far as its annotation, its default, the observed calls and the reference's text tell. */
function typesOf(parameter: Parameter, values: readonly Seen[], text: string): ReadonlySet<string> {
  const declared = parameter.annotation === undefined ? [] : typesOfAnnotation(parameter.annotation);
  const types = new Set([...declared, ...values.map(({ value, shared }) => typeNameOf(value, shared))]);
  if (types.size > 0) {
    for (const type of [
      ...typesOfLiteral(parameter.defaultValue ?? ""),
      ...typesTestedIn(text, parameter.name),
    ])
      types.add(type);
  }
  return types;
}

function allows(
  parameter: Omit<ParameterContract, "examples">,
  value: ValueRecipe,
  shared: readonly ValueRecipe[],
): boolean {
  const type = typeNameOf(value, shared);
  if (parameter.types.size > 0 && type === parameter.refused?.type) return true;
  if (parameter.types.size > 0 && !parameter.types.has(type)) return false;
  if (parameter.itemTypes.size > 0 && !itemTypesOf([{ value, shared }]).isSubsetOf(parameter.itemTypes))
    return false;
  if (parameter.isNeverNegative && isNegative(value)) return false;
  if (parameter.isNeverEmpty && isEmpty(value)) return false;
  if (parameter.pool !== undefined && typeof value === "string" && !parameter.pool.has(value)) return false;
  if (parameter.keys !== undefined) {
    const keys = commonKeys([value]);
    return keys !== undefined && keys.symmetricDifference(parameter.keys).isSubsetOf(parameter.optionalKeys);
  }
  return true;
}

/** A value that a call was given, and what its references stand for. */
interface Seen {
  readonly value: ValueRecipe;
  readonly shared: readonly ValueRecipe[];
}

/** What calls were given for a declared parameter, by its place among them or its name. */
export function argumentsOf(
  calls: readonly Pick<ObservedCall, "recipe">[],
  parameter: Pick<Parameter, "name">,
  index: number,
): readonly Seen[] {
  return calls.flatMap(({ recipe }) => {
    const value =
      index < recipe.positional.length
        ? recipe.positional[index]
        : ownMember(recipe.keywords, parameter.name);
    return value === undefined ? [] : [{ value, shared: recipe.shared }];
  });
}

/** Values for a parameter: those it is compared with, seen under its name elsewhere, its default, the reference's own texts, and examples of its types. */
function examplesFor(
  parameter: Parameter,
  types: ReadonlySet<string>,
  { pools, text }: TargetContext,
): readonly ValueRecipe[] {
  const related = (pools.byParameter.get(parameter.name) ?? [])
    .filter(
      ({ shared, value }) =>
        shared.length === 0 && (types.size === 0 || types.has(typeNameOf(value, shared))),
    )
    .map(({ value }) => value);
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(parameter.defaultValue ?? "")?.[2];
  const texts = types.has("str") || quoted !== undefined ? literalsOf(text).texts.slice(0, 12) : [];
  const known = new Set([...types, ...typesOfLiteral(parameter.defaultValue ?? "")]);
  const typed = [...known].flatMap(examplesOfType).concat(valuesOfAnnotation(parameter.annotation ?? ""));
  const compared = types.has("str") ? textsComparedIn(text, parameter.name) : [];
  const all = [
    ...compared,
    ...related.slice(0, 12),
    ...(quoted === undefined ? [] : [quoted]),
    ...texts,
    ...typed,
  ];
  return [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
}

/** Types that the reference itself asks a parameter for (`x is None`, `isinstance(x, (list, dict))`, `x.decode(…)`, `str(x, "utf-8")`): it is made for them. */
function typesTestedIn(text: string, name: string): readonly string[] {
  const own = `(?<![\\w.])${RegExp.escape(name)}`;
  const types = new RegExp(`${own} is (?:not )?None\\b`, "u").test(text) ? ["null"] : [];
  for (const [, tested = ""] of text.matchAll(
    new RegExp(`isinstance\\(\\s*${RegExp.escape(name)}\\s*,\\s*(\\([^)]*\\)|[\\w.]+)`, "gu"),
  )) {
    for (const [type] of tested.matchAll(/\b(?:str|int|float|bool|bytes|list|tuple|dict|set|frozenset)\b/g))
      types.push(type);
  }
  if (new RegExp(`${own}\\.decode\\(|\\bstr\\(\\s*${RegExp.escape(name)}\\s*,`, "u").test(text))
    types.push("bytes");
  return types;
}

/** Texts that the reference compares a parameter with (`x == "week"`, `x in ("day", "week")`): it is made for them. */
function textsComparedIn(text: string, name: string): readonly string[] {
  const compared = new RegExp(
    `(?<![\\w.])${RegExp.escape(name)} (?:[!=]=|(?:not )?in) (\\(.*?\\)|\\[.*?\\]|\\{.*?\\}|(["'])[^"'\\n]*\\2)`,
    "gsu",
  );
  return [...text.matchAll(compared)].flatMap(([, values = ""]) =>
    [...values.matchAll(/(["'])([^"'\\\n]*)\1/gu)].map(([, , value = ""]) => value),
  );
}

function isReadIn(text: string, name: string): boolean {
  return [...text.matchAll(new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?!\\w)`, "gu"))].length > 1;
}

function isNegative(node: ValueRecipe): boolean {
  const { tag, content } = shapeOf(node);
  return (tag === "int" && Number(content) < 0) || (tag === "float" && String(content).startsWith("-"));
}

function isEmpty(node: ValueRecipe): boolean {
  const { tag, content } = shapeOf(node);
  if (tag === "str" || tag === "bytes" || tag === "bytearray") return content === "";
  return (SEQUENCE_TAGS.has(tag) || tag === "dict") && itemsOf(content).length === 0;
}

/** Types of what stands in sequences and sets; nothing is said of what is written plainly as a text or a dictionary. */
function itemTypesOf(values: readonly Seen[]): ReadonlySet<string> {
  return new Set(
    values.flatMap(({ value, shared }) => {
      const { tag, content } = openedShape(value, shared);
      return SEQUENCE_TAGS.has(tag) ? itemsOf(content).map((item) => typeNameOf(item, shared)) : [];
    }),
  );
}

function commonKeys(nodes: readonly ValueRecipe[]): ReadonlySet<string> | undefined {
  let keys: string[] | undefined;
  for (const node of nodes) {
    const { tag, content } = shapeOf(node);
    if (tag !== "dict") return undefined;
    const own = pairsOf(content).map(([key]) => key);
    if (own.length === 0 || !own.every((key) => typeof key === "string")) return undefined;
    const sorted = own.toSorted();
    if (keys !== undefined && keys.join("\0") !== sorted.join("\0")) return undefined;
    keys = sorted;
  }
  return keys === undefined ? undefined : new Set(keys);
}

function typesOfLiteral(literal: string): readonly string[] {
  if (literal === "None") return ["null"];
  if (literal === "True" || literal === "False") return ["bool"];
  if (/^-?\d[\d_]*$/.test(literal)) return ["int"];
  if (/^-?[\d_]*\.[\d_]*(?:e[-+]?\d+)?$/i.test(literal)) return ["float"];
  if (/^[uU]?["']/.test(literal)) return ["str"];
  if (/^[bB]["']/.test(literal)) return ["bytes"];
  if (literal.startsWith("[")) return ["list"];
  if (literal === "()" || /^\(.*,.*\)$/s.test(literal)) return ["tuple"];
  return literal.startsWith("{") ? ["dict"] : [];
}

function simpleName(qualified: string): string {
  return qualified.slice(Math.max(qualified.lastIndexOf("."), qualified.lastIndexOf(":")) + 1);
}
