/**
 * The inferred contract of a target: what its observed calls and its annotations say about each parameter. Grown
 * inputs stay inside it, for a verdict must not depend on behaviour that nobody asked for. An invariant (sign,
 * emptiness, key set, value pool) is believed only after enough distinct observations; types are believed at once.
 */
import { canonicalJson } from "../base/index.ts";
import type {
  AnnotatedValues,
  InputHints,
  Parameter,
  ParameterHints,
  RefusedType,
  Values,
} from "../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import {
  allowsText,
  areDigits,
  isOneSign,
  PATTERN_SIGNS,
  SIGNS,
  textsAllowed,
  type AllowedTexts,
} from "./allowed-texts.ts";
import { calendarRange, largeRange } from "./number-range.ts";
import { inferCommonTexts, isHelper, isLikeOthers, type CommonTexts } from "./helper-texts.ts";
import { withAnyItems, withAskedItems } from "./item-types.ts";
import { ANY_SIZES, type ArraySizes, inferSizes, keepsSizes } from "./array-sizes.ts";
import { argumentOf, argumentsOf, declaredParameters, positionOf, type Seen } from "./given-arguments.ts";
import { inferHeldParts, keepsHeldParts, type HeldPart } from "./held-parts.ts";
import { inferMaking, isOptionLike, keepsMaking, type MakingContract } from "./making-contract.ts";
import { holdsNoneAmongObjects } from "./none-among-objects.ts";
import { inferRelations, keepsRelations, type Relations } from "./relations.ts";
import { isAlone } from "./shared-values.ts";
import { inferTaggedRecords, keepsTaggedRecords, type TaggedRecords } from "./tagged-records.ts";
import type { TargetContext } from "./target-context.ts";
import {
  attributeEntries,
  FUNCTION_TYPES,
  heldShape,
  inputsOf,
  itemsOf,
  numberOf,
  pairsOf,
  SEQUENCE_TAGS,
  shapeOf,
  typeNameOf,
} from "./value-shape.ts";

/** Distinct observations of a parameter before an invariant over them is believed. */
const ENOUGH_OBSERVATIONS = 6;
/** The same of a helper's, which its own repository alone calls. */
const ENOUGH_OF_HELPER = 2;
/** Calls of it that are as good as these. */
const ENOUGH_CALLS_OF_HELPER = 3;
/** Distinct values of a parameter, observed or made for its annotation, before its tuples are believed to be records. */
const ENOUGH_TUPLES = 2;
/** A helper's parameter that was given so many values, few of them distinct and all constants by their looks, takes only those. */
const ENOUGH_CONSTANTS = 12;
const MOST_CONSTANTS = 4;
/** Distinct texts of digits alone before it is believed that no others are taken. */
const ENOUGH_DIGITS = 12;
/** What is known of one parameter. */
export interface ParameterContract extends AllowedTexts {
  readonly name: string;
  /** Types that were observed or declared, as `typeNameOf` names them. Empty: nothing is known, anything goes. */
  readonly types: ReadonlySet<string>;
  /** A type that it takes only to refuse it, by a guard of the target's own. */
  readonly refused: RefusedType | undefined;
  readonly isNeverNegative: boolean;
  /** True where only the repository's own code calls the target, and never with zero or less. */
  readonly isPositive: boolean;
  /** Its lowest and its highest number, where it is one that a calendar or a clock counts, or a large one; between them whole ones. */
  readonly range: readonly [lowest: number, highest: number] | undefined;
  /** True where something is divided by it, or counted in it, and it was never zero. */
  readonly isDivisor: boolean;
  /** True for containers that were never seen empty. Nothing is said of texts: an empty one is what people forget first. */
  readonly wasNeverEmpty: boolean;
  /** True for these where only the repository's own code calls the target: it never gives an empty one. */
  readonly isNeverEmpty: boolean;
  /**
   * Lengths of sequences that are records, by `tuple` or `list` and how deep they stand in the value: all tuples seen there have one length, and so have
   * all lists in their place.
   */
  readonly recordLengths: ReadonlyMap<string, number>;
  /** True where all its texts are digits alone, and they are many: it reads no others. */
  readonly isOfDigits: boolean;
  /** What all its texts have in common, where only the repository's own code calls the target; undefined elsewhere. */
  readonly commonTexts: CommonTexts | undefined;
  /** The same for the texts in its sequences. */
  readonly commonItems: CommonTexts | undefined;
  /** The same for the texts that its dictionaries hold as values. */
  readonly commonValues: CommonTexts | undefined;
  /** Types of the items of its sequences and sets, observed or declared; empty where nothing is known. */
  readonly itemTypes: ReadonlySet<string>;
  /** Items of types that the reference asks its items for. */
  readonly askedItems: readonly ValueRecipe[];
  /** All that it takes, as canonical JSON, where only the repository's own code calls the target and gives it a few constants. */
  readonly constants: ReadonlySet<string> | undefined;
  /** The text keys a dictionary always has, where they never varied. */
  readonly keys: ReadonlySet<string> | undefined;
  /** True where each text key of its dictionaries is a single sign: a table from sign to something. */
  readonly isKeyedBySigns: boolean;
  /** True where each text in its sequences is a single sign that is no letter and no digit: separators. */
  readonly isOfSigns: boolean;
  /** True where the reference makes a pattern of pieces as they are, and no text that was seen has a sign with a meaning in patterns. */
  readonly hasNoPatternSigns: boolean;
  /** The sizes that its arrays always have. */
  readonly sizes: ArraySizes;
  /** Keys that the reference reads only where they are there: one of `keys` may be left out, another be given. */
  readonly optionalKeys: ReadonlySet<string>;
  /** Values of the types it takes, simple ones first; empty where none can be made. */
  readonly examples: readonly ValueRecipe[];
  /** False for parameters that only a position reaches. */
  readonly canBeNamed: boolean;
  /** Its place among positional arguments; infinite for one that only a name reaches. */
  readonly position: number;
  /** True where an empty text is none that it takes, nor an item of it: texts are cut at it, or it is replaced in one. */
  readonly isNoEmptyText: boolean;
  /** False where the reference never reads it: varying it would grade nothing. */
  readonly isRead: boolean;
}

/** The contract of a target. */
export interface Contract {
  readonly parameters: readonly ParameterContract[];
  readonly relations: Relations;
  readonly heldParts: readonly HeldPart[];
  /** What holds for the making of objects anywhere in a call. */
  readonly making: MakingContract;
  /** Of a method that runs while its object is made, the attributes that were not the same each time: the rest of an object is as it was seen, and none is finished. */
  readonly varyingAttributes?: ReadonlySet<string> | undefined;
  /** Of dictionaries that say in one key what they are. */
  readonly records?: TaggedRecords | undefined;
  /** False where a text that ends with a line end tells an accident of a pattern, and no call was given one. */
  readonly takesLineEnds: boolean;
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
      isHelper: isHelper(definition.name),
      hints,
      own: inputs.readParameter(text, parameter),
      annotated: inputs.readAnnotation(parameter.annotation ?? ""),
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
    relations: inferRelations(
      declared.map((parameter, index) => ({ name: parameter.name, position: positionOf(parameter, index) })),
      calls,
      values,
    ),
    heldParts: inferHeldParts(calls),
    making: inferMaking(context.pools, values),
    varyingAttributes: context.isWithinConstruction === true ? attributesThatVary(calls) : undefined,
    records: inferTaggedRecords(calls.map(({ recipe }) => recipe)),
    takesLineEnds: !hints.letsLineEndsThrough || calls.some(({ recipe }) => hasLineEnd(recipe)),
    takesNoneAmongObjects: calls.some(({ recipe }) => holdsNoneAmongObjects(recipe)),
    exceptions,
    values,
  };
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
    (contract.varyingAttributes === undefined || shapeOf(recipe.receiver ?? null).tag !== "made") &&
    keepsRelations(contract.relations, recipe, contract.values) &&
    keepsHeldParts(contract.heldParts, recipe) &&
    keepsMaking(contract.making, recipe, contract.values) &&
    (contract.records === undefined || keepsTaggedRecords(contract.records, recipe)) &&
    (contract.takesLineEnds || !hasLineEnd(recipe)) &&
    (contract.takesNoneAmongObjects || !holdsNoneAmongObjects(recipe))
  );
}

/** True where a call gives an empty container where none was ever seen: whoever wrote the target may not have thought of it. */
export function givesUnseenEmpty({ parameters, values }: Contract, recipe: CaseRecipe): boolean {
  return parameters.some(({ wasNeverEmpty, name, position }) => {
    const value = wasNeverEmpty ? argumentOf(recipe, name, position) : undefined;
    return value !== undefined && typeof value !== "string" && isEmpty(value, values);
  });
}

/** True where a text anywhere among the inputs of a call ends with a line end. */
function hasLineEnd(recipe: CaseRecipe): boolean {
  const open: unknown[] = [...inputsOf(recipe)];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && value.endsWith("\n")) return true;
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

function isBetween(number: number | undefined, [lowest, highest]: readonly [number, number]): boolean {
  return number === undefined || (Number.isInteger(number) && number >= lowest && number <= highest);
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

/** What a parameter's contract is inferred from, beside the values that were seen. */
interface Declared extends Pick<TargetContext, "pools" | "inputs" | "values"> {
  readonly parameter: Parameter;
  readonly position: number;
  /** What parameters that are declared alike were given. */
  readonly valuesOfAlike: readonly Seen[];
  /** True where only the repository's own code calls the target. */
  readonly isHelper: boolean;
  readonly hints: InputHints;
  readonly own: ParameterHints;
  readonly annotated: AnnotatedValues;
  /** Whether any call was given an array, or a parameter of that name anywhere. */
  readonly takesArrays: boolean;
}

function inferParameter(seen: readonly Seen[], declared: Declared): ParameterContract {
  const { parameter, position, isHelper, hints, own, annotated, values } = declared;
  const types = typesOf(seen, declared);
  const distinct = new Map(seen.map(({ value }) => [canonicalJson(value), value]));
  const isFinished = distinct.size >= ENOUGH_OBSERVATIONS;
  const isOften = seen.length >= ENOUGH_OBSERVATIONS && distinct.size > 1;
  const nodes = [...distinct.values()];
  const isKnownHelper =
    isHelper && (distinct.size >= ENOUGH_OF_HELPER || seen.length >= ENOUGH_CALLS_OF_HELPER);
  const texts = new Set(nodes.filter((node) => typeof node === "string"));
  const textItems = seen.flatMap((one) => textItemsOf(one, values));
  const items = annotated.saysItems ? annotated.values.map((value) => ({ value, shared: [] })) : [];
  const numbers = nodes.flatMap((node) => numberOf(node, values) ?? []);
  const areNeverEmpty = isFinished && nodes.every((node) => !isEmpty(node, values));
  const known = {
    name: parameter.name,
    types,
    refused: own.refusedTypes.find(({ type }) => !types.has(type)),
    isNeverNegative:
      (isFinished || isOften || isCount(declared) || isKnownHelper) &&
      nodes.every((node) => !isNegative(node, values)),
    isPositive: isKnownHelper && nodes.some((node) => typeof node === "number") && nodes.every(isAboveZero),
    range: calendarRange(parameter.name, numbers) ?? (isFinished ? largeRange(numbers) : undefined),
    isDivisor: own.isDivisor && !numbers.includes(0),
    wasNeverEmpty: areNeverEmpty,
    isNeverEmpty: areNeverEmpty && isHelper,
    ...textsAllowed(texts, seen.length >= ENOUGH_OBSERVATIONS && texts.size === distinct.size, own),
    recordLengths:
      distinct.size + items.length >= ENOUGH_TUPLES
        ? recordLengthsOf([...seen, ...items], values, own.isGoneThrough ? 1 : 0)
        : new Map(),
    isOfDigits: texts.size >= ENOUGH_DIGITS && [...texts].every(areDigits),
    commonTexts: isHelper ? inferCommonTexts(texts) : undefined,
    commonItems: isHelper ? inferCommonTexts(new Set(textItems)) : undefined,
    commonValues: isHelper ? inferCommonTexts(textsIn(nodes, "values", values)) : undefined,
    itemTypes: withFunctions(
      withAskedItems(
        withAnyItems(itemTypesOf([...seen, ...items], values), types, items.length > 0),
        own.testedItemTypes,
      ),
    ),
    askedItems: [...new Set(own.testedItemTypes)].flatMap((type) =>
      declared.inputs.examplesOf(type).slice(0, 2),
    ),
    constants:
      isHelper &&
      seen.length >= ENOUGH_CONSTANTS &&
      distinct.size <= MOST_CONSTANTS &&
      nodes.every((node) => isConstant(node))
        ? new Set(distinct.keys())
        : undefined,
    keys: seen.length >= 2 ? commonKeys(nodes, values) : undefined,
    isKeyedBySigns: areSigns(textsIn(nodes, "keys", values)),
    isOfSigns: textItems.length >= ENOUGH_SIGNS && textItems.every(isOneSign),
    hasNoPatternSigns:
      hints.buildsPatterns && [...texts, ...textItems].every((text) => !PATTERN_SIGNS.test(text)),
    sizes: values !== undefined && declared.takesArrays ? inferSizes(nodes, values) : ANY_SIZES,
    optionalKeys: hints.optionalKeys,
    canBeNamed: parameter.kind !== "positional_only",
    position,
    isNoEmptyText: own.isPiece && !texts.has("") && !textItems.includes(""),
    isRead: own.isRead,
  };
  const examples = examplesFor(types, declared, seen);
  return {
    ...known,
    examples: examples.filter((value) => allows(known, { value, shared: [] }, values)),
  };
}

/** True for a number that is none below zero by default: a width, a limit, a position. */
function isCount({ parameter: { defaultValue = "" }, own }: Declared): boolean {
  const isNumber = own.defaultTypes.some((type) => type === "int" || type === "float");
  return isNumber && !defaultValue.startsWith("-");
}

/** The types that a parameter takes, as far as its annotation, its documentation, its default, the observed calls and the reference's text tell. */
function typesOf(seen: readonly Seen[], { annotated, own, hints, values }: Declared): ReadonlySet<string> {
  // What an iterator that is asked for an item has left, and what it answers the next time, is an accident.
  const stated = [...annotated.types, ...own.documentedTypes].filter(
    (type) => type !== "iterator" || !own.asksForItems,
  );
  const types = new Set([...stated, ...seen.map(({ value, shared }) => typeNameOf(value, shared, values))]);
  if (types.size === 0) return types;
  const mappings =
    values === undefined || !types.has("dict")
      ? []
      : hints.otherMappings.map((type) => typeNameOf(values.asOtherMapping({ dict: [] }, type), [], values));
  return types.union(new Set([...own.defaultTypes, ...own.testedTypes, ...mappings]));
}

function allows(
  parameter: Omit<ParameterContract, "examples">,
  { value, shared }: Seen,
  values: Values | undefined,
): boolean {
  const type = typeNameOf(value, shared, values);
  const isOtherFunction = takesAnyFunction(parameter.types) && FUNCTION_TYPES.has(type);
  if (parameter.types.size > 0 && type === parameter.refused?.type) return true;
  if (parameter.types.size > 0 && !isOtherFunction && !parameter.types.has(type)) return false;
  if (
    parameter.itemTypes.size > 0 &&
    !itemTypesOf([{ value, shared }], values).isSubsetOf(parameter.itemTypes)
  )
    return false;
  const lengths = parameter.recordLengths;
  if (
    lengths.size > 0 &&
    !sequencesIn({ value, shared }, values).every(
      ({ place, length }) => (lengths.get(place) ?? length) === length,
    )
  )
    return false;
  if (parameter.constants !== undefined && !parameter.constants.has(canonicalJson(value))) return false;
  if (!keepsSizes(parameter.sizes, value)) return false;
  if (parameter.isNeverNegative && isNegative(value, values)) return false;
  if (parameter.isPositive && !isAboveZero(value)) return false;
  if (parameter.isDivisor && numberOf(value, values) === 0) return false;
  if (parameter.range !== undefined && !isBetween(numberOf(value, values), parameter.range)) return false;
  if (parameter.isNeverEmpty && typeof value !== "string" && isEmpty(value, values)) return false;
  if (typeof value === "string" && !allowsText(parameter, value)) return false;
  const { commonItems, commonValues } = parameter;
  if (
    commonItems !== undefined &&
    textItemsOf({ value, shared }, values).some((text) => !isLikeOthers(commonItems, text))
  )
    return false;
  if (
    commonValues !== undefined &&
    [...textsIn([value], "values", values)].some((text) => !isLikeOthers(commonValues, text))
  )
    return false;
  if (parameter.isNoEmptyText && textsOf({ value, shared }, values).includes("")) return false;
  if (parameter.isKeyedBySigns && !areSigns(textsIn([value], "keys", values), 0)) return false;
  if (parameter.isOfSigns && !textItemsOf({ value, shared }, values).every(isOneSign)) return false;
  if (
    parameter.hasNoPatternSigns &&
    textsOf({ value, shared }, values).some((text) => PATTERN_SIGNS.test(text))
  )
    return false;
  if (parameter.keys !== undefined) {
    const keys = commonKeys([value], values);
    return keys !== undefined && keys.symmetricDifference(parameter.keys).isSubsetOf(parameter.optionalKeys);
  }
  return true;
}

function withFunctions(types: ReadonlySet<string>): ReadonlySet<string> {
  return takesAnyFunction(types) ? types.union(FUNCTION_TYPES) : types;
}

/** True where a test wrote a function in place: others may stand there. */
function takesAnyFunction(types: ReadonlySet<string>): boolean {
  return types.has("function") || types.has("callback");
}

/** The contract of the parameter that a positional argument is for; undefined for one that a variadic parameter takes. */
export function parameterAt({ parameters }: Contract, position: number): ParameterContract | undefined {
  return parameters.find((parameter) => parameter.position === position);
}

/** Values for a parameter: those it is compared with, seen under its name elsewhere or, where it is never given, for one that is declared alike, its default, the reference's own texts, and examples of its types. */
function examplesFor(
  types: ReadonlySet<string>,
  { parameter, valuesOfAlike, hints, own, annotated, pools, inputs, values }: Declared,
  seen: readonly Seen[],
): readonly ValueRecipe[] {
  const isNeverGiven = seen.length === 0;
  const filled = seen.filter(({ value }) => shapeOf(value).tag === "dict" && !isEmpty(value, values));
  // Of dictionaries that were seen with something in them, it is known what they hold.
  const known = new Set(filled.length === 0 ? [] : ["dict"]);
  const named = pools.byParameter.get(parameter.name) ?? [];
  const related = [...named.slice(0, 12), ...(isNeverGiven ? valuesOfAlike.slice(0, 12) : [])]
    .filter(
      ({ shared, value }) =>
        isAlone(value) && (types.size === 0 || types.has(typeNameOf(value, shared, values))),
    )
    .map(({ value }) => value);
  const given = own.defaultText === undefined ? [] : [own.defaultText];
  const takesText = types.has("str");
  const all = [
    ...(takesText ? [...own.comparedTexts, ...own.namedTexts] : []),
    ...related,
    ...given,
    ...(takesText || given.length > 0 ? hints.literals.texts.slice(0, 12) : []),
    ...filled
      .filter(({ shared }) => shared.length === 0)
      .map(({ value }) => value)
      .slice(-1),
    ...[...types.union(new Set(own.defaultTypes)).difference(known)].flatMap((type) =>
      inputs.examplesOf(type),
    ),
    ...annotated.values,
  ];
  return [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
}

/** True for what looks like a constant of the code that gives it: a few signs, and sequences of names that are never empty. */
function isConstant(node: ValueRecipe): boolean {
  const { tag, content } = shapeOf(node);
  if (tag === "str") return SIGNS.test(String(content));
  const isFilled = (tag === "list" || tag === "tuple") && itemsOf(content).length > 0;
  const isName = (item: ValueRecipe): boolean => typeof item === "string" && isOptionLike(item);
  return isFilled && itemsOf(content).every((item) => isName(item) || isConstant(item));
}

/** True for what is no number, too. */
function isAboveZero(node: ValueRecipe): boolean {
  return typeof node !== "number" || node > 0;
}

function isNegative(node: ValueRecipe, values: Values | undefined): boolean {
  const array = values?.describe(node)?.array;
  if (array !== undefined) return array.items.some((item) => isNegative(item, values));
  const { tag, content } = shapeOf(node);
  return (tag === "float" && String(content).startsWith("-")) || (numberOf(node, values) ?? 0) < 0;
}

function isEmpty(node: ValueRecipe, values: Values | undefined): boolean {
  const { tag, content } = heldShape(node, [], values);
  if (tag === "str" || tag === "bytes" || tag === "bytearray") return content === "";
  if (tag === "value") {
    const { array, rowCount } = values?.describe(node) ?? {};
    return array?.shape.includes(0) === true || rowCount === 0;
  }
  return (SEQUENCE_TAGS.has(tag) || tag === "dict") && itemsOf(content).length === 0;
}

/** Types of what stands in sequences and sets; nothing is said of what is written plainly as a text or a dictionary. */
function itemTypesOf(seen: readonly Seen[], values: Values | undefined): ReadonlySet<string> {
  return new Set(
    seen.flatMap(({ value, shared }) => {
      const { tag, content } = heldShape(value, shared, values);
      return SEQUENCE_TAGS.has(tag) ? itemsOf(content).map((item) => typeNameOf(item, shared, values)) : [];
    }),
  );
}

/** Depths of sequences in sequences that are looked into for records. */
const DEEPEST_RECORDS = 2;

/** A tuple or list in a value. */
interface PlacedSequence {
  /** Its type, and how deep it stands. */
  readonly place: string;
  readonly depth: number;
  readonly length: number;
}

function sequencesIn(
  { value, shared }: Seen,
  values: Values | undefined,
  depth = 0,
): readonly PlacedSequence[] {
  const { tag, content } = heldShape(value, shared, values);
  if (!SEQUENCE_TAGS.has(tag) || depth > DEEPEST_RECORDS) return [];
  const items = itemsOf(content);
  const isRecord = tag === "tuple" || tag === "list";
  const own = { place: `${tag} ${depth}`, depth, length: items.length };
  return [
    ...(isRecord ? [own] : []),
    ...items.flatMap((item) => sequencesIn({ value: item, shared }, values, depth + 1)),
  ];
}

function recordLengthsOf(
  given: readonly Seen[],
  values: Values | undefined,
  leastDepth: number,
): ReadonlyMap<string, number> {
  const byPlace = Map.groupBy(
    given.flatMap((seen) => sequencesIn(seen, values)).filter(({ depth }) => depth >= leastDepth),
    ({ place }) => place,
  );
  const found = new Map<string, number>();
  for (const [place, sequences] of [...byPlace].toSorted(([one], [other]) => (one < other ? 1 : -1))) {
    const [first] = sequences;
    if (first === undefined || first.length < 2 || sequences.some(({ length }) => length !== first.length))
      continue;
    const isBelieved = place.startsWith("tuple") || found.get(`tuple ${first.depth}`) === first.length;
    if (isBelieved) found.set(place, first.length);
  }
  return found;
}

/** The texts among the keys or the values of dictionaries. */
function textsIn(
  nodes: readonly ValueRecipe[],
  place: "keys" | "values",
  values: Values | undefined,
): ReadonlySet<string> {
  const shapes = nodes.map((node) => heldShape(node, [], values));
  const pairs = shapes.flatMap(({ tag, content }) => (tag === "dict" ? pairsOf(content) : []));
  const found = pairs.map(([key, value]) => (place === "keys" ? key : value));
  return new Set(found.filter((each) => typeof each === "string"));
}

/** The texts among the items of a sequence. */
function textItemsOf({ value, shared }: Seen, values: Values | undefined): readonly string[] {
  const { tag, content } = heldShape(value, shared, values);
  return SEQUENCE_TAGS.has(tag) ? itemsOf(content).filter((item) => typeof item === "string") : [];
}

/** A text itself, or the texts among the items of a sequence. */
function textsOf(seen: Seen, values: Values | undefined): readonly string[] {
  return typeof seen.value === "string" ? [seen.value] : textItemsOf(seen, values);
}

/** Distinct keys, or texts, at least, before it is believed that all are single signs. */
const ENOUGH_SIGNS = 3;

function areSigns(keys: ReadonlySet<string>, atLeast = ENOUGH_SIGNS): boolean {
  return keys.size >= atLeast && [...keys].every((key) => Array.from(key).length === 1);
}

function commonKeys(
  nodes: readonly ValueRecipe[],
  values: Values | undefined,
): ReadonlySet<string> | undefined {
  let keys: string[] | undefined;
  for (const node of nodes) {
    const { tag, content } = heldShape(node, [], values);
    const columns = values?.describe(node)?.columnNames;
    if (tag !== "dict" && columns === undefined) return undefined;
    const own = columns ?? pairsOf(content).map(([key]) => key);
    if (own.length === 0 || !own.every((key) => typeof key === "string")) return undefined;
    const sorted = own.toSorted();
    if (keys !== undefined && keys.join("\0") !== sorted.join("\0")) return undefined;
    keys = sorted;
  }
  return keys === undefined ? undefined : new Set(keys);
}

function simpleName(qualified: string): string {
  return qualified.slice(Math.max(qualified.lastIndexOf("."), qualified.lastIndexOf(":")) + 1);
}
