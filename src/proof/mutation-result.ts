import type { Definition } from "../languages/index.ts";
import { mutationScore, type MutantEvidence } from "../spec/index.ts";

/** As `MutantEvidence`, or: `not_covered`: no test executes what it changes; `not_judged`: our own machinery broke, twice. */
export type MutantFate = MutantEvidence["status"] | "not_covered" | "not_judged";

/** One mutant and what became of it. */
export interface JudgedMutant extends Omit<MutantEvidence, "status"> {
  readonly status: MutantFate;
  /** Ids of the tests that execute what it changes; absent where cases and no tests judged. */
  readonly coveredBy?: readonly string[];
  /** Ids of tests that it fails: the first one alone, for the others were not run. */
  readonly killedBy?: readonly string[];
}

/** A test of the repository that is not counted on, and why: it fails, is not the same twice, or fails without tests before it. */
export interface LeftOutTest {
  readonly id: string;
  readonly reason: "not_passed" | "unstable" | "depends_on_others";
}

/** What mutating one target came to. */
export interface MutationResult {
  /** Name of the target's language. */
  readonly language: string;
  readonly definition: Definition;
  /** The target's file as it is. */
  readonly originalText: string;
  /** What judged: the cases of a task, or tests of the repository. */
  readonly judgedBy: "cases" | "tests";
  /** Ids of the cases or tests that execute the target. */
  readonly judges: readonly string[];
  readonly leftOut: readonly LeftOutTest[];
  /** In the order of the text. */
  readonly mutants: readonly JudgedMutant[];
}

/** How many mutants ended how. `ignored` and `not_judged` ones are not counted in the score. */
export interface MutantCounts {
  readonly killed: number;
  readonly timed_out: number;
  readonly survived: number;
  readonly not_covered: number;
  /** Equal byte code, duplicates, not to be seen by any comparison, not built. */
  readonly ignored: number;
  readonly not_judged: number;
  /** Killed and timed out over those and survived and not covered ones, in `[0, 1]`; null where there are none. */
  readonly score: number | null;
}

const COLUMNS: Readonly<Record<MutantFate, Exclude<keyof MutantCounts, "score">>> = {
  killed: "killed",
  timed_out: "timed_out",
  survived: "survived",
  not_covered: "not_covered",
  duplicate: "ignored",
  equivalent_bytecode: "ignored",
  unobservable: "ignored",
  not_built: "ignored",
  not_judged: "not_judged",
};

/** Counts mutants. */
export function countMutants(mutants: readonly Pick<JudgedMutant, "status">[]): MutantCounts {
  const counts = { killed: 0, timed_out: 0, survived: 0, not_covered: 0, ignored: 0, not_judged: 0 };
  for (const { status } of mutants) counts[COLUMNS[status]]++;
  return { ...counts, score: mutationScore(mutants.map(({ status }) => status)) };
}
