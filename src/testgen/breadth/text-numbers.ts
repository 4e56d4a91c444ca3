/** Texts beside one that has numbers, dates or times of day: the reference's own numbers in their places, as the text writes them, and where calendars and clocks turn. */
import { asSpecific, CONSTANT, type TextEdge } from "./text-edge.ts";

/** Numbers of the reference that are put into a text. */
const MOST_NUMBERS = 16;
/** Numbers of a text in whose places they are put. */
const MOST_RUNS = 3;

/** A whole number as it stands in a text. */
interface Run {
  readonly index: number;
  readonly written: string;
  readonly base: 10 | 16;
}

/** Digits after what announces hexadecimal ones: `0x`, `#x`, `\u`, `%`. */
const HEXADECIMAL = /(?<=[xX%]|\\u|U\+|#)[0-9a-fA-F]{1,8}(?![0-9A-Za-z])/gu;
const DECIMAL = /\d+/gu;
/** Numbers of more digits are names. */
const LONGEST_NUMBER = 9;

function runsIn(text: string): readonly Run[] {
  const hexadecimal = [...text.matchAll(HEXADECIMAL)].map(
    ({ 0: written, index }): Run => ({ index, written, base: 16 }),
  );
  // Where all digits of a hexadecimal number are decimal ones it may be either.
  const isInside = (index: number): boolean =>
    hexadecimal.some(
      (run) => /[a-f]/iu.test(run.written) && run.index <= index && index < run.index + run.written.length,
    );
  const decimal = [...text.matchAll(DECIMAL)].flatMap(({ 0: written, index }): readonly Run[] =>
    written.length > LONGEST_NUMBER || isInside(index) ? [] : [{ index, written, base: 10 }],
  );
  const places =
    decimal.length <= MOST_RUNS ? decimal : [...decimal.slice(0, MOST_RUNS - 1), ...decimal.slice(-1)];
  return [...places, ...hexadecimal.slice(0, MOST_RUNS)];
}

function decimalRunsIn(text: string): readonly Run[] {
  return runsIn(text).filter(({ base }) => base === 10);
}

/** The reference's numbers in the place of each number of a text, by what stands before it, and of all; and those next to them. */
export function constantNumbers(text: string, integers: readonly number[]): readonly TextEdge[] {
  const runs = runsIn(text);
  if (runs.length === 0) return [];
  const wanted = integers.filter((constant) => constant >= 0).slice(0, MOST_NUMBERS);
  return wanted.flatMap((constant) => [
    ...runs.map((run) =>
      asSpecific({
        kind: `${CONSTANT}${constant} as a number after ${signBefore(text, run)}`,
        value: withNumbers(text, [run], constant),
      }),
    ),
    ...[constant, constant + 1, constant - 1]
      .filter((near) => near >= 0)
      .flatMap((near) =>
        [runs, ...runs.map((run) => [run])].map((places) => ({
          kind: `${CONSTANT}${near} of ${constant} as ${places.length === 1 ? "a number" : "all numbers"}`,
          value: withNumbers(text, places, near),
        })),
      ),
  ]);
}

/** Each number of a text alone with a zero before it, as zero, and where it is long with zeros for its first half: what reads one part of a text may read another one otherwise. */
export function paddedNumbers(text: string): readonly TextEdge[] {
  const runs = decimalRunsIn(text);
  return runs.flatMap((run, at) => {
    const where = `number ${at === runs.length - 1 ? "at the end" : at} after ${signBefore(text, run)}`;
    const put = (digits: string): string =>
      text.slice(0, run.index) + digits + text.slice(run.index + run.written.length);
    const half = run.written.length >> 1;
    return [
      { kind: `a zero before ${where}`, value: put(`0${run.written}`) },
      { kind: `zero for ${where}`, value: put("0") },
      ...(half < FEWEST_ZEROS
        ? []
        : [{ kind: `zeros first in ${where}`, value: put("0".repeat(half) + run.written.slice(half)) }]),
    ];
  });
}

/** Zeros that are put at once, at least. */
const FEWEST_ZEROS = 3;

/** Of two numbers of a text one as the other, one more and one less: ranges that touch, lie in one another or are empty. */
export function numbersByOthers(text: string): readonly TextEdge[] {
  const runs = decimalRunsIn(text);
  const pairs = runs.flatMap((run, at) =>
    runs.flatMap(({ written }, place) => (place === at ? [] : [{ run, at, place, number: Number(written) }])),
  );
  return pairs.flatMap(({ run, at, place, number }) =>
    [0, 1, -1]
      .filter((more) => number + more >= 0)
      .map((more) => ({
        kind: `number ${at} by number ${place}: ${more}`,
        value: withNumbers(text, [run], number + more),
      })),
  );
}

/** Numbers that are counted with, and round ones: percentages and sizes, whose shares of other numbers are halves as often as not. */
const SMALL_NUMBERS = [1, 2, 3, 4, 5, 7, 9];
const ROUND_NUMBERS = [10, 20, 30, 40, 50, 70, 90, 100, 200, 1000];
/** Widths and octets, and those beside them. */
const BINARY_NUMBERS = [8, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 65_535, 65_536];

/** The last number of a text as each of these. */
export function plainNumbers(text: string): readonly TextEdge[] {
  const run = decimalRunsIn(text).at(-1);
  if (run === undefined) return [];
  const put = (kind: string, numbers: readonly number[]): readonly TextEdge[] =>
    numbers.map((number) => ({ kind, value: withNumbers(text, [run], number) }));
  return [
    ...put("a small number at the end", SMALL_NUMBERS),
    ...put("a round number at the end", ROUND_NUMBERS),
    ...put("a power of two at the end", BINARY_NUMBERS),
  ];
}

/** A number with a fraction; none of several parts between dots, as versions and addresses have them. */
const FRACTION = /(?<![\d.,])(?<whole>\d+)(?<sign>[.,])\d+(?![\d.,]*\d)/gu;
/** The last number of a text, where it has no fraction and is none. */
const LAST_WHOLE = /(?<![\d.,])\d+(?=\D*$)/u;
/** A half; hundredths and millionths that are less in binary than they read, so that cutting off loses one; and more digits than are kept anywhere. */
const FRACTIONS = ["5", "57", "125625", "1234567", "9999999"];

/** Each number with a fraction with another one; where there is none, the last number of the text with one. */
export function fractionsOf(text: string): readonly TextEdge[] {
  const own = [...text.matchAll(FRACTION)].slice(0, MOST_RUNS);
  if (own.length === 0 && !LAST_WHOLE.test(text)) return [];
  return FRACTIONS.flatMap((digits) =>
    own.length === 0
      ? [{ kind: `a fraction ${digits}`, value: text.replace(LAST_WHOLE, `$&.${digits}`) }]
      : own.map(({ 0: written, index, groups: { whole = "", sign = "" } = {} }, at) => ({
          kind: `the fraction ${digits} of number ${at}`,
          value: text.slice(0, index) + whole + sign + digits + text.slice(index + written.length),
        })),
  );
}

/** Where a number stands, so far as that says what it is: the sign before it, or that it follows a letter. */
function signBefore(text: string, { index, base }: Run): string {
  const sign = text.charAt(index - 1);
  return `${/\p{L}/u.test(sign) ? "a letter" : sign}${base === 16 ? ", hexadecimal" : ""}`;
}

/** The text with another number in these places, filled with zeros where the one before was. */
function withNumbers(text: string, runs: readonly Run[], number: number): string {
  // From the end, so that places before stay where they are; of two numbers at one place the first.
  const places = [...new Map(runs.toReversed().map((run) => [run.index, run])).values()];
  return places
    .toSorted((a, b) => b.index - a.index)
    .reduce((changed, { index, written, base }) => {
      const digits = number.toString(base);
      const filled = written.startsWith("0") ? digits.padStart(written.length, "0") : digits;
      return changed.slice(0, index) + filled + changed.slice(index + written.length);
    }, text);
}

/** Year, month and day, apart by one sign or by none. */
const DATE = /(?<!\d)[12]\d{3}(?<sign>[-/.]?)(?:0[1-9]|1[0-2])\k<sign>(?:0[1-9]|[12]\d|3[01])(?!\d)/u;
/** Ends of months and years, leap days and days that are none, years that begin or end in another year's week. */
const DAYS = [
  "2024-02-29",
  "2023-02-28",
  "2023-02-29",
  "1900-02-29",
  "2000-02-29",
  "2023-12-31",
  "2024-01-01",
  "2021-01-01",
  "2020-12-31",
  "2023-04-30",
  "2023-04-31",
  "2023-01-31",
  "2023-13-01",
  "2023-00-10",
  "2023-10-00",
];
const TIME = /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?<seconds>:[0-5]\d)?(?![\d:])/u;
const TIMES = [
  "00:00:00",
  "23:59:59",
  "12:00:00",
  "12:30:00",
  "00:30:59",
  "24:00:00",
  "23:60:00",
  "23:59:60",
];

/** The first date and the first time of day of a text as others. */
export function calendarEdges(text: string): readonly TextEdge[] {
  const sign = DATE.exec(text)?.groups?.["sign"];
  const seconds = TIME.exec(text);
  return [
    ...(sign === undefined
      ? []
      : DAYS.map((day) => ({
          kind: `the day ${day}`,
          value: text.replace(DATE, day.replaceAll("-", sign)),
        }))),
    ...(seconds === null
      ? []
      : TIMES.map((time) => ({
          kind: `the time ${time}`,
          value: text.replace(TIME, seconds.groups?.["seconds"] === undefined ? time.slice(0, 5) : time),
        }))),
  ];
}
