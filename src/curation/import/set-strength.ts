import type { EvidenceSummary } from "../../spec/index.ts";

type Mutation = Pick<EvidenceSummary["mutation"], "counted" | "survived" | "score">;

/** Mutation score from which a task joins whatever the others are like. */
export const STRONG = 0.97;

/** Share of the mutants of all tasks together that may survive once a weaker one has joined. */
const MOST_SURVIVING = 0.028;

/** So many may survive in any set: in a small one, single mutants are a large share. */
const FEW_SURVIVORS = 4;

/**
 * What the mutants of a set's tasks come to. Rows of others are taken as they are, with tests that show little: a suite that cannot be made strong
 * joins, after all others, as long as the set as a whole stays strong.
 */
export class SetStrength {
  #counted = 0;
  #survived = 0;

  constructor(accepted: Iterable<Mutation>) {
    for (const mutation of accepted) this.take(mutation);
  }

  /** Counts a task that was accepted. */
  take({ counted, survived }: Mutation): void {
    this.#counted += counted;
    this.#survived += survived;
  }

  /** True for a task that joins only where the others make up for it: it is asked last. */
  static isWeak({ score }: Mutation): boolean {
    return score === null || score < STRONG;
  }

  /** Why a task would make the set too weak; undefined where it would not. */
  findWeakness(mutation: Mutation): string | undefined {
    const { counted, survived, score } = mutation;
    if (!SetStrength.isWeak(mutation)) return undefined;
    const survivors = this.#survived + survived;
    const share = survivors / (this.#counted + counted);
    if (share <= MOST_SURVIVING || survivors <= FEW_SURVIVORS) return undefined;
    return `${score?.toFixed(3) ?? "none"} < ${STRONG}, and with it ${share.toFixed(3)} of the set's mutants would survive`;
  }
}
