/** Runs of mutants over the cases of a task, many in few processes. */
import type { Variant } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { asBodyRun, seeOtherwise, type BodyOverCases, type SeriesResult } from "./body-series.ts";
import { lineOfEdit } from "./raising-lines.ts";
import type { StableSuite } from "./stabilise-suite.ts";
import { type BodyRun, type BothRuns, runBody, runBodyOverBoth, type ProofTarget } from "./proof-target.ts";

/** A mutant with its cases: those that may reach what it changes come first. */
interface MutantOverCases extends BodyOverCases {
  readonly shown: readonly SuiteCase[];
  readonly graded: readonly SuiteCase[];
}

/**
 * Runs mutants over examples and graded cases. Most are told by one of each in a process that they share; the others have a fork each of a child that
 * has loaded the original, and what cannot be told there runs by itself.
 */
export async function runOverBoth(
  { limited: target, cases: suite, examples, expected, reachedLines }: StableSuite,
  variants: readonly Pick<Variant, "completion" | "edit">[],
): Promise<BothRuns[]> {
  const bodies = variants.map((variant): MutantOverCases => {
    const line = lineOfEdit(target, variant);
    const mayReach = ({ id }: SuiteCase): boolean => reachedLines.mayReach(id, line);
    const [shown = [], graded = []] = [examples, suite].map((cases) =>
      cases.toSorted((a, b) => Number(mayReach(b)) - Number(mayReach(a))),
    );
    const groups = [shown, graded].map((cases) => ({ cases, stops: true }));
    return { completion: variant.completion, shown, graded, groups };
  });
  const isTold = (one: SeriesResult, { shown }: MutantOverCases): boolean => isToldByBoth(one, shown);
  const seen = await seeMutants(target, bodies, expected, isTold);
  return Promise.all(
    bodies.map(async ({ completion, shown, graded }, index) => {
      const one = seen[index];
      const isCutOff = one !== undefined && !one.isNarrow && shown.some(({ id }) => id === one.timedOutAt);
      // An example that does not end tells it apart, and no graded case ran after it.
      if (isCutOff)
        return { graded: await runBody(target, completion, graded, expected), isKilledByExamples: true };
      return (
        readBothRuns(one, shown) ??
        runBodyOverBoth(target, completion, { suite: graded, examples: shown }, expected)
      );
    }),
  );
}

/** Runs bodies over examples and graded cases, up to the first that tells them from the reference, as mutants are run. */
export async function runOverAll(
  { limited: target, cases: suite, examples, expected }: StableSuite,
  variants: readonly Pick<Variant, "completion">[],
): Promise<BodyRun[]> {
  const cases = [...examples, ...suite];
  const bodies = variants.map(({ completion }) => ({ completion, groups: [{ cases, stops: true }] }));
  const seen = await seeMutants(target, bodies, expected, ({ differences }) => differences.length > 0);
  return Promise.all(
    bodies.map(async ({ completion }, index) => {
      const one = seen[index];
      const isConclusive =
        one !== undefined && (one.differences.length > 0 || (one.passedOver.length === 0 && !one.isNarrow));
      return isConclusive ? asBodyRun(one) : runBody(target, completion, cases, expected);
    }),
  );
}

/**
 * What mutants do otherwise: first in a shared process that is looked at afterwards, and those of which that tells too little, as `isTold` has it,
 * in one of their own. What a mutant shows in a shared one is believed only if it ran to its end in time.
 */
export async function seeMutants<Body extends BodyOverCases>(
  target: ProofTarget,
  bodies: readonly Body[],
  expected: Readonly<Record<string, Observation>>,
  isTold: (seen: SeriesResult, body: Body) => boolean,
): Promise<readonly (SeriesResult | undefined)[]> {
  const together = (await seeOtherwise(target, bodies, expected, "checked")).map((one, index) => {
    const body = bodies[index];
    const isKept =
      one !== undefined && body !== undefined && one.timedOutAt === undefined && isTold(one, body);
    return isKept ? one : undefined;
  });
  const open = bodies.filter((_, index) => together[index] === undefined);
  const apart = await seeOtherwise(target, open, expected, "apart");
  let next = 0;
  return together.map((one) => one ?? apart[next++]);
}

/** True where both an example and a graded case tell a mutant from the reference: neither is hidden by what others have left. */
function isToldByBoth({ differences }: SeriesResult, examples: readonly SuiteCase[]): boolean {
  const shown = new Set(examples.map(({ id }) => id));
  const told = differences.filter(({ caseId }) => shown.has(caseId)).length;
  return told > 0 && told < differences.length;
}

/** Undefined where another run is needed. */
function readBothRuns(seen: SeriesResult | undefined, examples: readonly SuiteCase[]): BothRuns | undefined {
  if (seen === undefined) return undefined;
  const shown = new Set(examples.map(({ id }) => id));
  const graded = seen.differences.filter(({ caseId }) => !shown.has(caseId));
  const isKilledByExamples = seen.differences.length > graded.length;
  const isKnown = isKilledByExamples || !seen.passedOver.some((id) => shown.has(id));
  const isConclusive = graded.length > 0 || (seen.passedOver.length === 0 && !seen.isNarrow);
  if (!isKnown || !isConclusive) return undefined;
  return { graded: asBodyRun({ ...seen, differences: graded }), isKilledByExamples };
}
