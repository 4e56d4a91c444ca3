import type { RepositoryPath } from "../../base/index.ts";
import { splitTestId } from "../../languages/index.ts";
import type { PlanEditing, TestPlan } from "../build-system.ts";
import type { TestInvocation, TestRecord } from "../environment.ts";
import type { TreeSetup } from "../run-in-tree.ts";
import { filesOf, MOST_FILES } from "../tests/test-files.ts";
import { runFirst } from "../tests/verify.ts";

// An edited plan that passes is worth something where as many tests run as the repository has. What it has is told by four witnesses: the tests that ran
// before the edit, what the framework finds by itself in the edited environment, the files that look like tests, and how many were not skipped.

/** Share of the files that look like tests in which some must be found: by their look some are taken for tests that are none. */
const LEAST_OF_LOOK = 0.5;
/** Share of all tests that may be skipped. */
const MOST_SKIPPED = 0.5;

/** What an edited plan's tests gave, and what they are held against. */
export interface EditedTests {
  readonly records: readonly TestRecord[];
  readonly invocation: TestInvocation;
  /** Of the best try before. */
  readonly before: readonly TestRecord[];
  readonly editing: Pick<PlanEditing, "ownTests" | "testFiles">;
  readonly setup: TreeSetup;
}

/** What was left out of the tests, as a sentence; undefined where nothing that counts was. Runs the tests once more where they were not found by the framework alone. */
export async function findLostTests(tests: EditedTests): Promise<string | undefined> {
  const { editing, invocation } = tests;
  return findMissing(tests) ?? (await findLeftOut(tests, ownPlan(editing.ownTests, invocation)));
}

/** What can be told of it from what was run already. */
export function findMissing({
  records,
  before,
  editing: { testFiles },
}: Pick<EditedTests, "records" | "before"> & {
  readonly editing: Pick<PlanEditing, "testFiles">;
}): string | undefined {
  return findSkipped(records) ?? findLost(records, before) ?? findUnseen(records, testFiles);
}

function findSkipped(records: readonly TestRecord[]): string | undefined {
  const skipped = records.filter(({ outcomes }) => outcomes.every((each) => each === "skipped"));
  return skipped.length > MOST_SKIPPED * records.length
    ? `${skipped.length} of the ${records.length} tests are skipped.`
    : undefined;
}

/** Tests that ran before, however they ended, and are not run any more; where they have other names now, their files. */
function findLost(records: readonly TestRecord[], before: readonly TestRecord[]): string | undefined {
  const [ran, run] = [before, records].map((all) => all.filter(isRun));
  if (ran === undefined || run === undefined) return undefined;
  const ids = new Set(run.map(nameOf));
  const kept = ran.filter((one) => ids.has(nameOf(one)));
  if (kept.length >= MOST_FILES * ran.length) return undefined;
  const [files, now] = [filesOf(ran), filesOf(run)];
  const found = [...files].filter((path) => now.has(path));
  const hasOtherNames = kept.length === 0 && run.length >= MOST_FILES * ran.length;
  return hasOtherNames && found.length >= MOST_FILES * files.size
    ? undefined
    : `${ran.length - kept.length} of the ${ran.length} tests that ran before are not run any more.`;
}

function isRun({ outcomes }: TestRecord): boolean {
  return outcomes.some((each) => each !== "skipped");
}

/** Without its parameters, which versions of libraries may decide. */
function nameOf({ id }: TestRecord): string {
  return id.replace(/\[.*\]$/s, "");
}

function findUnseen(records: readonly TestRecord[], looking: readonly RepositoryPath[]): string | undefined {
  const found = filesOf(records);
  const seen = looking.filter((path) => found.has(path)).length;
  // Some frameworks name what has tests by other names than those of files: then there are as many at least.
  const count = seen === 0 ? found.size : seen;
  return count >= LEAST_OF_LOOK * looking.length
    ? undefined
    : `Tests are run of ${count} of the ${looking.length} files that hold tests.`;
}

/** The framework's own search, where the tests were run in none of the ways that are the repository's own. */
function ownPlan(own: readonly TestPlan[], invocation: TestInvocation): TestPlan | undefined {
  const isOwn = own.some(({ framework, ways }) =>
    ways.some((way) => keyOf({ ...way, framework: framework.name }) === keyOf(invocation)),
  );
  return isOwn ? undefined : own[0];
}

function keyOf({ framework, configuration, addopts, files }: Omit<TestInvocation, "skip">): string {
  return JSON.stringify([framework, configuration, addopts, files]);
}

async function findLeftOut(
  { records, setup }: EditedTests,
  own: TestPlan | undefined,
): Promise<string | undefined> {
  if (own === undefined) return undefined;
  const { run } = await runFirst(setup, own);
  const ids = [...run.outcomes.keys()];
  const files = new Set([
    ...ids.map((id) => splitTestId(id).path),
    ...run.collectionErrors.map(({ path }) => path),
  ]);
  const found = filesOf(records);
  const missed = [...files].filter((path) => !found.has(path));
  if (missed.length > (1 - MOST_FILES) * files.size)
    return `The framework finds tests in ${files.size} files by itself; the edited command runs none of ${missed.slice(0, 5).join(", ")}.`;
  return records.length < MOST_FILES * ids.length
    ? `The framework finds ${ids.length} tests by itself; the edited command runs ${records.length}.`
    : undefined;
}
