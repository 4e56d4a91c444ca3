import type { TestKey } from "../../spec/index.ts";
import { reject, type Rejected } from "../rejection.ts";
import type { ToldMutant } from "./tests-told.ts";

/** What a choice of shown tests must leave and reach. */
export interface ShownTestsGoal {
  /** Of the killed mutants, the share that the shown tests kill at least, in `[0, 1]`. */
  readonly determinacy: number;
  /** Of the mutants that count, how many the hidden tests kill at least. */
  readonly hiddenKills: number;
  /** Whether a test function may be shown. */
  readonly mayShow: (functionName: string) => boolean;
}

/** Test functions that are shown, of all; at least one stays hidden. */
const MOST_SHOWN = 0.5;

/**
 * Chooses test functions to show, one after the other whichever tells the most mutants that those before it do not, until the goal is reached.
 * Ids of their tests, or undefined where no choice reaches it. Depends on its arguments alone.
 */
export function chooseShownTests(
  ids: readonly string[],
  killed: readonly ToldMutant[],
  goal: ShownTestsGoal,
): ReadonlySet<string> | undefined {
  const byFunction = Map.groupBy(ids, functionOf);
  const most = Math.max(1, Math.floor(byFunction.size * MOST_SHOWN));
  const shown = new Set<string>();
  const isTold = (by: (id: string) => boolean): number =>
    killed.filter(({ told }) => [...told].some(by)).length;
  const isShown = (id: string): boolean => shown.has(functionOf(id));
  const gainOf = (name: string): number => isTold((id) => isShown(id) || functionOf(id) === name);
  const leavesEnough = (name: string): boolean =>
    isTold((id) => !isShown(id) && functionOf(id) !== name) >= goal.hiddenKills;
  const open = [...byFunction.keys()].filter(goal.mayShow);
  while (shown.size === 0 || isTold(isShown) < goal.determinacy * killed.length) {
    if (shown.size >= most || shown.size + 1 >= byFunction.size) return undefined;
    const [best] = open
      .filter((name) => !shown.has(name) && leavesEnough(name))
      .sort((a, b) => gainOf(b) - gainOf(a) || (a < b ? -1 : 1));
    if (best === undefined) return undefined;
    shown.add(best);
  }
  return new Set(ids.filter(isShown));
}

/** The test function of a test: its name without the number that parameters give it. */
export function functionOf(id: string): string {
  return id.replace(/#\d+$/u, "");
}

/** Test functions that execute a target at least: one to show and one to hide. */
const FEWEST_FUNCTIONS = 2;

/** Why the tests that execute a target are too few to grade it, whatever they look at. */
export function findTooFew(tests: readonly TestKey[]): Rejected | undefined {
  const functions = new Set(tests.map(({ name }) => name));
  if (functions.size >= FEWEST_FUNCTIONS) return undefined;
  return functions.size === 0
    ? reject("no_tests", "no test of the repository that holds executes it")
    : reject("indeterminate", `${[...functions].join()} alone executes it: no other could be hidden`);
}
