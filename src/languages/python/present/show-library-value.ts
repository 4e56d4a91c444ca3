/** Values of numeric libraries as their users write them: `np.array([1.0, 2.0])`, `pd.DataFrame({'a': [1, 2]}, index=['x', 'y'])`. */
import { elementsOf, taggedValue } from "../../../spec/index.ts";
import { argumentsOf, arrayOf } from "../values/comparison.ts";

/** How parts of a library's value are written. */
export interface PartWriter {
  /** Any value. */
  readonly value: (value: unknown) => string;
  /** A list, and lists in it. */
  readonly list: (values: unknown) => string;
  /** Arguments, one after the other. */
  readonly items: (values: readonly unknown[]) => string;
}

/** The text of a library's value; undefined for anything else. */
export function showLibraryValue(value: unknown, write: PartWriter): string | undefined {
  const [type, ...given] = elementsOf(taggedValue(value)?.content) ?? [];
  if (typeof type !== "string") return undefined;
  const found = WRITTEN[type];
  if (found !== undefined) return found(given, write);
  const [, name] = /^numpy\.(\w+)$/u.exec(type) ?? [];
  if (name === undefined) return undefined;
  return `np.${name}(${write.items(given)})`;
}

/** The name of something of a library as its users write it; undefined for other names. */
export function nameInLibrary(name: string): string | undefined {
  const [, library = "", rest = ""] = /^(numpy|pandas)((?:\.\w+)*:.+)$/u.exec(name) ?? [];
  return library === "" ? undefined : SHORT[library] + rest.replace(":", ".").replace(/^(?!\.)/u, ".");
}

const SHORT: Readonly<Record<string, string>> = { numpy: "np", pandas: "pd" };

type Written = (given: readonly unknown[], write: PartWriter) => string;

const WRITTEN: Readonly<Record<string, Written | undefined>> = {
  "numpy.ndarray": writeArray,
  "numpy.dtype": ([type], write) => `np.dtype(${writeType(type, write)})`,
  "numpy.datetime64": ([text, unit], write) =>
    `np.datetime64(${write.value(shortDate(text))}${text === "NaT" ? `, ${write.value(unit)}` : ""})`,
  "numpy.timedelta64": ([count, unit], write) =>
    `np.timedelta64(${write.value(count)}, ${write.value(unit)})`,
  "numpy.void": ([type, item], write) =>
    `np.array(${write.value(item)}, dtype=${writeType(type, write)})[()]`,
  "pandas.Series": writeSeries,
  "pandas.DataFrame": writeFrame,
  "pandas.Index": (given, write) => writeIndex({ value: ["pandas.Index", ...given] }, write),
  "pandas.RangeIndex": (given, write) => writeIndex({ value: ["pandas.RangeIndex", ...given] }, write),
  "pandas.MultiIndex": (given, write) => writeIndex({ value: ["pandas.MultiIndex", ...given] }, write),
  "pandas.Categorical": ([items, categories, isOrdered], write) =>
    `pd.Categorical(${write.list(items)}, categories=${writeHeld(categories, write)}${isOrdered === true ? ", ordered=True" : ""})`,
  "pandas.array": ([type, items], write) => `pd.array(${write.list(items)}, dtype=${write.value(type)})`,
  "pandas.Timestamp": ([text, zone], write) =>
    `pd.Timestamp(${write.value(shortDate(text))}${zone === null || zone === undefined ? "" : `, tz=${write.value(zone)}`})`,
  "pandas.Timedelta": ([text], write) => `pd.Timedelta(${write.value(text)})`,
  "pandas.Period": ([text, unit], write) => `pd.Period(${write.value(text)}, ${write.value(unit)})`,
  "pandas.Interval": ([left, right, closed], write) =>
    `pd.Interval(${write.value(left)}, ${write.value(right)}${closed === "right" ? "" : `, closed=${write.value(closed)}`})`,
};

function writeArray(given: readonly unknown[], write: PartWriter): string {
  const [type, shape, items, ...layout] = given;
  const sizes = elementsOf(shape) ?? [];
  const dtype = `dtype=${writeType(type, write)}`;
  const order = layout.includes("F") ? ["order='F'"] : [];
  const isHollow = sizes.includes(0) && sizes.length > 1;
  const written = isHollow
    ? [`(${sizes.map(String).join(", ")})`, ...(type === "float64" ? [] : [dtype]), ...order]
    : [writeItems(items, write), ...(isInferred(type, items) ? [] : [dtype]), ...order];
  const text = `np.${isHollow ? "empty" : "array"}(${written.join(", ")})`;
  return layout.includes("read-only") ? `<read-only ${text}>` : text;
}

function writeItems(items: unknown, write: PartWriter): string {
  return elementsOf(items) === undefined ? write.value(shortDates(items)) : write.list(shortDates(items));
}

function writeType(type: unknown, write: PartWriter): string {
  const fields = elementsOf(type);
  if (fields === undefined) return write.value(type);
  const written = fields.map((field) => {
    const [name, own, shape] = elementsOf(field) ?? [];
    const size = shape === undefined ? "" : `, (${(elementsOf(shape) ?? []).map(String).join(", ")},)`;
    return `(${write.value(name)}, ${writeType(own, write)}${size})`;
  });
  return `[${written.join(", ")}]`;
}

/** True where items say their type themselves. */
function isInferred(type: unknown, items: unknown): boolean {
  const leaves = leavesOf(items);
  const [first] = leaves;
  const isAll = (is: (leaf: unknown) => boolean): boolean => leaves.length > 0 && leaves.every(is);
  if (type === "float64") return leaves.every((leaf) => taggedValue(leaf)?.tag === "float");
  if (type === "int64") return isAll((leaf) => typeof leaf === "number");
  if (type === "bool") return isAll((leaf) => typeof leaf === "boolean");
  if (type === "complex128") return taggedValue(first)?.tag === "complex";
  if (typeof type !== "string" || !isAll((leaf) => typeof leaf === "string")) return false;
  const longest = Math.max(1, ...leaves.map((leaf) => Array.from(String(leaf)).length));
  return type === `U${longest}`;
}

function leavesOf(items: unknown): readonly unknown[] {
  const elements = elementsOf(items);
  return elements === undefined ? [items] : elements.flatMap(leavesOf);
}

/** Dates without the time of day where that is midnight for all, and without empty fractions. */
function shortDates(items: unknown): unknown {
  const leaves = leavesOf(items);
  const areDates = leaves.every((leaf) => typeof leaf === "string" && /^\d{4}-\d\d-\d\dT|^NaT$/u.test(leaf));
  if (!areDates) return items;
  const areDays = leaves.every((leaf) => /^NaT$|T00:00(?::00(?:\.0+)?)?$/u.test(String(leaf)));
  const shorten = (leaf: unknown): unknown => {
    const elements = elementsOf(leaf);
    if (elements !== undefined) return elements.map(shorten);
    return areDays ? String(leaf).replace(/(?<=\d)T.*$/u, "") : String(leaf).replace(/\.0+$/u, "");
  };
  return shorten(items);
}

function shortDate(text: unknown): unknown {
  return text === "NaT" ? text : shortDates(text);
}

/** What a series, an index or a column holds, as its maker is given it; with the type where the items do not say it. */
function writeColumn(
  values: unknown,
  write: PartWriter,
): { readonly items: string; readonly type: string | undefined } {
  const array = arrayOf(values);
  if (array !== undefined) {
    const isPlain = isInferred(array.type, array.items) || isTextObjects(array.type, array.items);
    return {
      items: writeItems(array.items, write),
      type: isPlain ? undefined : writeType(array.type, write),
    };
  }
  const [type, items] = argumentsOf(values, "pandas.array") ?? [];
  if (items !== undefined)
    return {
      items: write.list(shortDates(items)),
      type: type === "str" && !(elementsOf(items) ?? []).includes(null) ? undefined : write.value(type),
    };
  return { items: write.value(values), type: undefined };
}

/** Texts are objects to older versions of a library, and it says so of its own accord. */
function isTextObjects(type: unknown, items: unknown): boolean {
  return type === "object" && leavesOf(items).some((leaf) => typeof leaf === "string");
}

function writeHeld(index: unknown, write: PartWriter): string {
  return writeLabels(index, write) ?? writeIndex(index, write);
}

/** The labels of an index as a plain list; undefined where that would not make it. */
function writeLabels(index: unknown, write: PartWriter): string | undefined {
  const [values, name, unit] = argumentsOf(index, "pandas.Index") ?? [];
  if (values === undefined || name !== null || (unit ?? null) !== null) return undefined;
  const { items, type } = writeColumn(values, write);
  return type === undefined && items.startsWith("[") ? items : undefined;
}

function writeSeries([values, index, name]: readonly unknown[], write: PartWriter): string {
  const { items, type } = writeColumn(values, write);
  const given = [
    items,
    ...writeIndexArgument(index, write),
    ...(type === undefined ? [] : [`dtype=${type}`]),
    ...(name === null ? [] : [`name=${write.value(name)}`]),
  ];
  return `pd.Series(${given.join(", ")})`;
}

function writeIndexArgument(index: unknown, write: PartWriter): readonly string[] {
  const [start, , step, name] = argumentsOf(index, "pandas.RangeIndex") ?? [];
  return start === 0 && step === 1 && name === null ? [] : [`index=${writeHeld(index, write)}`];
}

function writeFrame([columns, held, index]: readonly unknown[], write: PartWriter): string {
  const values = elementsOf(held) ?? [];
  const own = argumentsOf(columns, "pandas.Index");
  const names = arrayOf(own?.[0])?.items ?? argumentsOf(own?.[0], "pandas.array")?.[1];
  const keys = (elementsOf(names) ?? []).map(write.value);
  const isPlain = own?.[1] === null && keys.length === values.length && new Set(keys).size === keys.length;
  const written = values.map((each) => {
    const { items, type } = writeColumn(each, write);
    return type === undefined ? items : `pd.Series(${items}, dtype=${type})`;
  });
  const content = written.map((text, at) => `${isPlain ? keys[at] : at}: ${text}`).join(", ");
  const text = `pd.DataFrame(${[`{${content}}`, ...writeIndexArgument(index, write)].join(", ")})`;
  return isPlain ? text : `${text}.set_axis(${writeHeld(columns, write)}, axis=1)`;
}

function writeIndex(index: unknown, write: PartWriter): string {
  const named = (name: unknown): readonly string[] =>
    name === null || name === undefined ? [] : [`name=${write.value(name)}`];
  const range = argumentsOf(index, "pandas.RangeIndex");
  if (range !== undefined) {
    const [start, stop, step, name] = range;
    const bounds = start === 0 && step === 1 ? [stop] : step === 1 ? [start, stop] : [start, stop, step];
    return `pd.RangeIndex(${[...bounds.map(write.value), ...named(name)].join(", ")})`;
  }
  const [levels, names] = argumentsOf(index, "pandas.MultiIndex") ?? [];
  if (levels !== undefined) {
    const arrays = (elementsOf(levels) ?? []).map((level) => writeColumn(level, write).items);
    const isNamed = (elementsOf(names) ?? []).some((name) => name !== null);
    return `pd.MultiIndex.from_arrays([${arrays.join(", ")}]${isNamed ? `, names=${write.value(names)}` : ""})`;
  }
  const own = argumentsOf(index, "pandas.Index");
  // It may be another value's too.
  if (own === undefined) return write.value(index);
  const [values, name, unit] = own;
  const { items, type } = writeColumn(values, write);
  const given = [
    items,
    ...(type === undefined ? [] : [`dtype=${type}`]),
    ...((unit ?? null) === null ? [] : [`freq=${write.value(unit)}`]),
    ...named(name),
  ];
  return `pd.${nameOfIndex(arrayOf(values)?.type)}(${given.join(", ")})`;
}

function nameOfIndex(type: unknown): string {
  if (typeof type === "string" && type.startsWith("datetime64")) return "DatetimeIndex";
  return typeof type === "string" && type.startsWith("timedelta64") ? "TimedeltaIndex" : "Index";
}
