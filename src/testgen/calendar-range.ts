/** Lowest and highest of what a calendar or a clock counts, by the last word of a parameter's name. */
const RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  year: [1, 9999],
  month: [1, 12],
  day: [1, 31],
  weekday: [0, 7],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 59],
  microsecond: [0, 999_999],
};

/** The numbers that a parameter of that name takes, ends included; undefined for a name that says nothing, and where another number was seen. */
export function calendarRange(
  name: string,
  seen: readonly number[],
): readonly [lowest: number, highest: number] | undefined {
  const word = name.split("_").at(-1) ?? "";
  const range = Object.hasOwn(RANGES, word) ? RANGES[word] : undefined;
  return range !== undefined && seen.every((number) => number >= range[0] && number <= range[1])
    ? range
    : undefined;
}
