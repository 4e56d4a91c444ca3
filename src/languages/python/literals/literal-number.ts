import { formatFloat, integerRecipe, type ValueRecipe } from "../../../spec/index.ts";
import type { LiteralCursor } from "./literal-cursor.ts";

const NUMBER =
  /([+-]?)\s*(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?(?:\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)([jJ]?)/y;
const SIGNED_WORD = /([+-]?)\s*(nan|inf)(j|)\b/y;

/** A number, also a complex one in two parts; undefined where there is none here. */
export function readNumber(cursor: LiteralCursor): ValueRecipe | undefined {
  const real = readPart(cursor);
  if (real === undefined) return undefined;
  if (real.isImaginary) return { complex: ["0.0", real.float] };
  cursor.skipSpace();
  const sign = cursor.take(/(?=[+-])/y);
  if (sign === undefined) return real.value;
  const imaginary = readPart(cursor);
  return imaginary?.isImaginary === true ? { complex: [real.float, imaginary.float] } : cursor.fail();
}

interface NumberPart {
  readonly value: ValueRecipe;
  /** As Python's `repr` writes it as a float. */
  readonly float: string;
  readonly isImaginary: boolean;
}

function readPart(cursor: LiteralCursor): NumberPart | undefined {
  const word = cursor.take(SIGNED_WORD);
  if (word !== undefined) {
    const [, sign = "", name = "", imaginary] = word;
    const float = name === "nan" ? "nan" : `${sign.replace("+", "")}inf`;
    return { value: { float }, float, isImaginary: imaginary !== "" };
  }
  const match = cursor.take(NUMBER);
  if (match === undefined) return undefined;
  const [, sign = "", written = "", imaginary] = match;
  const isNegative = sign === "-";
  const digits = written.replaceAll("_", "");
  const isInteger = /^(?:0[xXoObB][\da-fA-F]+|\d+)$/.test(digits) && imaginary === "";
  // A decimal integer with a leading zero is none in Python.
  if (isInteger && /^0\d*[1-9]/.test(digits)) cursor.fail();
  const number = /^0[xXoObB]/.test(digits) ? Number(BigInt(digits.toLowerCase())) : Number(digits);
  const float = formatFloat(isNegative ? -number : number);
  if (!isInteger) return { value: { float }, float, isImaginary: imaginary !== "" };
  const exact = isNegative ? -BigInt(digits.toLowerCase()) : BigInt(digits.toLowerCase());
  return { value: integerRecipe(exact), float, isImaginary: false };
}
