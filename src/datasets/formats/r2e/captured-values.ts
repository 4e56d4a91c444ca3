import { ownMember } from "../../../base/index.ts";
import type { ValueNotation, ValueRecipe } from "../../../spec/index.ts";
import { readPlainPickle, type UnpickledValue } from "./plain-pickle.ts";
import type { CapturedCall } from "./records.ts";

/** The arguments of a captured call by the names of their parameters; one that is no plain data is undefined. */
export type CapturedArguments = ReadonlyMap<string, UnpickledValue | undefined>;

/**
 * Reads what R2E's server logged of a call: its language's notation of values, in full (`inputs`) or shortened (`serialized_inputs`), or a pickle in
 * base64. All of it is data: nothing is evaluated, and pickles are read without being run.
 */
export function readCapturedArguments(call: CapturedCall, notation: ValueNotation): CapturedArguments {
  const { inputs = {}, serialized_inputs: serialized = {}, input_types: types = {} } = call;
  const names = new Set([...Object.keys(inputs), ...Object.keys(serialized)]);
  return new Map(
    Array.from(names, (name) => [
      name,
      readValue(ownMember(inputs, name), ownMember(types, name), notation) ??
        readValue(ownMember(serialized, name), ownMember(types, name), notation),
    ]),
  );
}

function readValue(written: unknown, type: unknown, notation: ValueNotation): UnpickledValue | undefined {
  if (written === undefined) return undefined;
  const plain =
    typeof written === "string" ? readText(written, type, notation) : readJson(written, type, notation);
  if (plain !== undefined) return { value: plain, shared: [] };
  return typeof written === "string" ? readBase64(written) : undefined;
}

function readText(text: string, type: unknown, notation: ValueNotation): ValueRecipe | undefined {
  // Dates are logged as ISO 8601 instead of as Python writes them.
  if (type === "datetime.date" || type === "datetime.datetime") {
    const numbers = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{6}))?)?$/.exec(text)?.slice(1);
    const parts = numbers?.map((part) => (part === undefined ? 0 : Number(part)));
    if (parts !== undefined)
      return { value: type === "datetime.date" ? [type, ...parts.slice(0, 3)] : [type, ...parts, null, 0] };
  }
  return notation.read(text);
}

/** Numbers stand for decimals; other JSON is what a writer of plain data means by it. */
function readJson(value: unknown, type: unknown, notation: ValueNotation): ValueRecipe | undefined {
  if (type === "decimal.Decimal" && typeof value === "number")
    return { value: ["decimal.Decimal", String(value)] };
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isSafeInteger(value) && type !== "builtins.float") return value;
    return notation.read(Number.isInteger(value) ? `${value}.0` : String(value));
  }
  return undefined;
}

function readBase64(text: string): UnpickledValue | undefined {
  if (!/^gA[\w+/]+={0,2}$/.test(text) && !/^gA[\w-]+={0,2}$/.test(text)) return undefined;
  return readPlainPickle(Buffer.from(text, "base64url"));
}
