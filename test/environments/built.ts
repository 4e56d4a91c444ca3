import { expect } from "vitest";

import {
  buildEnvironment,
  type EnvironmentOptions,
  type EnvironmentOutcome,
} from "../../src/environments/index.ts";
import type { EnvironmentRequest } from "../../src/spec/index.ts";
import { givenOptions, givenRepository } from "./given.ts";

/** An outcome with an environment. */
export type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

export const PASSED = "passed passed passed";
export const SKIPPED = "skipped skipped skipped";

/** Makes the environment of a fixture. Compiling takes longer than tests of Python do. */
export async function build(
  name: string,
  options: Partial<Pick<EnvironmentOptions, "requested" | "recipe" | "machine">> = {},
): Promise<EnvironmentOutcome> {
  using repository = givenRepository(name);
  const testLimits = { testSeconds: 60, runSeconds: 300 };
  return await buildEnvironment(repository, await givenOptions({ testLimits, ...options }));
}

/** The same where it is made, with what is asked for. */
export async function expectBuilt(name: string, requested: EnvironmentRequest = {}): Promise<Built> {
  return asBuilt(await build(name, { requested }));
}

/** Makes it again from its recipe, where nothing was concluded before, and expects the same recipe and outcomes. */
export async function expectAgain(name: string, before: Built): Promise<void> {
  const { recipe } = before.environment;
  const again = asBuilt(await build(name, { recipe }));
  expect(again.environment.recipe).toEqual(recipe);
  expect(outcomesOf(again)).toEqual(outcomesOf(before));
}

function asBuilt(outcome: EnvironmentOutcome): Built {
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  return outcome;
}

/** Tests by their ids, each with what its runs gave. */
export function outcomesOf({ testRecords }: Built): Record<string, string> {
  return Object.fromEntries(testRecords.map(({ id, outcomes }) => [id, outcomes.join(" ")]));
}
