import { describe, test } from "vitest";

import type { Availability } from "../src/sandbox/sandbox.ts";
import { sandboxes, type SandboxName } from "../src/sandbox/index.ts";

/*
 * What the default suite leaves to the slow ones, for it takes long: whole flows through the program, and what holds in every backend beside the
 * one that this machine would take. The slow suites run each file that imports this once more, with everything in it, and
 * continuous integration runs the default suite with everything in it (`DIORAMA_SLOW_SUITES=run`).
 */

/** True where everything is run. */
export const isSlowRun = process.env["DIORAMA_SLOW_SUITES"] === "run";

/** Registers a test, or a group of them. */
type Register = (title: string, tests: () => void | Promise<void>) => void;

// Not even skipped in a default run: nothing is missing there.
const leaveOut: Register = () => undefined;

/** Rows of a table of tests that are alike: all in the slow suites, one in `share` in the default one. */
export function someOf<Row>(rows: readonly Row[], share: number): readonly Row[] {
  return isSlowRun ? rows : rows.filter((_, at) => at % share === 0);
}

/** A test of the slow suites alone. */
export const slowTest: Register = isSlowRun ? test : leaveOut;

/** Tests of the slow suites alone; they are skipped where something is missing here. */
export const slowDescribe = {
  skipIf: (isMissing: boolean): Register => (isSlowRun ? describe.skipIf(isMissing) : leaveOut),
};

/** A backend that isolates here. */
export interface BackendUnderTest {
  readonly name: SandboxName;
  readonly nestsSandboxes: boolean;
}

/** Backends for tests of what holds in each that isolates: the one that `auto` takes here, in the slow suites all that work. */
export async function findBackendsUnderTest(): Promise<readonly BackendUnderTest[]> {
  const found: BackendUnderTest[] = [];
  for (const name of Object.keys(sandboxes) as SandboxName[]) {
    if (name === "none" || (found.length > 0 && !isSlowRun)) continue;
    const availability = await sandboxes[name].probe();
    if (availability.status === "available")
      found.push({ name, nestsSandboxes: availability.nestsSandboxes });
  }
  return found;
}

/** What probing a backend finds, for its own suite, which the slow suites run where it is none of those under test. */
export async function probeUnderTest(name: SandboxName): Promise<Availability> {
  const isUnderTest = isSlowRun || (await findBackendsUnderTest()).some((one) => one.name === name);
  if (isUnderTest) return sandboxes[name].probe();
  return { status: "unavailable", reason: "auto takes another here", remedy: "npm run test:slow" };
}
