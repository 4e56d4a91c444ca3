import type { Parameter } from "../languages/index.ts";

/** Lowest and highest of what a calendar or a clock counts, by the end of a parameter's name. */
const RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  year: [1000, 9999],
  month: [1, 12],
  day: [1, 31],
  weekday: [0, 7],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 59],
  microsecond: [0, 999_999],
};

/** `month`, `default_month`, `defaultmonth`; none that counts something for each hour. */
const NAME = /^(?!.*per_?)\w*?(weekday|year|month|day|hour|minute|microsecond|second)$/u;

/** The whole numbers that a parameter of that name takes, ends included; undefined for a name that says nothing, and where another number was seen. Years have four digits, unless an earlier one was seen. */
export function calendarRange(
  name: string,
  seen: readonly number[],
): readonly [lowest: number, highest: number] | undefined {
  const [, word = ""] = NAME.exec(name) ?? [];
  const [first, highest] = RANGES[word] ?? [];
  if (first === undefined || highest === undefined) return undefined;
  const lowest = word === "year" ? Math.max(1, Math.min(first, ...seen)) : first;
  return seen.every((number) => Number.isInteger(number) && number >= lowest && number <= highest)
    ? [lowest, highest]
    : undefined;
}

/** Less than this is not believed to be left out. */
const LEAST_LARGE = 1_000;

/** The same where all numbers that were seen are whole and large: none of fewer digits than the least of them. */
export function largeRange(seen: readonly number[]): readonly [lowest: number, highest: number] | undefined {
  const least = Math.min(...seen);
  if (seen.length === 0 || least < LEAST_LARGE || !seen.every(Number.isInteger)) return undefined;
  return [10 ** (String(least).length - 1), Number.POSITIVE_INFINITY];
}

/** True for a number that is none below zero by default: a width, a limit, a position. */
export function isCount({ defaultValue = "" }: Parameter, defaultTypes: readonly string[]): boolean {
  const isNumber = defaultTypes.some((type) => type === "int" || type === "float");
  return isNumber && !defaultValue.startsWith("-");
}
