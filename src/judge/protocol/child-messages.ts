import { z } from "zod";

import { wordRecord } from "../../base/index.ts";
import { caseRecipe, observation } from "../../spec/index.ts";

/*
 * What a child may write, as JSON in frames of a kind. The candidate shares its process, so each is read by a schema, and nothing else is
 * looked at. Lists by place are kept where there are many in a frame; `RECORD_PLACES` names theirs.
 */

/** Kinds of a child's frames; the first is 1. */
export const CHILD_KINDS = [
  "built",
  "not-built",
  "import-failed",
  "case",
  "over-cpu",
  "out-of-memory",
  "done",
  "findings",
  "unfit",
  "run",
  "test",
] as const;

/** Kind (one byte) and length (four bytes, big-endian) before the JSON. */
export const CHILD_HEAD_BYTES = 5;
/** Longest frame with its head. */
export const MAX_CHILD_FRAME_BYTES: number = 64 * 1024 * 1024;
/**
 * Lists and objects around a part of a frame, at most. Observing programs stop at 150 values within each other, which are written with up to
 * four lists and objects each; what reads a frame may therefore call itself for each.
 */
export const MOST_NESTING = 1000;

const arc = z.tuple([z.int(), z.int()]);

/** `built`: of a child that has its target, or found its tests. */
export const builtMessage = z.object({
  /** Digest of the target's code without names of files and line numbers, where it was asked for. */
  code_digest: z.string().max(100).nullable(),
  cpu_seconds: z.number(),
});

/** `built` before tests: of our own code the names of those that were found, and plug-ins of their framework. */
export const testsBuiltMessage = z.object({
  cpu_seconds: z.number(),
  collected: z.array(z.string()).optional(),
  plugins: z.array(z.string()).optional(),
});

/** `not-built`, `import-failed`, `unfit`. */
export const failureMessage = z.object({ message: z.string().max(2000) });

/** `case`: what one case showed. Arcs are `[from, to]`. */
export const caseMessage = z.object({
  id: z.string(),
  cpu_seconds: z.number().nonnegative(),
  arcs: z.array(arc).optional(),
  conditions: z.array(z.string()).optional(),
  /** Of our own code: the recipe with the state of what it says how to make. */
  recipe: caseRecipe.optional(),
  observation,
});

/** `run`: one body of a series, and where it showed something else than the original. */
export const runMessage = z.object({
  run: z.int(),
  status: z.enum(["ran", "timed-out", "slow", "not-built", "out-of-memory", "lost"]),
  code_digest: z.string().max(100).nullable().default(null),
  case: z.string().nullable().default(null),
  differences: z.array(z.object({ id: z.string(), observation })),
});

/** What stands where in a record of a test: an assertion that was reached, and what it looked at. */
export const RECORD_PLACES = ["site", "operands", "truth", "places"] as const;
const recordMessage = z.tuple([z.int().nonnegative(), z.array(z.unknown()), z.boolean().nullable()]);
const cutRecordMessage = z.tuple([
  z.int().nonnegative(),
  z.array(z.unknown()),
  z.null(),
  z.array(z.int().nonnegative()),
]);
/** A record as `RECORD_PLACES` says; of an assertion that was cut with the places of its operands. */
export type RecordMessage = z.infer<typeof recordMessage> | z.infer<typeof cutRecordMessage>;

/** `test`: what one test gave. */
export const testMessage = z.object({
  index: z.int(),
  outcome: z.enum(["passed", "failed", "error", "skipped", "xfailed", "xpassed"]),
  cpu_seconds: z.number().nonnegative(),
  message: z.string().max(1000),
  left_out: z.int(),
  records: z.array(z.union([recordMessage, cutRecordMessage])),
  lines: z.array(z.int()).optional(),
  steps: z.int().optional(),
});

/** `done`, after tests; elsewhere it is empty. */
export const testsDoneMessage = z.object({ shared_lines: z.array(z.int()).optional() });

/** `findings` of `program`. */
export const programFindings = z.object({ exit_code: z.int(), message: z.string().max(1000) });

/** `findings` of `probe` and `probe-tests`. */
export const preloadFindings = z.object({ preload: z.array(z.string()), compile: z.array(z.string()) });

/** `findings` of `coverage`. */
export const arcFindings = z.object({
  arcs: z.array(arc),
  branch_lines: z.array(z.int()),
  lines: z.array(z.int()),
  /** Lines inside a statement, each with the line that stands for it. */
  first_lines: z.array(z.object({ line: z.int(), first: z.int() })),
  /** Executed arcs that stand for another, or for none. */
  jumps: z.array(z.object({ arc, stands_for: arc.nullable() })),
});

/** `findings` of `patterns`. */
export const patternFindings = z.array(z.object({ source: z.string(), flags: z.int() }));

/** `findings` of `prepare-tests`. */
export const preparedFindings = z.object({
  codes: wordRecord(z.string()),
  codes_tree: z.string(),
  sites: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      kind: z.string(),
      operators: z.array(z.string()),
      options: wordRecord(z.unknown()),
      actual: z.array(z.int()),
    }),
  ),
  failed: wordRecord(z.string()),
});
