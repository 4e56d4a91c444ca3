import type { CaseOrigin, CaseRecipe } from "../spec/index.ts";
import type { Contract } from "./contract.ts";
import type { TargetContext } from "./target-context.ts";

/** A case somebody thought of; it is not known yet whether it can be run. */
export interface ProposedCase {
  readonly origin: CaseOrigin;
  readonly recipe: CaseRecipe;
  /** As `SuiteCase` has it. */
  readonly as_made?: CaseRecipe | undefined;
}

/**
 * What the cases of a strategy are to a target, in the order they are taken.
 * - `evidence`: calls that somebody made. The contract is inferred from them, so they are taken as they are.
 * - `required`: few cases, each of them one that the target's own text calls for.
 * - `filling`: cases that were made up: a few beside enough others, and more where there are few. Strategies of this role share one
 *   number of cases, and what the first ones leave of it is for the next.
 */
export type StrategyRole = "evidence" | "required" | "filling";

/** One way of finding inputs for a target: a file in `strategies/` and a line in `registry.ts`. */
export interface TestStrategy {
  readonly role: StrategyRole;
  /**
   * Cases in order of preference. The next one is only asked for when it is wanted, and nothing is asked for after `return`; so one that has to
   * wait for its cases, as for a model's answer, gives an `AsyncIterable` and begins nothing ahead. Cases outside the contract, or given
   * before, are passed over; a strategy that gives many of them in a row is left. Evidence must end by itself. Deterministic: equal contexts
   * give equal cases. What it throws ends the making of the suite.
   */
  propose(context: TargetContext, contract: Contract): Iterable<ProposedCase> | AsyncIterable<ProposedCase>;
}
