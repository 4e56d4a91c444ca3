import { z } from "zod";

import { wordRecord } from "../base/index.ts";
import { comparisonPolicy } from "./observation.ts";

/** Graded by what calls show: arguments, outcomes and what they change are compared outside the candidate's process. */
const observedGrader = z.object({
  kind: z.literal("observed"),
  isolation: z.literal("separate"),
  comparison: comparisonPolicy,
});

/** Graded by tests of the repository, which share the candidate's process. */
const testsGrader = z.object({
  kind: z.literal("tests"),
  isolation: z.literal("shared"),
  framework: z.string(),
  /** Ids of the tests whose text the instruction shows. They are graded too. */
  shown: z.array(z.string()),
  hidden: z.object({ count: z.int(), digest: z.string() }),
});

/** A way in which completions of a task are graded. */
export const graderRecord = z.discriminatedUnion("kind", [observedGrader, testsGrader]);
export type GraderRecord = z.infer<typeof graderRecord>;

const expectedTest = z.object({
  name: z.string(),
  number: z.int(),
  outcome: z.enum(["passed", "failed", "error", "skipped", "xfailed", "xpassed"]),
  /** Of each assertion, in the order in which the reference reached them: what it looks at, and which of it a candidate's run records. */
  records: z.array(
    z.object({
      site: z.int(),
      operands: z.array(z.unknown()),
      truth: z.boolean(),
      places: z.array(z.int()),
    }),
  ),
  is_unordered: z.boolean(),
});

/** `tests/1`: the tests that grade a task and what they must give, for the judge only: `tests/judge/tests.json`. */
export const testsRecord = z.object({
  format: z.literal("tests/1"),
  sources: z.object({
    framework: z.string(),
    /** By path. */
    texts: wordRecord(z.string()),
    files: z.array(z.string()),
    arguments: z.array(z.string()),
    plugins: z.array(z.string()),
  }),
  /** What is left in the sources, as numbers of their assertions; names of test functions. */
  cutting: z.object({
    native: z.array(z.int()),
    collected: z.array(z.string()),
    selected: z.array(z.string()),
  }),
  tests: z.array(expectedTest),
  /** Runs in which one side of some equalities is not computed: `[assertion, operand that is left]`. */
  blind: z.array(z.object({ sites: z.array(z.tuple([z.int(), z.int()])), tests: z.array(expectedTest) })),
  comparison: comparisonPolicy,
});
export type TestsRecord = z.infer<typeof testsRecord>;

/** A test: path, classes and name without parameters, and its number among those that share them. */
export interface TestKey {
  readonly name: string;
  readonly number: number;
}

/** The name of a test for people and as a key: `tests/test_x.py::Class::test_y#2`; no number for the first of those that share a name. */
export function testId({ name, number }: TestKey): string {
  return number === 0 ? name : `${name}#${number}`;
}
