/** Numbers beside a number: constants and their neighbours, what is composed of them, digits by groups, halves. */
import { evenChoice } from "../../base/index.ts";
import type { Literals, ValueEdge } from "../../languages/index.ts";
import { floatText, integerRecipe } from "../../spec/index.ts";
import { asSpecific } from "./text-edge.ts";

/** Integers that programs treat apart, whatever their own constants are. */
const PLAIN_INTEGERS = [
  0, 1, -1, 2, 3, 9, 10, 11, 12, 13, 21, 99, 100, 101, 111, 112, 999, 1000, 1001, 12_345, 1_000_000,
];

/** Larger ones are not made of smaller ones: a square of a constant is a size that nothing has. */
const LARGEST_INTEGER = 1_000_000;

/** Constants that numbers are composed of, and numbers composed of each. */
const MOST_PLACES = 6;
const MOST_COMPOSED = 96;
/** Larger constants are limits, not places. */
const LARGEST_PLACE = 1_000;

/** `k * m + r` for constants `m`, with `k` and `r` at and beside the ends of their ranges and the other constants: what code that divides tells apart. */
function composedIntegers(
  constants: readonly number[],
): readonly { readonly kind: string; readonly choice: number }[] {
  const places = constants.filter((each) => each > 1 && each <= LARGEST_PLACE).slice(0, MOST_PLACES);
  return places.flatMap((place) => {
    const near = constants.flatMap((each) => [each - 1, each, each + 1]);
    const rests = new Set([0, 1, place - 1, ...near.filter((each) => each >= 0 && each < place)]);
    const counts = new Set([1, 2, ...near.filter((each) => each > 0 && each <= place + 1)]);
    const all = [...counts].flatMap((count) => [...rests].map((rest) => count * place + rest));
    return evenChoice(all, MOST_COMPOSED).map((choice) => ({ kind: `composed of ${place}`, choice }));
  });
}

/** Groups of digits that are changed, from the last one on. */
const MOST_GROUPS = 4;
/** Digits of a group. */
const GROUP = 3;
/** Numbers of more digits are not made. */
const MOST_DIGITS = 120;

/** An integer beside another, in decimal digits. */
interface DigitEdge {
  readonly kind: string;
  readonly digits: string;
}

/** A number of several digits with groups of them, and single ones, as zero, one or alone: what code that names or groups digits tells apart. */
function digitEdges(written: string): readonly DigitEdge[] {
  if (written.length < GROUP || written.length > MOST_DIGITS) return [];
  const put = (at: number, digits: string): string =>
    written.slice(0, at) + digits + written.slice(at + digits.length);
  const ends = Array.from({ length: MOST_GROUPS }, (_, group) => written.length - GROUP * (group + 1));
  const whole = ends.filter((at) => at > 0);
  const zeros = (from: string, keep: number): string => from.slice(0, keep) + "0".repeat(from.length - keep);
  const first = written.length % GROUP || GROUP;
  return [
    ...whole.flatMap((at) => [
      { kind: "a group of digits as zero", digits: put(at, "000") },
      { kind: "a group of digits as one", digits: put(at, "001") },
      { kind: "a group of digits as hundreds", digits: put(at, "100") },
      {
        kind: "two groups of digits alone",
        digits: zeros(written, first).slice(0, at) + "002" + "0".repeat(written.length - at - GROUP),
      },
    ]),
    ...Array.from({ length: Math.min(written.length, 2 * GROUP) }, (_, back) => {
      const at = written.length - 1 - back;
      return { kind: `digit ${back} from the end as zero`, digits: put(at, "0") };
    }).filter(({ digits }) => !digits.startsWith("0")),
    { kind: "its first digits alone", digits: zeros(written, first) },
    { kind: "its first digit alone", digits: zeros(written, 1) },
  ];
}

/** Numbers of as many digits as the reference asks the length of something for, at both ends of what has so many; beside a short one none of a great many. */
function longEdges(written: string, lengths: readonly number[]): readonly DigitEdge[] {
  return lengths
    .flatMap((length) => [length - 1, length, length + 1])
    .filter((length) => length > 1 && length <= Math.min(MOST_DIGITS, written.length ** 2))
    .flatMap((length) => [
      { kind: `${length} digits`, digits: `1${"0".repeat(length - 1)}` },
      { kind: `${length} digits`, digits: "9".repeat(length) },
    ]);
}

/** Bits of words, addresses and colours. */
const WIDTHS = [8, 16, 32, 48, 64, 128];
/** Smaller numbers fill no word. */
const LEAST_OF_BITS = 256;

/** Beside a large number the end of the word that it fits into. */
function wordEdges(written: string): readonly DigitEdge[] {
  const value = BigInt(written);
  const end = WIDTHS.map((width) => 2n ** BigInt(width)).find((each) => each > value);
  if (value < LEAST_OF_BITS || end === undefined) return [];
  return [
    { kind: "the end of a word", digits: String(end - 1n) },
    { kind: "beyond a word", digits: String(end) },
  ];
}

/** Integers beside one, which is written in decimal digits. */
export function integerEdges(written: string, literals: Literals): readonly ValueEdge[] {
  const sign = written.startsWith("-") ? "-" : "";
  const digits = written.slice(sign.length);
  const digital = [
    ...digitEdges(digits),
    ...wordEdges(digits),
    ...longEdges(digits, literals.lengths ?? []),
  ].map(({ kind, digits }) => asSpecific({ kind, value: integerRecipe(BigInt(sign + digits)) }));
  const value = Number(written);
  return [...smallEdges(value, literals.integers), ...digital.filter((edge) => edge.value !== value)];
}

function smallEdges(value: number, constants: readonly number[]): readonly ValueEdge[] {
  const near = constants.flatMap((constant) =>
    [constant - 1, constant, constant + 1, -constant, 2 * constant, constant * constant].map((choice) => ({
      kind: `near ${constant}`,
      choice,
    })),
  );
  const own = [value + 1, value - 1, -value, 2 * value, 10 * value, Math.trunc(value / 2)].map((choice) => ({
    kind: "beside itself",
    choice,
  }));
  const largest = Math.max(LARGEST_INTEGER, 10 * Math.abs(value), ...constants.map((each) => 2 * each));
  const plain = PLAIN_INTEGERS.map((choice) => ({ kind: `plain ${choice}`, choice }));
  const ofConstants = [...near, ...composedIntegers(constants)].map(asSpecific);
  return [...own, ...ofConstants, ...plain]
    .filter(({ choice }) => choice !== value && Number.isSafeInteger(choice) && Math.abs(choice) <= largest)
    .map(({ choice, ...edge }) => ({ ...edge, value: choice === 0 ? 0 : choice }));
}

interface NumberEdge extends Pick<ValueEdge, "kind" | "isSpecific"> {
  readonly choice: number;
}

/** A constant itself, a little below and above it, twice and half of it, its opposite, and so many digits that all of them count. */
const SCALES = [1, 0.999, 1.001, 2, 0.5, -1, 123.456789];

/** Floats beside one. */
export function floatEdges(value: number, { integers, floats = [] }: Literals): readonly ValueEdge[] {
  // 0.29 and 1.005 are less in binary than they read.
  const halves = [0.5, 1.5, 2.5, -0.5, -1.5, 0.05, 0.25, 0.1, 0.29, 1.005, 1234.5678, 1e6];
  const own = [
    value + 1,
    value - 1,
    -value,
    value * 10,
    value / 10,
    value + 0.5,
    Math.round(value),
    value * 1000,
  ];
  const near = integers.flatMap((constant) => [
    constant,
    constant - 0.5,
    constant + 0.5,
    constant - 0.001,
    -constant,
  ]);
  const scaled = floats.flatMap((constant) =>
    SCALES.map((scale) => asSpecific({ kind: `${scale} times ${constant}`, choice: scale * constant })),
  );
  const all: readonly NumberEdge[] = [
    ...own.map((choice) => ({ kind: "beside itself", choice })),
    ...near.map((choice) => ({ kind: "near a constant", choice })),
    ...scaled,
    ...halves.map((choice) => ({ kind: `plain ${choice}`, choice })),
  ];
  return all
    .filter(
      ({ choice, isSpecific = false }) =>
        choice !== value && (isSpecific || isPlain(choice) || !isPlain(value)),
    )
    .map(({ choice, ...edge }) => ({ ...edge, value: { float: floatText(choice) } }));
}

/** True for numbers that are written without an exponent: how others are written is an accident where none was given. */
function isPlain(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e16);
}
