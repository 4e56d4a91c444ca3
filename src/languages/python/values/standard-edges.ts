import type { ValueRecipe } from "../../../spec/index.ts";
import type { ValueEdge } from "../../values.ts";

type Parts = readonly ValueRecipe[];

/** Year, month and day where calendars turn: ends of months and years, leap days, the days beside them. */
const DAYS: readonly Parts[] = [
  [2023, 12, 31],
  [2024, 1, 1],
  [2024, 2, 29],
  [2023, 2, 28],
  [2023, 3, 1],
  [2000, 2, 29],
  [1900, 3, 1],
  [2023, 4, 30],
  [2023, 10, 31],
  [2020, 1, 5],
  [2021, 1, 3],
  [2026, 12, 28],
  [1999, 12, 31],
  [1970, 1, 1],
  [987, 6, 5],
];

/** Hour, minute, second and microsecond where clocks turn. */
const TIMES: readonly Parts[] = [
  [0, 0, 0, 0],
  [23, 59, 59, 999_999],
  [12, 0, 0, 0],
  [11, 59, 59, 0],
  [12, 30, 0, 0],
  [0, 0, 0, 1],
  [1, 2, 3, 400_000],
  [13, 5, 0, 0],
];

/** Hours that clocks of zones skip, or show twice (the second time by their fold), and those beside them: in America, in Europe, in Australia. */
const ZONE_TURNS: readonly Parts[] = [
  [2021, 3, 14, 1, 30, 0, 0],
  [2021, 3, 14, 2, 30, 0, 0],
  [2021, 11, 7, 1, 30, 0, 0],
  [2021, 11, 7, 1, 15, 0, 0],
  [2023, 3, 26, 1, 30, 0, 0],
  [2023, 3, 26, 2, 30, 0, 0],
  [2023, 10, 29, 1, 30, 0, 0],
  [2023, 10, 29, 2, 15, 0, 0],
  [2023, 4, 2, 2, 30, 0, 0],
];

/** Units in microseconds: a time differs from one beside it by one of them. */
const UNITS = [1, 500_000, 1_000_000, 60_000_000, 3_600_000_000, 86_400_000_000];

/** Days, seconds and microseconds of durations beside whole minutes, hours, days, weeks, months and years. */
const DURATIONS: readonly Parts[] = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 59, 0],
  [0, 60, 0],
  [0, 61, 0],
  [0, 3_599, 0],
  [0, 3_600, 0],
  [0, 3_661, 1],
  [0, 86_399, 999_999],
  [1, 0, 0],
  [-1, 0, 0],
  [-1, 86_399, 0],
  [-2, 3_600, 0],
  [6, 0, 0],
  [7, 0, 0],
  [30, 0, 0],
  [31, 5, 6],
  [365, 0, 0],
  [366, 0, 0],
  [800, 0, 0],
  [0, 0, 500_000],
  [0, 0, 1],
  [0, 90_061, 0],
];

const NUMBERS = ["0", "1", "-1", "0.5", "-0.5", "1.50", "2.5", "100", "1E+3", "0.005", "12345.678"];
const FRACTIONS: readonly Parts[] = [
  [0, 1],
  [1, 2],
  [-1, 2],
  [7, 3],
  [5, 1],
];
const PATHS = ["", ".", "/", "a", "a/b", "/a/b", "a.b.c", ".hidden", "a/../b", "A.TXT", "a b", "..", "a/"];

/** Values of the same standard-library type beside a `value` node of `recipe/1`: where calendars, clocks and roundings turn. None of types that are not known. */
export function edgesOfStandard(node: ValueRecipe): readonly ValueEdge[] {
  const parts = (node as { readonly value?: Parts }).value ?? [];
  const [type, ...given] = parts;
  const made = (list: readonly Parts[], kind = "standard"): readonly ValueEdge[] =>
    list.map((own) => ({ kind, value: { value: [type ?? null, ...own] } }));
  if (type === "datetime.date") return made(DAYS);
  if (type === "datetime.time") return made(TIMES.map((time) => [...time, ...given.slice(4)]));
  if (type === "datetime.datetime")
    return [
      ...made(timesBeside(given), "a little before or behind"),
      ...made([
        ...DAYS.map((day) => [...day, ...given.slice(3)]),
        ...TIMES.map((time) => [...given.slice(0, 3), ...time, ...given.slice(7)]),
        ...DAYS.map((day, index) => [...day, ...(TIMES[index % TIMES.length] ?? []), ...given.slice(7)]),
      ]),
      ...made(turnsOfZone(given[7] ?? null), "where zones turn"),
    ];
  if (type === "datetime.timedelta") return made(DURATIONS);
  if (type === "decimal.Decimal") return made(NUMBERS.map((number) => [number]));
  if (type === "fractions.Fraction") return made(FRACTIONS);
  if (typeof type === "string" && /^pathlib\.\w*Path$/u.test(type)) return made(PATHS.map((path) => [path]));
  return [];
}

/** Times at which clocks are put forward or back, each both times; without a zone, which may be told elsewhere, once. */
function turnsOfZone(zone: ValueRecipe): readonly Parts[] {
  const folds = zone === null ? [0] : [0, 1];
  return ZONE_TURNS.flatMap((turn) => folds.map((fold) => [...turn, zone, fold]));
}

/** A little before and behind the time of day and date that `given` says; none where it is no time of the calendar. */
function timesBeside(given: Parts): readonly Parts[] {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micro = 0] = given.map(Number);
  const whole = Date.UTC(year, month - 1, day, hour, minute, second);
  if (!Number.isSafeInteger(whole) || year < 100 || year > 9_998) return [];
  return UNITS.flatMap((unit) => [unit, -unit]).map((change) => {
    const micros = micro + (change % 1_000_000);
    const carried = Math.floor(micros / 1_000_000);
    const at = new Date(whole + 1_000 * (Math.trunc(change / 1_000_000) + carried));
    return [
      at.getUTCFullYear(),
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
      micros - 1_000_000 * carried,
      ...given.slice(7),
    ];
  });
}
