import type { NotJudgedReason, Observation, SuiteCase, UnresolvedReason, Verdict } from "../spec/index.ts";

/** Where what a case or test showed parts from what is expected, in words for a person. */
export interface Difference {
  /** Of a test, its id. */
  readonly caseId: string;
  /** Like `value[2].name` or `arguments.items`; of a test, file and line of an assertion, or `outcome`. */
  readonly path: string;
  readonly message: string;
  /** What should be at the path and what is, each cut where it is long, but never before the two part. Absent where they do not stand at one place. */
  readonly sides?: { readonly expected: string; readonly actual: string };
}

/** A case, what the original shows there, and what the candidate showed: undefined where it did not get to its end. */
export interface FailedCase {
  readonly suiteCase: SuiteCase;
  readonly expected: Observation | undefined;
  readonly observed: Observation | undefined;
}

/** What judging one completion came to: everything that a result row needs. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: UnresolvedReason | NotJudgedReason | undefined;
  readonly isBuilt: boolean;
  /** How each case or test went, by id. */
  readonly outcomes: Readonly<Record<string, "passed" | "failed" | "not_run">>;
  readonly difference: Difference | undefined;
  /**
   * The reason in more words: why a completion was not read, what the compiler or the import said, how the process ended. It may quote
   * the candidate, so it is untrusted text; cut.
   */
  readonly detail?: string;
  /** The case that the reason is about. Absent where no case went wrong or none had begun, of tests, and in judgements that are kept. */
  readonly failure?: FailedCase | undefined;
  /** True where it was drawn from an evaluation of an equal answer. */
  readonly isDuplicate: boolean;
  readonly cpuMs: number;
  /** Time at work. */
  readonly durationMs: number;
  /** Time between the call and the end that was not spent at work; 0 where nobody had to wait. */
  readonly queueMs: number;
}

/** The judgement on a completion of which nothing was run; `ids` are those of the cases or tests that would have been. */
export function nothingRun(
  verdict: Verdict,
  reason: UnresolvedReason | NotJudgedReason,
  { ids = [], detail }: { readonly ids?: readonly string[]; readonly detail?: string } = {},
): Judgement {
  return {
    verdict,
    reason,
    isBuilt: false,
    outcomes: Object.fromEntries(ids.map((id) => [id, "not_run" as const])),
    difference: undefined,
    ...(detail === undefined ? {} : { detail }),
    isDuplicate: false,
    cpuMs: 0,
    durationMs: 0,
    queueMs: 0,
  };
}

/** What two graders of one completion, or two runs of one grader, say together, where the first accepts it. */
export function addJudgement(first: Judgement, second: Judgement): Judgement {
  return {
    ...second,
    outcomes: { ...first.outcomes, ...second.outcomes },
    isDuplicate: first.isDuplicate && second.isDuplicate,
    cpuMs: first.cpuMs + second.cpuMs,
    durationMs: first.durationMs + second.durationMs,
  };
}
