import type { Random } from "../../../base/index.ts";
import type { ValueRecipe } from "../../../spec/index.ts";
import type { VaryingSource } from "../../values.ts";
import { arrayEdges } from "./array-edges.ts";
import { partsOf } from "./array-shape.ts";
import { contentOf } from "./containers.ts";

/** Items of an array, and columns of a frame, one of which may be another. */
const MOST_PARTS = 200;

/** Another value of the same type: of what libraries have other rows or another item, of the standard library's one of its numbers or texts. */
export function vary(node: ValueRecipe, { random, siblings, varyPart }: VaryingSource): ValueRecipe {
  const held = contentOf(node);
  if (held !== undefined) return held.write(varyPart(held.value));
  const parts = partsOf(node, MOST_PARTS);
  const edges = arrayEdges(node, siblings);
  if (parts.length + edges.length === 0) return varyStandardValue(node, random, varyPart);
  if (edges.length > 0 && (parts.length === 0 || random.next() < 0.4)) return random.pick(edges).value;
  const part = random.pick(parts);
  return part.write(varyPart(part.value));
}

/** The day on which the judge's clock starts (10:00 UTC): what code that asks for the date compares with. */
const CLOCK_DAY = [2023, 11, 14] as const;

/** Dates are often near the judge's own. Of a pattern a number is its flags, of which most are none. */
function varyStandardValue(
  node: ValueRecipe,
  random: Random,
  varyPart: VaryingSource["varyPart"],
): ValueRecipe {
  const [written, ...given] = (node as { readonly value?: readonly ValueRecipe[] }).value ?? [];
  const type = written ?? "";
  const isDate = type === "datetime.date" || type === "datetime.datetime";
  if (isDate && random.next() < 0.5) {
    const [year, month, day] = CLOCK_DAY;
    const near = [
      year - random.integer(3) + 1,
      1 + ((month - 1 + random.integer(12)) % 12),
      Math.max(1, Math.min(28, day - 2 + random.integer(5))),
    ];
    const date = random.next() < 0.6 ? [year, month, near[2] ?? day] : near;
    return { value: [type, ...date, ...given.slice(3)] };
  }
  const numbers = given.flatMap((part, index) =>
    typeof part === "number" || typeof part === "string" ? [index] : [],
  );
  if (numbers.length === 0 || type === "re.Pattern") return node;
  const at = random.pick(numbers);
  const part = given[at] ?? null;
  if (typeof part === "string" && !isNumeric(part)) return node;
  const varied = Number(varyPart(typeof part === "string" ? Number.parseInt(part, 10) : part));
  if (typeof part === "string") return { value: [type, ...given.with(at, String(varied))] };
  const bounds = isDate ? DATE_BOUNDS[at] : undefined;
  const kept = bounds === undefined ? varied : bounds[0] + (Math.abs(varied) % (bounds[1] - bounds[0] + 1));
  return { value: [type, ...given.with(at, kept)] };
}

/** Lowest and highest of year, month, day, hour, minute, second, microsecond. */
const DATE_BOUNDS: readonly (readonly [number, number])[] = [
  [1990, 2040],
  [1, 12],
  [1, 28],
  [0, 23],
  [0, 59],
  [0, 59],
  [0, 999_999],
];

function isNumeric(text: string): boolean {
  return /^-?\d{1,15}(?:\.\d*)?$/.test(text);
}
