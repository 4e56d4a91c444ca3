import type { EvidenceSummary, MutantEvidence } from "./evidence.ts";

type Status = MutantEvidence["status"];

/** True for mutants that a case or test told from the reference. */
export function isKilled(status: string | undefined): boolean {
  return status === "killed" || status === "timed_out";
}

/** True for mutants that a score counts; those that are equal to others, or that no comparison sees, are none of them. */
export function isCounted(status: string): boolean {
  return isKilled(status) || status === "survived" || status === "not_covered";
}

/** Killed and timed out over all that count, in `[0, 1]`; null where none counts. */
export function mutationScore(statuses: readonly string[]): number | null {
  const counted = statuses.filter(isCounted);
  return counted.length === 0 ? null : counted.filter(isKilled).length / counted.length;
}

/** The figures of a task's mutants; `killedByHidden` is how many the hidden cases or tests alone kill. */
export function summariseMutation(
  statuses: readonly Status[],
  killedByHidden: number,
): EvidenceSummary["mutation"] {
  const count = (wanted: Status): number => statuses.filter((status) => status === wanted).length;
  return {
    score: mutationScore(statuses),
    counted: statuses.filter(isCounted).length,
    killed: count("killed"),
    killed_by_hidden: killedByHidden,
    timed_out: count("timed_out"),
    survived: count("survived"),
    duplicates: count("duplicate"),
    equivalent_bytecode: count("equivalent_bytecode"),
    unobservable: count("unobservable"),
  };
}
