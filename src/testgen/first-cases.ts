import { canonicalJson } from "../base/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import type { Contract } from "./contract.ts";
import { testStrategies } from "./registry.ts";
import type { TargetContext } from "./target-context.ts";
import type { ProposedCase, StrategyRole, TestStrategy } from "./test-strategy.ts";

/** Cases in a row that are passed over before a strategy is left, for it does not find what is wanted; evidence is heard to its end. */
const MOST_PASSED_OVER = 100;

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

  /** Adds a case, unless it is there already or there are `most`; says whether it did. */
  add(proposed: ProposedCase, most: number): boolean {
    if (this.#cases.length >= most) return false;
    const name = canonicalJson(proposed.recipe);
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    this.#cases.push(proposed);
    return true;
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
      let passedOver = 0;
      for await (const proposed of strategy.propose(context, contract)) {
        const isTaken = isWanted(proposed.recipe) && this.add(proposed, most);
        if (this.#cases.length >= most) return;
        passedOver = isTaken ? 0 : passedOver + 1;
        if (role !== "evidence" && passedOver >= MOST_PASSED_OVER) break;
      }
    }
  }
}
