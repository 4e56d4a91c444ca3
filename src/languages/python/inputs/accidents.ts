import { ownMember } from "../../../base/index.ts";
import type { RaisedException } from "../../../spec/index.ts";

/** What the interpreter itself says where code came upon a value that it was not written for; code that refuses a value says it in words of its own. */
const ACCIDENTS: Readonly<Record<string, RegExp>> = {
  "builtins:ValueError":
    /^(?:max|min)\(\) (?:arg is an|iterable argument is) empty|values to unpack \(expected|\bnot in (?:list|deque|tuple)$|^substring not found$|^subsection not found$|^empty (?:separator|pattern string)$|^range\(\) arg 3 must not be zero$/,
  "builtins:IndexError": /\bindex out of range$|^pop from an? empty|^pop from empty/,
  "builtins:TypeError":
    /^unsupported operand|^'[<>=!]+' not supported between|^can only concatenate|^(?:bad|unorderable) operand|has no len\(\)$|object (?:is not|does(?: not|n't) support|cannot be interpreted)|^(?:must|expected) .*, (?:not|got) |^sequence item \d+: expected|^not (?:all|enough) arguments|^unhashable type|^cannot unpack|\(\) (?:got multiple values for|got an unexpected keyword|missing \d+ required|takes .* positional arguments? but)|^[\w.]+(?:\(\))? (?:expected|takes) (?:at (?:least|most) |exactly )?(?:no|one|\d+) (?:keyword )?arguments?\b/,
  "builtins:ZeroDivisionError":
    /by zero(?: or .+)?$|^float modulo$|^0\.0 cannot be raised to a negative power$/,
  "builtins:AttributeError": /object has no attribute/,
};

/** The same of numpy: sizes that do not fit each other, or an array where one number is meant. */
const ARRAY_ACCIDENTS: Readonly<Record<string, RegExp>> = {
  "builtins:ValueError":
    /could not (?:be )?broadcast|^can only convert an array of size 1|^[Tt]he truth value of an? |^shapes .* not aligned|^matmul: |^cannot reshape array|^setting an array element with a sequence|^zero-size array to reduction|^need at least one array|^Unable to avoid copy/,
  "builtins:IndexError": /is out of bounds for (?:axis|size)|^too many indices for array/,
  "builtins:TypeError":
    /^only (?:length-1|0-dimensional|size-1) arrays can be converted|^only integer scalar arrays|^ufunc '\w+' not supported/,
};

/** What it says of a text that is no number: who is called by anybody may leave refusing it to the interpreter; of a helper its callers know what they give it. */
const HELPER_ACCIDENTS: Readonly<Record<string, RegExp>> = {
  "builtins:ValueError": /^invalid literal for int\(\)|^could not convert string to float/,
};

/**
 * What befell code that did not expect its input, alike for the same accident: a class with the words that tell. Undefined for exceptions that code words itself;
 * `isOfHelper` where only its own repository calls it.
 */
export function accidentOf(
  { class: name, message }: Pick<RaisedException, "class" | "message">,
  isOfHelper = false,
): string | undefined {
  const all = [ACCIDENTS, ARRAY_ACCIDENTS, ...(isOfHelper ? [HELPER_ACCIDENTS] : [])];
  for (const known of all) {
    const words = ownMember(known, name)?.exec(message);
    if (words) return `${name} ${words[0]}`;
  }
  return undefined;
}
