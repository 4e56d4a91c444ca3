import { z } from "zod";

import { wordRecord } from "../base/index.ts";
import { versionOf } from "./format.ts";

/**
 * `observation/2`: what one case showed, as plain data made in the guest. Values use the encoding of `recipe/1` with
 * these differences: nothing is shared (`ref` appears only inside cyclic values), `object` is `{class, own?, state, memos?, base?}`
 * with the nearest public class, and where it is of another, the name of that one (empty where nothing can import it);
 * `memos` of an object has the attributes that a descriptor of its class may compute and keep (`functools.cached_property`), true where it holds
 * what it would compute again. Iterators and generators
 * are `{iterator: items, end}` with `end` one of `"stop"`, `"limit"` (1,000 items) or an exception, asynchronous ones `{async_iterator: items, end}`, functions and classes are `named`, and a value that *is* a mutable argument or
 * the receiver is `{argument: index | keyword}` or `{receiver: true}`. A value that cannot be made canonical makes the
 * whole case `refused`.
 */
export type ValueObservation = unknown;

/**
 * A raised exception: nearest public or built-in class, its bases that are public, its text. `data` has the public attributes of an exception whose class
 * is the repository's own, by name; texts of several words, which people read and no program does, are `"…"`, and what has no form or a long one is
 * left out.
 */
export const raisedException = z.object({
  class: z.string(),
  bases: z.array(z.string()),
  message: z.string(),
  arguments: z.unknown().optional(),
  data: wordRecord(z.unknown()).optional(),
});
export type RaisedException = z.infer<typeof raisedException>;

const afterwards = {
  /** The positional arguments, keyword arguments and receiver as they were after the call. */
  positional: z.array(z.unknown()),
  keywords: wordRecord(z.unknown()),
  receiver: z.unknown().optional(),
  /** Files below the private directory that differ from those the case began with; `null` is a removed one. */
  files: wordRecord(z.string().nullable()),
  /** Set where the result holds a list, dictionary, set or object that an input is, or holds after the call. */
  shares: z.boolean().optional(),
  /** Set where a function that is no coroutine itself gave one, which was awaited. */
  awaited: z.boolean().optional(),
  /** The text printed during the call; only where the task compares it (`output` of its policy). */
  printed: z.string().optional(),
  /** The records logged during the call, each as `LEVEL: message`, in order; only where the task compares them. */
  logged: z.array(z.string()).optional(),
};

/** What one case showed. */
export const observation = z.discriminatedUnion("status", [
  z.object({ status: z.literal("returned"), value: z.unknown(), ...afterwards }),
  z.object({ status: z.literal("raised"), exception: raisedException, ...afterwards }),
  /** The input could not be built, or what came out has no canonical form. */
  z.object({ status: z.literal("refused"), during: z.enum(["input", "observation"]), message: z.string() }),
]);
export type Observation = z.infer<typeof observation>;

/** The format in which expected observations are written. */
export const OBSERVATIONS_FORMAT = "observations/2";

/** `observations/2`: expected observations by case id, as stored in `tests/judge/observations.json`. */
const observationsRecord = z.object({
  format: z.literal(OBSERVATIONS_FORMAT),
  observations: wordRecord(observation),
});
export type ObservationsRecord = z.infer<typeof observationsRecord>;

/**
 * Reads expected observations from JSON, also of an earlier version; throws `ZodError` where they are none, `unknown-format` for a newer one.
 * `observations/1` said less of objects and coroutines: where a call shows such, verifying its task finds a difference.
 */
export function parseObservations(value: unknown): ObservationsRecord {
  const isFirst = versionOf(value, "observations", 2) === 1;
  return observationsRecord.parse(isFirst ? { ...(value as object), format: OBSERVATIONS_FORMAT } : value);
}

/** What calls say beside their results: text written to `sys.stdout`, records that some logger passes on to its handlers. */
export const outputKind = z.enum(["printed", "logged"]);
export type OutputKind = z.infer<typeof outputKind>;

/** What a comparison of observations looks at, beyond the rules that hold for all tasks. */
export const comparisonPolicy = z.object({
  /** Relative tolerance of floats. */
  float_tolerance: z.number().default(1e-9),
  /** Private attribute names (`_x`) that code outside the hidden span reads: they count as state. */
  private_attributes: z.array(z.string()).default([]),
  /** Public attributes that count what the process made before, as an order of declarations does: they are not compared. */
  counters: z.array(z.string()).default([]),
  /** Whether exception messages count (they do only where they are documented). */
  messages: z.boolean().default(false),
  /** Output that counts; none where tasks do not say so. Only what is named here is observed. */
  output: z.array(outputKind).default([]),
  /** Whether the original gives iterators: then an exception may come at the call or at an item. */
  gives_iterators: z.boolean().default(false),
  /** Whether of results only their truth counts: the original says that it gives a truth value, and gives other values too. */
  truth_only: z.boolean().default(false),
  /** Whether an equal value is as good where the original returns an argument or its receiver itself: for other calls it returns a new one of that type. */
  allows_copies: z.boolean().default(false),
  /** Whether a result that shares nothing with the inputs must share nothing: the original copies, and none of its results does. */
  fresh_results: z.boolean().default(false),
  /** Whether `bytes` are as good in results where the original gives an equal `bytearray`: it says that it gives bytes. */
  bytes_alike: z.boolean().default(false),
});
export type ComparisonPolicy = z.infer<typeof comparisonPolicy>;
