import { canonicalJson } from "../base/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import type { Contract } from "./contract.ts";
import { testStrategies } from "./registry.ts";
import type { TargetContext } from "./target-context.ts";
import type { ProposedCase, StrategyRole, TestStrategy } from "./test-strategy.ts";

/** Where first cases come from. */
export interface FirstCasesSource {
  readonly context: TargetContext;
  readonly contract: Contract;
  /** Default: all that are registered. */
  readonly strategies?: readonly TestStrategy[] | undefined;
}

/** The first cases of a target, no two alike, in the order they were added. */
export class FirstCases {
  readonly #source: FirstCasesSource;
  readonly #cases: ProposedCase[] = [];
  readonly #seen = new Set<string>();

  constructor(source: FirstCasesSource) {
    this.#source = source;
  }

  get cases(): readonly ProposedCase[] {
    return this.#cases;
  }

  /** Adds a case, unless it is there already or there are `most`. */
  add(proposed: ProposedCase, most: number): void {
    if (this.#cases.length >= most) return;
    const name = canonicalJson(proposed.recipe);
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    this.#cases.push(proposed);
  }

  /** Asks the strategies of a role in turn, for one case at a time, until there are `most` cases of all roles together. */
  async take(
    role: StrategyRole,
    most: number,
    isWanted: (recipe: CaseRecipe) => boolean = () => true,
  ): Promise<void> {
    const { context, contract, strategies = Object.values(testStrategies) } = this.#source;
    for (const strategy of strategies.filter((one) => one.role === role)) {
      if (this.#cases.length >= most) return;
      for await (const proposed of strategy.propose(context, contract)) {
        if (isWanted(proposed.recipe)) this.add(proposed, most);
        if (this.#cases.length >= most) return;
      }
    }
  }
}
