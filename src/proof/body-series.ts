/**
 * Many bodies of one target in few processes: as good as a process each where the proof asks, quicker still where growth does. What could not
 * be told of a body is undefined: it is evaluated by itself, as a candidate is.
 */
import { throwIfInterrupted } from "../base/index.ts";
import {
  compareObservations,
  editTarget,
  locate,
  referenceLines,
  type Difference,
  type SeriesFinding,
  type SeriesJob,
  type SeriesRun,
} from "../judge/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { changesBodyOnly, runBody, type BodyRun, type ProofTarget } from "./proof-target.ts";

/** What a body did otherwise than the reference. */
export interface SeriesResult {
  /** In the order in which its cases ran. */
  readonly differences: readonly Difference[];
  /** Cases whose observation was another only in what the policy passes over. */
  readonly passedOver: readonly string[];
  /** The case that did not end, or ended past its limit. */
  readonly timedOutAt: string | undefined;
  /** Whether it ended: then another run may find it fast enough. */
  readonly isNarrow: boolean;
  readonly codeDigest: string | undefined;
}

/** A body, and the cases it is run over. */
export interface BodyOverCases {
  readonly completion: string;
  /** In this order; of a group that stops one case that is seen otherwise is enough. */
  readonly groups: readonly { readonly cases: readonly SuiteCase[]; readonly stops: boolean }[];
}

/**
 * Where bodies of a series run: each in a process of its own (`apart`), all in one (`shared`), or all in one that is believed only if the original
 * still shows the same after them (`checked`).
 */
export type SeriesPlace = "apart" | "shared" | "checked";

/** Fewer runs than this are not worth running the reference with them. */
const FEWEST_RUNS = 3;

/** Runs bodies that change nothing else in a series; undefined of each that must be evaluated by itself. Throws when interrupted. */
export async function seeOtherwise(
  target: ProofTarget,
  bodies: readonly BodyOverCases[],
  expected: Readonly<Record<string, Observation>>,
  place: SeriesPlace,
): Promise<readonly (SeriesResult | undefined)[]> {
  const cases = [...new Set(bodies.flatMap(({ groups }) => groups.flatMap((group) => group.cases)))];
  const indexOf = new Map(cases.map((single, index) => [single, index]));
  const runs = bodies.map(({ completion, groups }): SeriesRun | undefined => {
    const edited = editFor(target, completion);
    return (
      edited && {
        edited,
        groups: groups.map((group) => ({
          cases: group.cases.flatMap((single) => indexOf.get(single) ?? []),
          stops: group.stops,
        })),
      }
    );
  });
  const findings = await runSeries(target, { runs, cases, place, expected });
  return findings.map((finding) => finding && readFinding(target, finding, expected));
}

/** What a completion writes in place of the body; undefined where it changes anything else. */
function editFor(target: ProofTarget, completion: string): SeriesRun["edited"] | undefined {
  const { originalText, definition } = target;
  const edited = editTarget(target, completion);
  if (edited.status === "refused" || !changesBodyOnly(target, edited.fileText)) return undefined;
  const { start, end } = definition.spans.body;
  const bytes = Buffer.from(edited.fileText);
  const text = bytes.subarray(start, bytes.length - (Buffer.byteLength(originalText) - end)).toString();
  return { start, end, text, lines: edited.lines };
}

/** Runs bodies over all of their cases, for growth: sharing a process is quick, and nearly always right. Throws when interrupted. */
export async function runForGrowth(
  target: ProofTarget,
  bodies: readonly { readonly completion: string; readonly cases: readonly SuiteCase[] }[],
  expected: Readonly<Record<string, Observation>>,
  isApart: boolean,
): Promise<BodyRun[]> {
  const hunted = bodies.map(({ completion, cases }) => ({ completion, groups: [{ cases, stops: false }] }));
  const seen = await seeOtherwise(target, hunted, expected, isApart ? "apart" : "shared");
  return Promise.all(
    bodies.map(async ({ completion, cases }, index) => {
      const one = seen[index];
      return one === undefined ? runBody(target, completion, cases, expected, true) : asBodyRun(one);
    }),
  );
}

/**
 * The cases that tell each body from the reference: of every group that stops the first that does, as far as there is one. As quick, and as nearly right, as
 * `runForGrowth`. Throws when interrupted.
 */
export async function findTelling(
  target: ProofTarget,
  bodies: readonly BodyOverCases[],
  expected: Readonly<Record<string, Observation>>,
): Promise<readonly (readonly string[])[]> {
  const seen = await seeOtherwise(target, bodies, expected, "shared");
  return Promise.all(
    bodies.map(async ({ completion, groups }, index) => {
      const one = seen[index];
      if (one !== undefined) return asBodyRun(one).failedCases;
      const cases = groups.flatMap((group) => group.cases);
      return (await runBody(target, completion, cases, expected)).failedCases;
    }),
  );
}

/** Runs the reference over each case alone, with nothing run before it; undefined of cases that must be evaluated by themselves. */
export async function observeAlone(
  target: ProofTarget,
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<readonly (Observation | undefined)[]> {
  const runs = cases.map((_, index): SeriesRun => ({ groups: [{ cases: [index], stops: false }] }));
  const findings = await runSeries(target, { runs, cases, place: "apart", expected });
  return findings.map((finding, index) => {
    if (finding?.status !== "ran") return undefined;
    return finding.differences[0]?.observation ?? expected[cases[index]?.id ?? ""];
  });
}

type SeriesOfRuns = Pick<SeriesJob, "cases"> & {
  readonly place: SeriesPlace;
  readonly runs: readonly (SeriesRun | undefined)[];
  readonly expected: Readonly<Record<string, Observation>>;
};

/** Findings of the runs that there are; none where a series would not pay, or the original cannot be kept loaded. */
async function runSeries(
  target: ProofTarget,
  { runs, cases, place, expected }: SeriesOfRuns,
): Promise<(SeriesFinding | undefined)[]> {
  const { evaluator, editableTree, originalText, limits, resident, policy, language, signal } = target;
  const wanted = runs.filter((run) => run !== undefined);
  const canRun = resident !== undefined || wanted.every(({ edited }) => edited === undefined);
  if (!canRun || wanted.length < FEWEST_RUNS) return runs.map(() => undefined);
  const job: SeriesJob = {
    editableTree,
    target: locate(target, referenceLines(target)),
    fileText: originalText,
    otherFiles: target.otherFiles,
    cases,
    limits,
    output: policy.output,
    ...(resident === undefined ? {} : { resident }),
    runs: wanted,
    isApart: place === "apart",
    isChecked: place === "checked",
    expected: { observations: expected, policy, language },
  };
  const findings = await evaluator.runSeries(job, signal);
  throwIfInterrupted(signal);
  let next = 0;
  return runs.map((run) => (run === undefined ? undefined : findings[next++]));
}

function readFinding(
  target: ProofTarget,
  { status, caseId, codeDigest, differences: others }: SeriesFinding,
  expected: Readonly<Record<string, Observation>>,
): SeriesResult {
  const differences = others.flatMap(({ id, observation }) => {
    const wanted = expected[id];
    return (wanted && compareObservations(id, wanted, observation, target)) ?? [];
  });
  return {
    differences,
    passedOver: others.flatMap(({ id }) => (differences.some(({ caseId }) => caseId === id) ? [] : id)),
    timedOutAt: status === "ran" ? undefined : caseId,
    isNarrow: status === "slow",
    codeDigest,
  };
}

/** What was seen of a body in a series, as a run of it. */
export function asBodyRun({ differences, passedOver, timedOutAt, codeDigest }: SeriesResult): BodyRun {
  const [difference] = differences;
  const failedCases = differences.map(({ caseId }) => caseId);
  if (timedOutAt !== undefined && !failedCases.includes(timedOutAt)) failedCases.push(timedOutAt);
  const found = { failedCases, difference, codeDigest };
  if (failedCases.length === 0) return { verdict: "resolved", reason: undefined, ...found, passedOver };
  const reason = difference === undefined ? "timed_out" : "wrong_observation";
  return { verdict: "unresolved", reason, ...found, passedOver: [] };
}
