/** What stands beside an array, a series or a frame: fewer, more and other rows, and items at the edges of their type. */
import { floatText, type ValueRecipe } from "../../../spec/index.ts";
import type { ValueEdge } from "../../values.ts";
import {
  argumentsOfRecipe,
  arrayPartsOf,
  flatItems,
  itemsOfColumn,
  partsOf,
  rowCountOf,
  takeRows,
  withItems,
} from "./array-shape.ts";

/** More rows than these are not made. */
const MOST_ROWS = 40;

/**
 * Values of the same type beside an array, series, frame or index; none of anything else. Missing and infinite numbers come only where one
 * of `siblings` has some.
 */
export function arrayEdges(node: ValueRecipe, siblings: readonly ValueRecipe[]): readonly ValueEdge[] {
  return [...rowEdges(node), ...itemEdges(node, [node, ...siblings].some(hasMissing))];
}

function rowEdges(node: ValueRecipe): readonly ValueEdge[] {
  const count = rowCountOf(node);
  if (count === undefined || count === 0) return [];
  const all = Array.from({ length: count }, (_, row) => row);
  const last = count - 1;
  const takings: Readonly<Record<string, readonly number[]>> = {
    "no rows": [],
    "one row": [0],
    "the last row": [last],
    "rows reversed": all.toReversed(),
    "without the first row": all.slice(1),
    "without the last row": all.slice(0, -1),
    "the first row again": [...all, 0],
    "the last row again": [...all, last],
    "rows twice": [...all, ...all],
    "rows there and back": [...all, ...all.toReversed()],
    "rows alike": all.map(() => 0),
    "rows swapped": count < 2 ? [] : [1, 0, ...all.slice(2)],
    "rows sorted": sortedRows(node, all),
    "two rows": all.slice(0, 2),
  };
  return Object.entries(takings).flatMap(([kind, rows]) => {
    const value = takeRows(node, rows.slice(0, Math.max(MOST_ROWS, count)));
    return value === undefined ? [] : [{ kind, value }];
  });
}

function sortedRows(node: ValueRecipe, all: readonly number[]): readonly number[] {
  const [values] = argumentsOfRecipe(node, "pandas.Series") ?? [node];
  const keys = (itemsOfColumn(values ?? node) ?? []).map(numberIn);
  return keys.length === all.length
    ? all.toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0))
    : all;
}

function itemEdges(node: ValueRecipe, isMissingKnown: boolean): readonly ValueEdge[] {
  const [moment, zone, ...rest] = argumentsOfRecipe(node, "pandas.Timestamp") ?? [];
  if (moment !== undefined && zone === null)
    return Object.entries(NUMBER_CHANGES["date"]?.everywhere ?? {}).map(([kind, change]) => ({
      kind,
      value: { value: ["pandas.Timestamp", change(moment), zone, ...rest] },
    }));
  const array = arrayPartsOf(node);
  if (array === undefined)
    return partsOf(node, MOST_COLUMNS).flatMap(({ name, value, write }) =>
      arrayPartsOf(value) === undefined
        ? []
        : itemEdges(value, isMissingKnown).map((edge) => ({
            kind: `${name} ${edge.kind}`,
            value: write(edge.value),
          })),
    );
  const flat = flatItems(array);
  const change = NUMBER_CHANGES[kindOfNumber(array.type)];
  if (change === undefined || flat.length === 0) return [];
  const middle = Math.floor(flat.length / 2);
  const everywhere = Object.entries(change.everywhere).map(([kind, items]) => ({
    kind,
    flat: flat.map(items),
  }));
  const days = kindOfNumber(array.type) === "date" ? Object.entries(change.everywhere) : [];
  const moved = days.map(([kind, items]) => ({
    kind: `${kind}, one alone`,
    flat: flat.with(-1, items(flat.at(-1) ?? null)),
  }));
  const special = isMissingKnown ? [...change.once, ...change.missing] : change.once;
  const once = special.flatMap((item) => [
    { kind: `${JSON.stringify(item)} first`, flat: flat.with(0, item) },
    { kind: `${JSON.stringify(item)} inside`, flat: flat.with(middle, item) },
    { kind: `${JSON.stringify(item)} last`, flat: flat.with(-1, item) },
  ]);
  return [...everywhere, ...moved, ...once].map(({ kind, flat: changed }) => ({
    kind,
    value: withItems(array, changed),
  }));
}

/** Columns of a frame whose items are changed. */
const MOST_COLUMNS = 6;

interface NumberChanges {
  readonly everywhere: Readonly<Record<string, (item: ValueRecipe) => ValueRecipe>>;
  readonly once: readonly ValueRecipe[];
  readonly missing: readonly ValueRecipe[];
}

const scaled =
  (change: (value: number) => number) =>
  (item: ValueRecipe): ValueRecipe => {
    const changed = change(numberIn(item));
    return Number.isFinite(changed) ? { float: floatText(changed) } : item;
  };

const counted =
  (change: (value: number) => number) =>
  (item: ValueRecipe): ValueRecipe =>
    typeof item === "number" ? change(item) + 0 : item;

const NUMBER_CHANGES: Readonly<Record<string, NumberChanges | undefined>> = {
  float: {
    everywhere: {
      "all negative": scaled((value) => -value),
      "all larger": scaled((value) => value * 10),
      "all smaller": scaled((value) => value / 10),
      "all moved": scaled((value) => value + 1),
      "all zero": scaled(() => 0),
      "all one": scaled(() => 1),
      "all whole": scaled(Math.round),
    },
    once: ["0.0", "1.0", "-1.0", "0.5", "-2.5"].map((float) => ({ float })),
    missing: ["nan", "inf", "-inf"].map((float) => ({ float })),
  },
  signed: {
    everywhere: {
      "all negative": counted((value) => -value),
      "all more": counted((value) => value + 1),
      "all zero": counted(() => 0),
      "all one": counted(() => 1),
    },
    once: [0, 1, -1, 2, 100],
    missing: [],
  },
  unsigned: {
    everywhere: { "all zero": counted(() => 0), "all one": counted(() => 1) },
    once: [0, 1, 2, 100],
    missing: [],
  },
  bool: {
    everywhere: {
      "all flipped": (item) => item !== true,
      "all true": () => true,
      "all false": () => false,
    },
    once: [true, false],
    missing: [],
  },
  date: {
    everywhere: {
      "all a day later": onDay((day) => day + 1),
      "all a week earlier": onDay((day) => day - 7),
      "all a year later": onDay((day) => day + 365),
      "all far apart": onDay((day) => 2 * day),
      "all at midnight": onDay((day) => day, "00:00:00"),
      "all before midnight": onDay((day) => day, "23:59:59"),
    },
    once: [],
    missing: ["NaT"],
  },
  span: {
    everywhere: { "all negative": counted((value) => -value), "all zero": counted(() => 0) },
    once: [0, 1, -1],
    missing: ["NaT"],
  },
};

const DAY_MS = 86_400_000;

/** A date on another day, or at another time of it, written as it was; what has no day stays. */
function onDay(change: (day: number) => number, time?: string): (item: ValueRecipe) => ValueRecipe {
  return (item) => {
    const [, date, clock = ""] =
      /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?$/u.exec(typeof item === "string" ? item : "") ?? [];
    if (date === undefined) return item;
    const moved = new Date(change(Date.parse(date) / DAY_MS) * DAY_MS);
    if (Number.isNaN(moved.getTime()) || !/^\d{4}-/u.test(moved.toISOString())) return item;
    const at =
      time === undefined || clock.length < 9 ? clock : `T${time}${clock.slice(9).replaceAll(/\d/gu, "0")}`;
    return moved.toISOString().slice(0, 10) + at;
  };
}

function kindOfNumber(type: ValueRecipe): string {
  if (typeof type !== "string") return "";
  if (/^float\d/u.test(type)) return "float";
  if (/^int(?:8|16|32|64)$/u.test(type)) return "signed";
  if (/^uint\d/u.test(type)) return "unsigned";
  if (type.startsWith("datetime64")) return "date";
  return type.startsWith("timedelta64") ? "span" : type;
}

/** The number that an item is; 0 for anything else. */
function numberIn(item: ValueRecipe): number {
  if (typeof item === "number") return item;
  const text = item !== null && typeof item === "object" && "float" in item ? Number(item["float"]) : 0;
  return Number.isFinite(text) ? text : 0;
}

/** True for a value that holds a number or time that is missing, or an infinite number. */
function hasMissing(node: ValueRecipe): boolean {
  return /\{"float":"(?:nan|-?inf)"\}|"NaT"|"pandas:NA/u.test(JSON.stringify(node));
}
