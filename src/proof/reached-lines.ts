import type { PossibleArcs } from "../judge/index.ts";

/**
 * Which statements of the target each case reaches with the reference. A body that differs in one statement can be told apart only by cases
 * that reach it, but for what a statement says of the whole function (the only `yield`, the assignment that makes a name local).
 */
export class ReachedLines {
  readonly #possible: Pick<PossibleArcs, "lines" | "firstLines">;
  readonly #statements: ReadonlySet<number>;
  readonly #reached = new Map<string, ReadonlySet<number>>();

  constructor(possible: Pick<PossibleArcs, "lines" | "firstLines">) {
    this.#possible = possible;
    this.#statements = new Set(possible.lines);
  }

  /** Notes the lines of the file that a case ran. */
  add(caseId: string, lines: Iterable<number>): void {
    this.#reached.set(caseId, new Set(Array.from(lines, (line) => this.#statementOf(line))));
  }

  /** False where the case was seen not to reach the statement on that line of the file; true where that is not known. */
  mayReach(caseId: string, line: number | undefined): boolean {
    if (line === undefined) return true;
    const statement = this.#statementOf(line);
    if (!this.#statements.has(statement)) return true;
    return this.#reached.get(caseId)?.has(statement) ?? true;
  }

  /** The same for several lines: false where the case was seen to reach none of them. */
  mayReachAny(caseId: string, lines: readonly number[] | undefined): boolean {
    return lines === undefined || lines.some((line) => this.mayReach(caseId, line));
  }

  #statementOf(line: number): number {
    return this.#possible.firstLines.get(line) ?? line;
  }
}
