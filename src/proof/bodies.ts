/** Bodies that must pass (rewrites) and bodies that must not (trivial ones, cheats). */
import type { Variant } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { seeOtherwise, type SeriesResult } from "./body-series.ts";
import { runBody, type ProofTarget } from "./proof-target.ts";

/** What became of one body. */
export interface BodyVerdict {
  readonly name: string;
  readonly kind: string;
  readonly verdict: string;
  readonly reason: string | null;
}

/** Runs each body over the suite; order of the results is that of `variants`. */
export async function runBodies(
  target: ProofTarget,
  variants: readonly Variant[],
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<BodyVerdict[]> {
  return Promise.all(
    variants.map(async ({ id, kind, completion }) => {
      const run = await runBody(target, completion, cases, expected);
      return { name: id, kind, verdict: run.verdict, reason: run.reason ?? null };
    }),
  );
}

/**
 * The same, many in a child that has loaded the original: each in a fork of it (`isApart`), or all in that one process, for bodies that neither
 * keep nor ask what others have left. What cannot be told there, or passes in a process that others shared, is run like any other.
 */
export async function runBodiesTogether(
  target: ProofTarget,
  variants: readonly Variant[],
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
  isApart: boolean,
): Promise<BodyVerdict[]> {
  const bodies = variants.map(({ completion }) => ({ completion, groups: [{ cases, stops: true }] }));
  const seen = await seeOtherwise(target, bodies, expected, isApart ? "apart" : "shared");
  const decisions = seen.map((one) => one && decide(one, isApart));
  const open = variants.filter((_, index) => decisions[index] === undefined);
  const others = await runBodies(target, open, cases, expected);
  const byName = new Map(others.map((verdict) => [verdict.name, verdict]));
  return variants.flatMap(({ id, kind }, index) => {
    const decision = decisions[index];
    return decision === undefined ? (byName.get(id) ?? []) : { name: id, kind, ...decision };
  });
}

/** Undefined where another run is needed: a group ended with a difference that the policy passes over, or a case was too slow. */
function decide(seen: SeriesResult, isApart: boolean): Pick<BodyVerdict, "verdict" | "reason"> | undefined {
  if (seen.differences.length > 0) return { verdict: "unresolved", reason: "wrong_observation" };
  if (!isApart || seen.passedOver.length > 0 || seen.timedOutAt !== undefined) return undefined;
  return { verdict: "resolved", reason: null };
}
