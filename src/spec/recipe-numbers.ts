import type { ValueRecipe } from "./recipe.ts";

/** An integer of any size in `recipe/1`. */
export function integerRecipe(value: bigint): ValueRecipe {
  const isSmall = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSmall ? Number(value) : { int: value.toString() };
}

/** A float as `recipe/1` writes it: the shortest decimal that reads back as the same number, with a point or an exponent. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    const [mantissa = "", exponent = ""] = value.toExponential().split("e");
    const power = exponent.slice(1).padStart(2, "0");
    return `${mantissa}e${exponent.startsWith("-") ? "-" : "+"}${power}`;
  }
  const text = String(value);
  if (/e/.test(text)) return value.toFixed(1);
  return text.includes(".") ? text : `${text}.0`;
}

/** A finite float as grown inputs write it: zero has no sign, and only what is very small or large has an exponent. */
export function floatText(value: number): string {
  const text = String(Object.is(value, -0) ? 0 : value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
