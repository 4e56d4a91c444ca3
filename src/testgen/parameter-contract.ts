/** What is known of one parameter, and which values that lets in. */
import { canonicalJson } from "../base/index.ts";
import type {
  AnnotatedValues,
  InputHints,
  Parameter,
  ParameterHints,
  RefusedType,
  Values,
} from "../languages/index.ts";
import type { ValueRecipe } from "../spec/index.ts";
import {
  allowsText,
  areDigits,
  isOneSign,
  PATTERN_SIGNS,
  textsAllowed,
  type AllowedTexts,
} from "./allowed-texts.ts";
import { ANY_SIZES, type ArraySizes, inferSizes, keepsSizes } from "./array-sizes.ts";
import type { Seen } from "./given-arguments.ts";
import { inferCommonTexts, isLikeOthers, type CommonTexts } from "./helper-texts.ts";
import { withAnyItems, withAskedItems } from "./item-types.ts";
import { calendarRange, isCount, largeRange } from "./number-range.ts";
import {
  areSigns,
  commonKeys,
  ENOUGH_SIGNS,
  holdsNegative,
  isAboveZero,
  isAscending,
  isConstant,
  isEmpty,
  isNegative,
  itemTypesOf,
  numbersIn,
  recordLengthsOf,
  recordTypesOf,
  sequencesIn,
  textItemsOf,
  textsIn,
  textsOf,
  typesByKey,
} from "./seen-values.ts";
import { isAlone } from "./shared-values.ts";
import type { TargetContext } from "./target-context.ts";
import { FUNCTION_TYPES, numberOf, shapeOf, typeNameOf } from "./value-shape.ts";

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
/** Distinct texts among items that are none, at most, of which it is believed that there are no others. */
const MOST_AMONG_OTHERS = 2;
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
  /** True where only the repository's own code calls the target, and never with a number below zero in what it gives. */
  readonly holdsNoNegative: boolean;
  /** True where the numbers in each list that is given ascend, and only the repository's own code calls the target, or it looks in the list by halves. */
  readonly isAscending: boolean;
  /** The numbers of the lists that are given, where each is whole and beyond 32 bits: several are packed in one, and nobody knows which others there are. */
  readonly packedNumbers: ReadonlySet<number> | undefined;
  /** True where only the repository's own code calls the target, and never with zero or less. */
  readonly isPositive: boolean;
  /** Its lowest and its highest number, where it is one that a calendar or a clock counts, or a large one; between them whole ones. */
  readonly range: readonly [lowest: number, highest: number] | undefined;
  /** True where something is divided by it, or counted in it, and it was never zero. */
  readonly isNeverZero: boolean;
  /** True for containers that were never seen empty. Nothing is said of texts: an empty one is what people forget first. */
  readonly wasNeverEmpty: boolean;
  /** True for these where only the repository's own code calls the target: it never gives an empty one. */
  readonly isNeverEmpty: boolean;
  /**
   * Lengths of sequences that are records, by `tuple` or `list` and how deep they stand in the value: all tuples seen there have one length, and so have
   * all lists in their place.
   */
  readonly recordLengths: ReadonlyMap<string, number>;
  /** By the places of those the types that each of their items was seen with. */
  readonly recordTypes: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** True where all its texts are digits alone, and they are many: it reads no others. */
  readonly isOfDigits: boolean;
  /** What all its texts have in common, where only the repository's own code calls the target; undefined elsewhere. */
  readonly commonTexts: CommonTexts | undefined;
  /** The same for the texts in its sequences. */
  readonly commonItems: CommonTexts | undefined;
  /** The only texts among items that are none, where only the repository's own code calls the target and gives it few, not all of them numbers: they stand for something. */
  readonly textsAmongOthers: ReadonlySet<string> | undefined;
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
  /** The types of what stands at keys: at all of them, where only the repository's own code calls the target with a table of settings; elsewhere at those that the reference names and that always had one type. */
  readonly keyTypes: ReadonlyMap<string, ReadonlySet<string>>;
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

/** What a parameter's contract is inferred from, beside the values that were seen. */
export interface Declared extends Pick<TargetContext, "pools" | "inputs" | "values"> {
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

/** Infers it from the values that were seen, and from what is declared. */
export function inferParameter(seen: readonly Seen[], declared: Declared): ParameterContract {
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
  const held = [...seen, ...items];
  const numbers = nodes.flatMap((node) => numberOf(node, values) ?? []);
  const areNeverEmpty = isFinished && nodes.every((node) => !isEmpty(node, values));
  const recordLengths: ReadonlyMap<string, number> =
    distinct.size + items.length >= ENOUGH_TUPLES
      ? recordLengthsOf(held, values, own.isGoneThrough ? 1 : 0)
      : new Map();
  const keys = seen.length >= 2 ? commonKeys(nodes, values) : undefined;
  const known = {
    name: parameter.name,
    types,
    refused: own.refusedTypes.find(({ type }) => !types.has(type)),
    isNeverNegative:
      (isFinished || isOften || isCount(parameter, own.defaultTypes) || isKnownHelper) &&
      nodes.every((node) => !isNegative(node, values)),
    holdsNoNegative: isKnownHelper && seen.every((one) => !holdsNegative(one, values)),
    isAscending: areAscending(seen, own.isBisected ? 0 : isKnownHelper ? ENOUGH_ASCENDING : Infinity, values),
    packedNumbers: packedIn(seen, values),
    isPositive: isKnownHelper && nodes.some((node) => typeof node === "number") && nodes.every(isAboveZero),
    range: calendarRange(parameter.name, numbers) ?? (isFinished ? largeRange(numbers) : undefined),
    isNeverZero: own.isNeverZero && !numbers.includes(0),
    wasNeverEmpty: areNeverEmpty,
    isNeverEmpty: areNeverEmpty && isHelper,
    ...textsAllowed(texts, seen.length >= ENOUGH_OBSERVATIONS && texts.size === distinct.size, own),
    recordLengths,
    recordTypes: recordTypesOf(held, values, recordLengths),
    isOfDigits: texts.size >= ENOUGH_DIGITS && [...texts].every(areDigits),
    commonTexts: isHelper ? inferCommonTexts(texts) : undefined,
    commonItems: isHelper ? inferCommonTexts(new Set(textItems)) : undefined,
    textsAmongOthers:
      isKnownHelper &&
      hasOthers(seen, values) &&
      new Set(textItems).size <= MOST_AMONG_OTHERS &&
      !textItems.every((text) => Number.isFinite(Number(text)))
        ? new Set(textItems)
        : undefined,
    commonValues: isHelper ? inferCommonTexts(textsIn(nodes, "values", values)) : undefined,
    itemTypes: withFunctions(
      withAskedItems(withAnyItems(itemTypesOf(held, values), types, items.length > 0), own.testedItemTypes),
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
    keys,
    keyTypes:
      isKnownHelper && keys !== undefined
        ? typesByKey(seen, values)
        : typesAtNamed(hints.literals.texts, seen, values),
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

/** Lists of so many numbers, at least, before it is believed that their numbers always ascend. */
const ENOUGH_ASCENDING = 6;
const FEWEST_IN_ORDER = 3;
/** With so many they are in an order. */
const FEWEST_OF_ANY_ORDER = 2;

/** True where the numbers of every list ascend, and `enough` lists hold several. */
function areAscending(seen: readonly Seen[], enough: number, values: Values | undefined): boolean {
  const told = seen.flatMap((one) => isAscending(one, FEWEST_IN_ORDER, values) ?? []);
  return (
    told.length >= enough && seen.every((one) => isAscending(one, FEWEST_OF_ANY_ORDER, values) !== false)
  );
}

/** What no number that is counted or measured in lists comes to, and two of 16 bits in one do. */
const LEAST_PACKED = 2 ** 32;

function packedIn(seen: readonly Seen[], values: Values | undefined): ReadonlySet<number> | undefined {
  const numbers = seen.flatMap((one) => numbersIn(one, values));
  const arePacked =
    numbers.length > 0 && numbers.every((one) => Number.isInteger(one) && one >= LEAST_PACKED);
  return arePacked ? new Set(numbers) : undefined;
}

/** True where a sequence of them holds texts beside something else. */
function hasOthers(seen: readonly Seen[], values: Values | undefined): boolean {
  const types = itemTypesOf(seen, values);
  return types.has("str") && types.size > 1;
}

/** The types that a parameter takes, as far as its annotation, its documentation, its default, the observed calls and the reference's text tell. */
function typesOf(
  seen: readonly Seen[],
  { parameter, annotated, own, hints, values }: Declared,
): ReadonlySet<string> {
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
  const asked = functionsAsked(hints, parameter).map(() => "function");
  return types.union(new Set([...own.defaultTypes, ...own.testedTypes, ...mappings, ...asked]));
}

/** Functions that a parameter takes for the way that the text uses it. */
function functionsAsked({ taken }: InputHints, { name }: Parameter): readonly ValueRecipe[] {
  return (taken?.get(name) ?? []).flatMap(({ value }) => (shapeOf(value).tag === "function" ? [value] : []));
}

/** True for a value that the parameter takes. */
export function allows(
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
  if (!keepsRecords(parameter, { value, shared }, values)) return false;
  if (parameter.constants !== undefined && !parameter.constants.has(canonicalJson(value))) return false;
  if (!keepsSizes(parameter.sizes, value)) return false;
  if (parameter.isNeverNegative && isNegative(value, values)) return false;
  if (parameter.holdsNoNegative && holdsNegative({ value, shared }, values)) return false;
  if (parameter.isAscending && isAscending({ value, shared }, FEWEST_OF_ANY_ORDER, values) === false)
    return false;
  const { packedNumbers } = parameter;
  if (packedNumbers && !numbersIn({ value, shared }, values).every((one) => packedNumbers.has(one)))
    return false;
  if (parameter.isPositive && !isAboveZero(value)) return false;
  if (parameter.isNeverZero && numberOf(value, values) === 0) return false;
  if (parameter.range !== undefined && !isBetween(numberOf(value, values), parameter.range)) return false;
  if (parameter.isNeverEmpty && typeof value !== "string" && isEmpty(value, values)) return false;
  if (typeof value === "string" && !allowsText(parameter, value)) return false;
  const { commonItems, commonValues, textsAmongOthers } = parameter;
  if (
    textsAmongOthers !== undefined &&
    textItemsOf({ value, shared }, values).some((text) => !textsAmongOthers.has(text))
  )
    return false;
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
  if (!keepsTypesByKey(parameter.keyTypes, { value, shared }, values)) return false;
  if (parameter.keys !== undefined) {
    const keys = commonKeys([value], values);
    return keys !== undefined && keys.symmetricDifference(parameter.keys).isSubsetOf(parameter.optionalKeys);
  }
  return true;
}

/** True where tuples and lists that are records have as many items as ever, of the types that were seen there. */
function keepsRecords(
  { recordLengths, recordTypes }: Pick<ParameterContract, "recordLengths" | "recordTypes">,
  given: Seen,
  values: Values | undefined,
): boolean {
  if (recordLengths.size === 0) return true;
  return sequencesIn(given, values).every(({ place, length, types }) => {
    if ((recordLengths.get(place) ?? length) !== length) return false;
    const known = recordTypes.get(place);
    return types.every((type, at) => isTypeOf(known?.[at], type));
  });
}

/** Calls with a key, at least, before it is believed that one type alone stands there. */
const ENOUGH_OF_KEY = 6;

/** Of keys that the reference names the type that stood there in each of many calls. None may stand there as well: it is what people forget first. */
function typesAtNamed(
  named: readonly string[],
  seen: readonly Seen[],
  values: Values | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Set(named.map(canonicalJson));
  const byCall = seen.map((one) => typesByKey([one], values));
  const all = [...typesByKey(seen, values)].filter(
    ([key, types]) =>
      names.has(key) && types.size === 1 && byCall.filter((own) => own.has(key)).length >= ENOUGH_OF_KEY,
  );
  return new Map(all.map(([key, types]) => [key, types.union(NOT_SET)]));
}

/** True where each type at a known key is one that was seen there. */
function keepsTypesByKey(
  known: ParameterContract["keyTypes"],
  given: Seen,
  values: Values | undefined,
): boolean {
  if (known.size === 0) return true;
  return [...typesByKey([given], values)].every(([key, types]) =>
    [...types].every((type) => isTypeOf(known.get(key), type)),
  );
}

/** True for a type that was seen at a place. Where nothing but None was, it is not known what stands there when it is set. */
function isTypeOf(seen: ReadonlySet<string> | undefined, type: string): boolean {
  return seen === undefined || seen.has(type) || seen.isSubsetOf(NOT_SET);
}

const NOT_SET: ReadonlySet<string> = new Set(["null"]);

function isBetween(number: number | undefined, [lowest, highest]: readonly [number, number]): boolean {
  return number === undefined || (Number.isInteger(number) && number >= lowest && number <= highest);
}

function withFunctions(types: ReadonlySet<string>): ReadonlySet<string> {
  return takesAnyFunction(types) ? types.union(FUNCTION_TYPES) : types;
}

/** True where a test wrote a function in place: others may stand there. */
function takesAnyFunction(types: ReadonlySet<string>): boolean {
  return types.has("function") || types.has("callback");
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
    ...(takesText || types.size === 0 ? [...own.comparedTexts, ...own.namedTexts] : []),
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
    ...functionsAsked(hints, parameter),
  ];
  return [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
}
