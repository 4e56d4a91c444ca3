import type { ArgumentList, ValueRecipe } from "../../../spec/index.ts";

type Build = (arguments_: ArgumentList) => ValueRecipe | undefined;

/** The value that a call in a text builds, as `repr` writes values of standard types; undefined for all other calls. */
export function constructedValue(name: string, given: ArgumentList): ValueRecipe | undefined {
  return Object.hasOwn(CALLS, name) ? CALLS[name]?.(given) : undefined;
}

const CALLS: Readonly<Record<string, Build>> = {
  set: container("set"),
  frozenset: container("frozenset"),
  bytearray: (given) => {
    const content = only(given);
    if (given.positional.length === 0) return { bytearray: "" };
    return isTagged(content, "bytes") ? { bytearray: content["bytes"] } : undefined;
  },
  deque: readDeque,
  "collections.deque": readDeque,
  OrderedDict: (given) => filled("collections.OrderedDict", given),
  Counter: (given) => filled("collections.Counter", given),
  range: (given) => {
    const [start, stop, step] = given.positional;
    if (given.positional.length === 1) return plainValue("range", [0, start ?? null, 1], 3, given);
    return plainValue("range", [start ?? null, stop ?? null, step ?? 1], 3, given);
  },
  slice: (given) => plainValue("slice", given.positional, 3, given),
  Decimal: named("decimal.Decimal", 1),
  "decimal.Decimal": named("decimal.Decimal", 1),
  Fraction: named("fractions.Fraction", 2),
  "fractions.Fraction": named("fractions.Fraction", 2),
  UUID: readUuid,
  "uuid.UUID": readUuid,
  PosixPath: named("pathlib.PosixPath", 1),
  PurePosixPath: named("pathlib.PurePosixPath", 1),
  PureWindowsPath: named("pathlib.PureWindowsPath", 1),
  "datetime.date": named("datetime.date", 3),
  "datetime.datetime": readMoment("datetime.datetime", 3, 7),
  "datetime.time": readMoment("datetime.time", 0, 4),
  "datetime.timedelta": readDuration,
  "datetime.timezone": (given) => {
    const isPlain = given.positional.length >= 1 && given.positional.length <= 2;
    return isPlain ? plainValue("datetime.timezone", given.positional, 2, given) : undefined;
  },
};

function only({ positional, keywords }: ArgumentList): ValueRecipe | undefined {
  return positional.length === 1 && Object.keys(keywords).length === 0 ? positional[0] : undefined;
}

function isTagged(value: unknown, tag: string): value is { readonly [tag: string]: unknown } {
  return value !== null && typeof value === "object" && !Array.isArray(value) && Object.hasOwn(value, tag);
}

/** Items of a list, tuple or set; undefined of anything else. */
function itemsOf(value: ValueRecipe | undefined): readonly ValueRecipe[] | undefined {
  if (Array.isArray(value)) return value as readonly ValueRecipe[];
  for (const tag of ["tuple", "set"])
    if (isTagged(value, tag) && Array.isArray(value[tag])) return value[tag] as readonly ValueRecipe[];
  return undefined;
}

function container(tag: string): Build {
  return (given) => {
    if (given.positional.length === 0 && Object.keys(given.keywords).length === 0) return { [tag]: [] };
    const items = itemsOf(only(given));
    return items && { [tag]: items };
  };
}

function readDeque({ positional, keywords }: ArgumentList): ValueRecipe | undefined {
  const { maxlen, ...others } = keywords;
  const items = positional.length === 1 ? itemsOf(positional[0]) : positional.length === 0 ? [] : undefined;
  if (items === undefined || Object.keys(others).length > 0) return undefined;
  if (maxlen === undefined || maxlen === null) return { deque: items };
  return typeof maxlen === "number" ? { value: ["collections.deque", items, maxlen] } : undefined;
}

function filled(name: string, given: ArgumentList): ValueRecipe | undefined {
  if (given.positional.length === 0 && Object.keys(given.keywords).length === 0)
    return { value: [name, { dict: [] }] };
  const content = only(given);
  if (isTagged(content, "dict")) return { value: [name, content] };
  const pairs = itemsOf(content)?.map(itemsOf);
  if (pairs === undefined || !pairs.every((pair) => pair?.length === 2)) return undefined;
  return { value: [name, { dict: pairs.map((pair) => [...(pair ?? [])]) }] };
}

/** A value type whose recipe holds the arguments as they stand. */
function named(name: string, most: number): Build {
  return (given) =>
    given.positional.length === 0 ? undefined : plainValue(name, given.positional, most, given);
}

function plainValue(
  name: string,
  parts: readonly ValueRecipe[],
  most: number,
  { keywords }: ArgumentList,
): ValueRecipe | undefined {
  return parts.length <= most && Object.keys(keywords).length === 0 ? { value: [name, ...parts] } : undefined;
}

function readUuid(given: ArgumentList): ValueRecipe | undefined {
  const text = only(given);
  const digits = typeof text === "string" ? text.replaceAll("-", "").toLowerCase() : "";
  return /^[\da-f]{32}$/.test(digits) ? { value: ["uuid.UUID", digits] } : undefined;
}

/** Numbers up to the smallest unit, then the zone and the fold, which `repr` writes by name. */
function readMoment(name: string, least: number, units: number): Build {
  return ({ positional, keywords }) => {
    const { tzinfo = null, fold = 0, ...others } = keywords;
    const isPlain = positional.every((part) => typeof part === "number") && positional.length >= least;
    if (!isPlain || positional.length > units || Object.keys(others).length > 0) return undefined;
    const numbers = Array.from({ length: units }, (_, index) => positional[index] ?? 0);
    return { value: [name, ...numbers, tzinfo, fold] };
  };
}

function readDuration({ positional, keywords }: ArgumentList): ValueRecipe | undefined {
  const names = ["days", "seconds", "microseconds"];
  const isKnown = Object.keys(keywords).every((key) => names.indexOf(key) >= positional.length);
  const parts = names.map((key, index) => positional[index] ?? keywords[key] ?? 0);
  if (!isKnown || positional.length > names.length || !parts.every((part) => typeof part === "number"))
    return undefined;
  return { value: ["datetime.timedelta", ...parts] };
}
