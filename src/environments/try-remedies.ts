import { createStagingDirectory, throwIfInterrupted } from "../base/index.ts";
import type { Advice, RemedyReason } from "./build-system.ts";
import type { TestRecord } from "./environment.ts";
import { describeItem } from "./evidence-lines.ts";
import { made } from "./failures.ts";
import type { Build } from "./install-environment.ts";
import { adviseOnSystemLayer } from "./system/advice.ts";
import { proposeSystemPackage } from "./system/propose.ts";
import { filesOf, MOST_FILES } from "./tests/test-files.ts";
import { tryEnvironment, type Trial, type TrialEnd } from "./trial.ts";

/** So many remedies are tried at most: what none of them helps is not theirs to help. */
const MOST_REMEDIES = 12;
/** So many changes are judged together: a remedy, and what mends what it broke. */
const MOST_TOGETHER = 8;

/**
 * Tries the repository's environment as it is declared, then with what may help by the failure that was seen, until the tests are verified or nothing
 * more is known. A remedy is kept where it brings more; where it brings as much, if another obstacle shows behind the one it took away.
 */
export async function tryRemedies(build: Build): Promise<TrialEnd> {
  await using folders = new AsyncDisposableStack();
  // Each trial works in folders of its own; what failed is of no use to the next.
  const tryApart = async (changed: Build): Promise<Trial> => {
    const staging = folders.use(createStagingDirectory(build.options.cacheDirectory));
    return await tryEnvironment({ ...changed, staging });
  };
  // The first of them stands on those behind it.
  const tryChanges = async (changes: Changes): Promise<{ next: Trial; changes: Changes }> => {
    const [change] = changes;
    build.journal.note("remedy", describe(change), made(undefined));
    const next = await tryApart(change.build);
    const further = changes.length < MOST_TOGETHER ? findCompletion(next, changes) : undefined;
    if (further === undefined) return { next, changes };
    await next.build.staging[Symbol.asyncDispose]();
    return await tryChanges([further, ...changes]);
  };
  let best = await tryApart(build);
  let tried = new Set<string>();
  const kept: RemedyReason[] = [];
  let refusal: Advice | undefined;
  const obstacles = new Set([obstacleOf(best)]);
  for (let count = 0; count < MOST_REMEDIES && isInTrouble(best); count++) {
    throwIfInterrupted(build.options.signal);
    const remedy = proposeChanges(best).find(
      ({ what, changesInstallation }) =>
        !tried.has(what) && !(changesInstallation && build.options.recipe !== undefined),
    );
    if (remedy === undefined) break;
    tried.add(remedy.what);
    const { next, changes } = await tryChanges([remedy]);
    if (next.end.failure !== undefined) refusal ??= adviseOnSystemLayer(next.end.failure);
    // Where no test was found nothing is told to go by: what then fails tells something, if anything helps against it.
    const mayShowMore = remedy.changesInstallation || (best.end.failure === undefined && isInTrouble(next));
    const isOther =
      mayShowMore &&
      worthOf(next) === worthOf(best) &&
      !obstacles.has(obstacleOf(next)) &&
      (!reachesOut(next) || reachesOut(best));
    if ((worthOf(next) > worthOf(best) && seesAsMuch(next, best)) || isOther) {
      await best.build.staging[Symbol.asyncDispose]();
      best = next;
      kept.push(
        ...changes.toReversed().map(({ what, failure, sign, goesBy }) => ({ what, failure, sign, goesBy })),
      );
      tried = new Set();
    } else await next.build.staging[Symbol.asyncDispose]();
    obstacles.add(obstacleOf(next));
  }
  const end = await best.finish();
  return { ...end, advice: adviseWith(refusal, end), remedies: kept };
}

/** What to do next where the system lacks something; `refusal` tells why that could not be laid out. */
function adviseWith(refusal: Advice | undefined, { failure, advice }: TrialEnd): Advice | undefined {
  if (refusal === undefined || failure?.category !== "needs_system_package") return advice;
  return { ...refusal, problem: advice?.problem ?? refusal.problem };
}

/** A change, and what to go on with. */
interface Change extends RemedyReason {
  readonly changesInstallation: boolean;
  readonly completes: boolean;
  readonly build: Build;
}

/** At least one, the last first. */
type Changes = readonly [Change, ...Change[]];

/** What may help, the most faithful first. What the system lacks is no matter of plans: where that is all, nothing else is tried. */
function proposeChanges({ build, end, trouble }: Trial): readonly Change[] {
  const { evidence, systemPackages } = build;
  const ofSystem = proposeSystemPackage(trouble, systemPackages).map(
    ({ name, reason }): Change => ({
      ...reason,
      changesInstallation: true,
      // One thing that is missing shows behind another, and what is built from older sources may miss more.
      completes: true,
      build: { ...build, systemPackages: [...systemPackages, name] },
    }),
  );
  if (end.failure?.category === "needs_system_package") return ofSystem;
  const ofPlans = (evidence.remedies?.(trouble) ?? []).map(
    ({ adjusted, completes = false, ...rest }): Change => ({
      ...rest,
      completes,
      build: { ...build, evidence: adjusted },
    }),
  );
  return [...ofSystem, ...ofPlans];
}

/** What mends that a plan cannot be installed any more, or not all of it, since it was changed. */
function findCompletion(trial: Trial, changes: Changes): Change | undefined {
  if (!isInTrouble(trial)) return undefined;
  return proposeChanges(trial).find(
    ({ what, completes }) => completes && changes.every((change) => change.what !== what),
  );
}

function describe({ what, failure, sign, goesBy }: RemedyReason): string {
  const reasons = [`${failure}: ${sign}`, ...goesBy.map(describeItem)];
  return `${what} (${reasons.join("; ")})`;
}

/** Failures that no change of plan helps. */
const BEYOND_PLANS: readonly unknown[] = ["registry_unreachable", "timed_out"];

/** True where tests are there that did not come to a good end, and another plan may help. */
function isInTrouble({ end, trouble }: Trial): boolean {
  if (BEYOND_PLANS.includes(end.failure?.category)) return false;
  return end.status !== "verified" && (end.failure !== undefined || trouble.hasTests);
}

const STATUSES: readonly TrialEnd["status"][] = ["failed", "installed", "imports", "collected", "verified"];

/** More is better: first how far it got, then how many tests pass. */
function worthOf({ end }: Trial): number {
  const passed = end.status === "failed" ? 0 : end.tests.passed;
  return STATUSES.indexOf(end.status) * 1e6 + Math.min(passed, 1e6 - 1);
}

function seesAsMuch(next: Trial, best: Trial): boolean {
  const passing = filesOf(recordsOf(best), (outcomes) => outcomes.includes("passed"));
  const found = filesOf(recordsOf(next));
  const kept = [...passing].filter((path) => found.has(path));
  return kept.length >= MOST_FILES * passing.size;
}

function recordsOf({ end }: Trial): readonly TestRecord[] {
  return end.status === "failed" ? [] : end.testRecords;
}

function obstacleOf({ end: { failure } }: Trial): string {
  return failure === undefined
    ? ""
    : JSON.stringify([failure.category, failure.cause ?? withoutAccidents(failure.message).slice(0, 500)]);
}

/** True where a build ended at what it wanted of the network beside the registries: that is another way, and no way further. */
function reachesOut({ end: { failure } }: Trial): boolean {
  return failure?.category === "build_failed" && REFUSED.test(failure.message);
}

const REFUSED = /Tunnel connection failed: 403|CONNECT tunnel failed, response 403|Proxy CONNECT aborted/;

/** What tools call their temporary folders, and how long they took, is another each time. */
function withoutAccidents(message: string): string {
  return message
    .replaceAll(/(?<=\/)\.?tmp[\w-]+/g, "tmp")
    .replaceAll(/\bin \d+(?:\.\d+)?m?s\b/g, "in no time");
}
