import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { TrialPlan } from "../build-system.ts";
import { categoryOfOutput } from "../failure-category.ts";
import { failed, made, succeeded, tailOf } from "../failures.ts";

/** Phases that a user's command may name: which one is run is decided elsewhere. */
const PHASES = /^(?:clean|validate|compile|test-compile|test|package|verify|install|surefire:test)$/;

/** As the user asked, and then in no other way; else all that there are. */
export function waysToTest(asked: string | undefined): readonly TestArguments[] {
  const words = asked?.trim().split(/\s+/).slice(1) ?? [];
  const options = words.filter((word) => !PHASES.test(word));
  return [{ configuration: "declared", addopts: options, files: [] }];
}

/** How the tree is compiled, and how its tests are run. */
export function planTrial(ways: readonly TestArguments[], hasTests: boolean): TrialPlan {
  return {
    what: "compiled by Maven",
    check: made(({ program, guests }) => ({
      words: ["sh", `${guests}/build.sh`],
      variables: { JAVA: program },
    })),
    readCheck: (outcome) =>
      succeeded(outcome) ? made(["."]) : failed(categoryOfOutput(outcome, "build_failed"), tailOf(outcome)),
    tests: { framework: testFrameworks.surefire, ways, hasTests, includesCheck: true },
  };
}
