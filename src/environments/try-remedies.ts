import { createStagingDirectory, throwIfInterrupted } from "../base/index.ts";
import type { Evidence, Remedy, RemedyReason } from "./build-system.ts";
import type { TestRecord } from "./environment.ts";
import { describeItem } from "./evidence-lines.ts";
import { made } from "./failures.ts";
import type { Build } from "./install-environment.ts";
import { filesOf, MOST_FILES } from "./tests/test-files.ts";
import { tryEnvironment, type Trial, type TrialEnd } from "./trial.ts";

/** So many remedies are tried at most: what none of them helps is not theirs to help. */
const MOST_REMEDIES = 12;

/**
 * Tries the repository's environment as it is declared, then with what may help by the failure that was seen, until the tests are verified or nothing
 * more is known. A remedy is kept where it brings more; where it brings as much, if another obstacle shows behind the one it took away.
 */
export async function tryRemedies(build: Build): Promise<TrialEnd> {
  await using folders = new AsyncDisposableStack();
  // Each trial works in folders of its own; what failed is of no use to the next.
  const tryApart = async (evidence: Evidence): Promise<Trial> => {
    const staging = folders.use(createStagingDirectory(build.options.cacheDirectory));
    return await tryEnvironment({ ...build, evidence, staging });
  };
  let best = await tryApart(build.evidence);
  let tried = new Set<string>();
  const kept: RemedyReason[] = [];
  const obstacles = new Set([obstacleOf(best)]);
  for (let count = 0; count < MOST_REMEDIES && isInTrouble(best); count++) {
    throwIfInterrupted(build.options.signal);
    const remedies = best.build.evidence.remedies?.(best.trouble) ?? [];
    const remedy = remedies.find(
      ({ what, changesInstallation }) =>
        !tried.has(what) && !(changesInstallation && build.options.recipe !== undefined),
    );
    if (remedy === undefined) break;
    tried.add(remedy.what);
    build.journal.note("remedy", describe(remedy), made(undefined));
    const next = await tryApart(remedy.adjusted);
    const isOther =
      remedy.changesInstallation && worthOf(next) === worthOf(best) && !obstacles.has(obstacleOf(next));
    if ((worthOf(next) > worthOf(best) && seesAsMuch(next, best)) || isOther) {
      await best.build.staging[Symbol.asyncDispose]();
      best = next;
      const { what, failure, sign, goesBy } = remedy;
      kept.push({ what, failure, sign, goesBy });
      tried = new Set();
    } else await next.build.staging[Symbol.asyncDispose]();
    obstacles.add(obstacleOf(next));
  }
  return { ...(await best.finish()), remedies: kept };
}

function describe({ what, failure, sign, goesBy }: Remedy): string {
  const reasons = [`${failure}: ${sign}`, ...goesBy.map(describeItem)];
  return `${what} (${reasons.join("; ")})`;
}

/** Failures that no change of plan helps. */
const BEYOND_PLANS: readonly unknown[] = ["registry_unreachable", "timed_out", "needs_system_package"];

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
    : JSON.stringify([failure.category, failure.cause ?? failure.message.slice(0, 500)]);
}
