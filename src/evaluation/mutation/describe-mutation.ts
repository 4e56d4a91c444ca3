import {
  countMutants,
  type JudgedMutant,
  type MutantCounts,
  type MutationResult,
} from "../../proof/index.ts";

/** A mutant that nothing told from the original, as people and programs read it. */
export interface UndetectedMutant {
  readonly id: string;
  readonly operator: string;
  /** 1-based, of the target's file. */
  readonly line: number;
  readonly status: "survived" | "not_covered";
  /** Unified diff of the file. */
  readonly diff: string;
}

/** What mutating a target came to, as `diorama mutate --json` prints it. */
export interface MutationSummary extends MutantCounts {
  /** `path:name`. */
  readonly target: string;
  readonly judged_by: MutationResult["judgedBy"];
  readonly judges: number;
  readonly left_out_tests: MutationResult["leftOut"];
  readonly operators: Readonly<Record<string, MutantCounts>>;
  /** In the order of the text. */
  readonly undetected: readonly UndetectedMutant[];
}

/** Counts a result by operator and lists what survived. */
export function describeMutation(result: MutationResult): MutationSummary {
  const { definition, mutants, judgedBy, judges, leftOut } = result;
  const byOperator = [...Map.groupBy(mutants, ({ operator }) => operator)];
  byOperator.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    target: `${definition.path}:${definition.name}`,
    judged_by: judgedBy,
    judges: judges.length,
    left_out_tests: leftOut,
    ...countMutants(mutants),
    operators: Object.fromEntries(byOperator.map(([operator, own]) => [operator, countMutants(own)])),
    undetected: mutants.flatMap((mutant) => describeUndetected(mutant, result) ?? []),
  };
}

function describeUndetected(
  { id, operator, start, status, diff }: JudgedMutant,
  { definition, originalText }: MutationResult,
): UndetectedMutant | undefined {
  if (status !== "survived" && status !== "not_covered") return undefined;
  const before = Buffer.from(originalText).subarray(0, definition.spans.whole.start + start);
  return { id, operator, line: before.toString().split("\n").length, status, diff: diff ?? "" };
}
