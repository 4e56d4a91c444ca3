import fc from "fast-check";

import type { Random } from "../../src/base/index.ts";

const TAGS =
  "int float text bytes bytearray complex tuple set frozenset dict deque iterator named module value object argument receiver ref path file callback special refused __proto__ constructor toString length".split(
    " ",
  );
const name = fc.oneof(fc.constantFrom(...TAGS, "class", "state", "base", "slots", "end", "_x"), fc.string());
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "1e999",
    "-0.0",
    "nan",
    "builtins:ValueError",
    "stop",
    "limit",
    "\ud800",
    "9".repeat(5_001),
  ),
);

const depth = fc.oneof({ weight: 30, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.constant(20_000) });

/** Values as observations write them, and values that are nearly so. */
const observed = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.tuple(fc.constantFrom(...TAGS), fc.oneof(tie("value"), fc.array(tie("value"), { maxLength: 4 }))).map(
      // Not as a literal, in which `__proto__` is no member.
      ([tag, content]) => Object.fromEntries([[tag, content]]) as unknown,
    ),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 4 })
      .map((pairs) => Object.fromEntries(pairs) as unknown),
    fc
      .tuple(fc.constantFrom("[", '{"a":', '{"tuple":[', '{"dict":[[1,'), depth)
      .map(([open, depth]) => ({ nested: [open, depth] })),
  ),
})).value;

const POOL = 400;

/** Texts of JSON values, made once for each seed; the pool is drawn from. */
export function observedTexts(random: Random): readonly string[] {
  const values = fc.sample(observed, { numRuns: POOL, seed: random.integer(2 ** 31) });
  return values.map((value) => nest(JSON.stringify(value)));
}

/** Nesting that JavaScript's own writer could not write. */
function nest(text: string): string {
  return text.replace(/\{"nested":\["((?:[^"\\]|\\.)*)",(\d+)\]\}/g, (_, open: string, depth: string) => {
    const piece = JSON.parse(`"${open}"`) as string;
    const close = [...piece].reverse().flatMap((one) => (one === "[" ? "]" : one === "{" ? "}" : []));
    return piece.repeat(Number(depth)) + "0" + close.join("").repeat(Number(depth));
  });
}
