/** Arrays, series and frames as recipes: their parts, and what is left of them when rows are taken. */
import type { ValueRecipe } from "../../../spec/index.ts";
import type { ValuePart } from "../../values.ts";
import { argumentsOf, arrayOf } from "./comparison.ts";

/** An array of items of one type. */
export interface ArrayParts {
  /** The name of the items' type, or the fields of records. */
  readonly type: ValueRecipe;
  readonly shape: readonly number[];
  /** Nested as the array is. */
  readonly items: ValueRecipe;
  /** How it lies in memory. */
  readonly layout: readonly ValueRecipe[];
}

/** `argumentsOf` of a recipe. */
export function argumentsOfRecipe(node: ValueRecipe, type: string): readonly ValueRecipe[] | undefined {
  return argumentsOf(node, type) as readonly ValueRecipe[] | undefined;
}

/** The parts of an array; undefined for anything else. */
export function arrayPartsOf(node: ValueRecipe): ArrayParts | undefined {
  return arrayOf(node) as ArrayParts | undefined;
}

/** The array of these parts. */
export function arrayNode({ type, shape, items, layout }: ArrayParts): ValueRecipe {
  return { value: ["numpy.ndarray", type, shape, items, ...layout] };
}

/** The items of an array in their order, whatever its dimensions. */
export function flatItems({ shape, items }: Pick<ArrayParts, "shape" | "items">): readonly ValueRecipe[] {
  if (shape.length === 0) return [items];
  const outer = Array.isArray(items) ? (items as readonly ValueRecipe[]) : [];
  return shape.length === 1
    ? outer
    : outer.flatMap((inner) => flatItems({ shape: shape.slice(1), items: inner }));
}

/** An array of the same shape with other items, given in their order. */
export function withItems(array: ArrayParts, flat: readonly ValueRecipe[]): ValueRecipe {
  const nest = (shape: readonly number[], from: number): ValueRecipe => {
    const [size, ...inner] = shape;
    if (size === undefined) return flat[from] ?? null;
    const step = inner.reduce((product, each) => product * each, 1);
    return Array.from({ length: size }, (_, at) => nest(inner, from + at * step));
  };
  return arrayNode({ ...array, items: nest(array.shape, 0) });
}

/** The type of a library's value as contracts name it: of an array with the type of its items and its number of dimensions. */
export function typeOf(node: ValueRecipe, type: string): string {
  const array = arrayPartsOf(node);
  if (array !== undefined) return `${type}[${itemTypeOf(array.type)}, ${array.shape.length}-d]`;
  const [labels] = argumentsOfRecipe(node, "pandas.Index") ?? [];
  if (labels !== undefined) return indexTypeOf(columnTypeOf(labels) ?? "");
  const [values] = argumentsOfRecipe(node, "pandas.Series") ?? [];
  const held = values === undefined ? undefined : columnTypeOf(values);
  return held === undefined ? type : `${type}[${held}]`;
}

function indexTypeOf(held: string): string {
  if (held.startsWith("datetime64")) return "pandas.DatetimeIndex";
  if (held.startsWith("timedelta64")) return "pandas.TimedeltaIndex";
  if (held.startsWith("period")) return "pandas.PeriodIndex";
  return held === "category" ? "pandas.CategoricalIndex" : `pandas.Index[${held}]`;
}

/** The type of what a column holds. */
function columnTypeOf(values: ValueRecipe): string | undefined {
  const array = arrayPartsOf(values);
  if (array !== undefined) return itemTypeOf(array.type);
  if (argumentsOfRecipe(values, "pandas.Categorical") !== undefined) return "category";
  const [type] = argumentsOfRecipe(values, "pandas.array") ?? [];
  return typeof type === "string" ? type : undefined;
}

function itemTypeOf(type: ValueRecipe): string {
  if (typeof type !== "string") return "record";
  // How long the longest text is says nothing of a type.
  return type.replace(/^[<>]?U\d*$/u, "str").replace(/^\|?S\d*$/u, "bytes");
}

/** The names of a frame's columns where all are texts that differ; undefined for anything else. */
export function columnNamesOf(node: ValueRecipe): readonly string[] | undefined {
  const [columns] = argumentsOfRecipe(node, "pandas.DataFrame") ?? [];
  const [values] = columns === undefined ? [] : (argumentsOfRecipe(columns, "pandas.Index") ?? []);
  const names = values === undefined ? undefined : itemsOfColumn(values);
  const isNamed = names?.every((name) => typeof name === "string") === true;
  return isNamed && new Set(names).size === names.length ? names : undefined;
}

/** The items of a column or of an index of one level; undefined for anything else. */
export function itemsOfColumn(values: ValueRecipe): readonly ValueRecipe[] | undefined {
  const array = arrayPartsOf(values);
  if (array !== undefined) return array.shape.length === 1 ? flatItems(array) : undefined;
  const [, ofArray] = argumentsOfRecipe(values, "pandas.array") ?? [];
  const [ofCategorical] = argumentsOfRecipe(values, "pandas.Categorical") ?? [];
  const items = ofArray ?? ofCategorical;
  return Array.isArray(items) ? (items as readonly ValueRecipe[]) : undefined;
}

/** How many rows a value has; undefined of what has none. */
export function rowCountOf(node: ValueRecipe): number | undefined {
  const array = arrayPartsOf(node);
  if (array !== undefined) return array.shape[0];
  const own = itemsOfColumn(node);
  if (own !== undefined) return own.length;
  const [start, stop, step] = argumentsOfRecipe(node, "pandas.RangeIndex") ?? [];
  if (typeof start === "number" && typeof stop === "number" && typeof step === "number")
    return Math.max(0, Math.ceil((stop - start) / step));
  const series = argumentsOfRecipe(node, "pandas.Series") ?? argumentsOfRecipe(node, "pandas.Index");
  if (series?.[0] !== undefined) return rowCountOf(series[0]);
  const frame = argumentsOfRecipe(node, "pandas.DataFrame");
  if (frame?.[2] !== undefined) return rowCountOf(frame[2]);
  const [levels] = argumentsOfRecipe(node, "pandas.MultiIndex") ?? [];
  const [first] = Array.isArray(levels) ? (levels as readonly ValueRecipe[]) : [];
  return first === undefined ? undefined : rowCountOf(first);
}

/** The same value with these of its rows, in this order; undefined of what has none. */
export function takeRows(node: ValueRecipe, rows: readonly number[]): ValueRecipe | undefined {
  const pick = (items: readonly ValueRecipe[]): readonly ValueRecipe[] =>
    rows.map((row) => items[row] ?? null);
  const array = arrayPartsOf(node);
  if (array !== undefined) {
    if (array.shape.length === 0) return undefined;
    const { type, layout, shape, items } = array;
    return arrayNode({
      type,
      layout,
      shape: [rows.length, ...shape.slice(1)],
      items: pick(items as readonly ValueRecipe[]),
    });
  }
  const ofArray = argumentsOfRecipe(node, "pandas.array");
  if (ofArray !== undefined)
    return { value: ["pandas.array", ofArray[0] ?? null, pick(ofArray[1] as readonly ValueRecipe[])] };
  const [items, ...others] = argumentsOfRecipe(node, "pandas.Categorical") ?? [];
  if (items !== undefined)
    return { value: ["pandas.Categorical", pick(items as readonly ValueRecipe[]), ...others] };
  return takeLabels(node, rows) ?? takeRecords(node, rows);
}

function takeLabels(node: ValueRecipe, rows: readonly number[]): ValueRecipe | undefined {
  const [start, , step, name = null] = argumentsOfRecipe(node, "pandas.RangeIndex") ?? [];
  if (typeof start === "number" && typeof step === "number") {
    // An index that only counts goes on counting.
    if (start === 0 && step === 1) return { value: ["pandas.RangeIndex", 0, rows.length, 1, name] };
    const labels = rows.map((row) => start + row * step);
    return {
      value: [
        "pandas.Index",
        arrayNode({ type: "int64", shape: [rows.length], items: labels, layout: [] }),
        name,
      ],
    };
  }
  const [values, label = null] = argumentsOfRecipe(node, "pandas.Index") ?? [];
  const taken = values === undefined ? undefined : takeRows(values, rows);
  if (taken !== undefined) return { value: ["pandas.Index", taken, label] };
  const [levels, names = null] = argumentsOfRecipe(node, "pandas.MultiIndex") ?? [];
  const all = takeAll(levels, rows);
  return all === undefined ? undefined : { value: ["pandas.MultiIndex", all, names] };
}

function takeRecords(node: ValueRecipe, rows: readonly number[]): ValueRecipe | undefined {
  const [values, index = null, name = null] = argumentsOfRecipe(node, "pandas.Series") ?? [];
  if (values !== undefined) {
    const taken = takeAll([values, index], rows);
    return taken === undefined ? undefined : { value: ["pandas.Series", ...taken, name] };
  }
  const [columns, held, labels] = argumentsOfRecipe(node, "pandas.DataFrame") ?? [];
  if (columns === undefined || labels === undefined) return undefined;
  const taken = takeAll(held, rows);
  const takenLabels = takeRows(labels, rows);
  if (taken === undefined || takenLabels === undefined) return undefined;
  return { value: ["pandas.DataFrame", columns, taken, takenLabels] };
}

function takeAll(nodes: ValueRecipe | undefined, rows: readonly number[]): ValueRecipe[] | undefined {
  if (!Array.isArray(nodes)) return undefined;
  const taken = (nodes as readonly ValueRecipe[]).map((node) => takeRows(node, rows));
  return taken.every((node) => node !== undefined) ? taken : undefined;
}

/** The parts of an array, series, frame, index or number whose values may be others, `most` of each kind. */
export function partsOf(node: ValueRecipe, most: number): readonly ValuePart[] {
  const array = arrayPartsOf(node);
  if (array !== undefined) {
    // Dates are written in one way: what is done to texts makes none.
    if (typeof array.type !== "string" || /^(?:object$|[<>]|datetime64)/u.test(array.type)) return [];
    const flat = flatItems(array);
    return flat.slice(0, most).map((value, at) => ({
      name: "[]",
      value,
      write: (changed) => withItems(array, flat.with(at, fitted(changed, array.type, value))),
    }));
  }
  const type =
    node !== null && typeof node === "object" && "value" in node ? (node["value"] as ValueRecipe[]) : [];
  const [name, ...given] = type;
  const part = (at: number, label: string): ValuePart[] =>
    given[at] === undefined
      ? []
      : [
          {
            name: label,
            value: given[at],
            write: (changed) => ({ value: [name ?? "", ...given.with(at, changed)] }),
          },
        ];
  if (name === "pandas.Series") return part(0, ".values");
  if (name === "pandas.Index") return part(0, "");
  if (typeof name === "string" && /^numpy\.(?:bool_|u?int\d+|float\d+|str_)$/u.test(name))
    return part(0, "").map((own) => ({
      ...own,
      write: (changed) => own.write(fitted(changed, name.slice("numpy.".length), own.value)),
    }));
  if (name === "pandas.array" && Array.isArray(given[1])) {
    const items = given[1] as readonly ValueRecipe[];
    if (typeof given[0] === "string" && /^(?:datetime64|period)/u.test(given[0])) return [];
    return items.slice(0, most).flatMap((value, at) =>
      value === null
        ? []
        : [
            {
              name: "[]",
              value,
              write: (changed): ValueRecipe => ({
                value: [name, given[0] ?? null, items.with(at, changed)],
              }),
            },
          ],
    );
  }
  if (name !== "pandas.DataFrame" || !Array.isArray(given[1])) return [];
  const held = given[1] as readonly ValueRecipe[];
  const names = columnNamesOf(node);
  return held.slice(0, most).map((value, at) => ({
    name: `.${names?.[at] ?? at}`,
    value,
    write: (changed) => ({ value: [name, given[0] ?? null, held.with(at, changed), given[2] ?? null] }),
  }));
}

/** A number that an item of that type can hold, or the item as it was. */
function fitted(changed: ValueRecipe, type: ValueRecipe, before: ValueRecipe): ValueRecipe {
  const [, isUnsigned, bits] = /^(u?)int(\d+)$/u.exec(typeof type === "string" ? type : "") ?? [];
  if (bits !== undefined) {
    if (typeof changed !== "number") return before;
    const size = 2 ** Math.min(Number(bits) - (isUnsigned === "u" ? 0 : 1), 53);
    return changed < size && changed >= (isUnsigned === "u" ? 0 : -size) ? changed : before;
  }
  if (typeof type === "string" && /^U\d+$/u.test(type))
    return typeof changed === "string" ? changed.slice(0, Number(type.slice(1))) : before;
  const isAlike = typeof changed === typeof before && (changed === null) === (before === null);
  return isAlike && JSON.stringify(tagOf(changed)) === JSON.stringify(tagOf(before)) ? changed : before;
}

function tagOf(node: ValueRecipe): readonly string[] {
  return node !== null && typeof node === "object" && !Array.isArray(node) ? Object.keys(node) : [];
}
