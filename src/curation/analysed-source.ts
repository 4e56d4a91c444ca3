/**
 * What is known of a source before its targets are tried: the tree, its environment, its targets, and the calls that its own
 * tests made. Sources and layers are cached by their rooms; the observed calls are kept in the build's folder, so that an
 * interrupted build goes on behind them.
 */
import { readFileSync } from "node:fs";

import type { CodeQueries, RepositoryFacts, SourceFile, TargetSelection } from "../analysis/index.ts";
import {
  createPause,
  createWordRecord,
  digestOf,
  DioramaError,
  isDiskFull,
  joinPath,
  throwIfInterrupted,
  UsageError,
} from "../base/index.ts";
import {
  buildEnvironment,
  describeShortfall,
  recordCalls,
  type Advice,
  type Environment,
  type RecordedEntry,
  type Recording,
  type EnvironmentOutcome,
  type TestInvocation,
} from "../environments/index.ts";
import type { Definition, LanguageWith, Modules } from "../languages/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { TestKey } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { LeadingCalls, ObservedCall } from "../testgen/index.ts";
import type { BuildOptions, SourceReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import type { Journal } from "./journal.ts";
import { findLeftOutTests } from "./left-out-tests.ts";
import { openSource, type OpenedSource } from "./open-source.ts";
import { openLicences, type SourceLicences } from "./source-licences.ts";
import { describeRepository, openSourceCode } from "./source-code.ts";
import { findTestsElsewhere } from "./tests-elsewhere.ts";
import { describeTargetLicences, type UnlicensedSource } from "./unlicensed.ts";
import {
  isCallOf,
  observedCalls,
  type CallerLine,
  type CallsByTarget,
  type KnownTest,
} from "./observed-calls.ts";
import type { Services } from "./services.ts";

/** A selected target with what the repository's own tests showed of it. */
export interface AnalysedTarget {
  readonly definition: Definition;
  /** Import name of its file; empty where no import reaches it. */
  readonly module: string;
  readonly calls: readonly ObservedCall[];
  /** As `TargetContext` has it. */
  readonly leading?: LeadingCalls | undefined;
  /** Lines from which it was called then. */
  readonly callers: readonly CallerLine[];
  /** Tests of the repository that were seen to execute it; see `Recording.tests`. */
  readonly tests: readonly TestKey[];
  /** Functions among them all of whose calls of it are known. */
  readonly knownTests: readonly KnownTest[];
  /** Called, directly or not, while the repository's tests ran. */
  readonly isReached: boolean;
}

/** A source ready to be tried. */
export interface AnalysedSource {
  readonly status: "analysed";
  readonly source: string;
  readonly acquired: AcquiredSource;
  readonly environment: Environment;
  readonly environmentReport: SourceReport["environment"];
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Queries of its code; undefined where nobody can say what names mean in its language. */
  readonly code: CodeQueries | undefined;
  /** How its tests were run when the environment was made, and what came of each; absent where they were not. */
  readonly tests?: Pick<
    Exclude<EnvironmentOutcome, { readonly status: "failed" }>,
    "testInvocation" | "testRecords"
  >;
  /** True for test code, wherever it lies. */
  readonly isTestFile: (path: string) => boolean;
  readonly licences: SourceLicences;
  readonly targets: readonly AnalysedTarget[];
  /** Constructors that are none of them, with the calls that anything made while its tests ran. */
  readonly constructors: readonly Pick<AnalysedTarget, "definition" | "module" | "calls">[];
  /** Calls that its tests made from which targets were reached. */
  readonly entries: readonly RecordedEntry[];
  readonly found: number;
  readonly filtered: Readonly<Record<string, number>>;
  /** Files in which something could not be parsed; what could be is among the targets. */
  readonly syntaxErrors: number;
  /** Files that were not read, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Why a source has no targets to try. */
interface FailedAnalysis {
  readonly status: "failed";
  readonly commit: string | null;
  readonly failure: { readonly category: string; readonly message: string };
  readonly advice?: Advice | undefined;
  /** Where it could not even be brought here. */
  readonly error?: DioramaError;
}

/** A source whose licences speak against all of its targets: nothing of it was installed. */
interface UnlicensedAnalysis
  extends UnlicensedSource, Pick<AnalysedSource, "found" | "filtered" | "syntaxErrors" | "leftOut"> {
  readonly status: "unlicensed";
  readonly commit: string | null;
}

/** What analysing takes. */
interface AnalysisJob {
  /** Which definitions are the targets. */
  readonly choose: (files: readonly SourceFile[], facts: RepositoryFacts) => TargetSelection;
  readonly source: string;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly services: Services;
  readonly options: BuildOptions;
  readonly context: WorkContext;
}

/** Brings a source here, makes its environment, finds its targets and watches its tests call them. */
export async function analyseSource(
  job: AnalysisJob,
): Promise<AnalysedSource | FailedAnalysis | UnlicensedAnalysis> {
  const { source, services, options, context, journal } = job;
  context.progress.begin(`${source}: acquiring`);
  const opened = await open(job);
  if (opened instanceof DioramaError) {
    const { code: category, message, hint } = opened;
    const failure = { category, message: [message, hint].filter((line) => line !== undefined).join(" ") };
    return { status: "failed", commit: null, failure, error: opened };
  }
  const { acquired, requested } = opened;
  refuseOtherTree(source, acquired, journal);
  const { commit, version } = acquired.repository;
  journal.append({
    event: "source-acquired",
    source,
    commit,
    version,
    tree_digest: acquired.treeDigest,
    left_out: acquired.leftOut,
  });
  throwIfInterrupted(context.signal);

  const { files, leftOut } = await parseFiles(acquired, services);
  const parsed = [...files.values()].map((file) => file.parsed);
  const code = await openSourceCode(acquired, {
    language: services.language,
    cache: await services.codeCache(),
    signal: context.signal,
  });
  let selection = job.choose([...files.values()], describeRepository(code));
  const tellTargets = ({ found, filtered, targets: { length: selected } }: TargetSelection): void =>
    journal.append({ event: "targets-found", source, found, filtered, selected });
  tellTargets(selection);

  const licences = openLicences(acquired, options.licences);
  const { targets } = selection;
  const syntaxErrors = parsed.filter(({ syntaxErrorLines }) => syntaxErrorLines.length > 0).length;
  if (targets.length > 0) context.progress.note(describeTargetLicences(source, targets, licences));
  if (targets.length > 0 && targets.every(({ path }) => licences.findRefused(path) !== undefined)) {
    const { found, filtered } = selection;
    const counts = { found, filtered, syntaxErrors, leftOut };
    return { status: "unlicensed", source, commit, parsed, targets, licences, ...counts };
  }
  context.progress.begin(`${source}: preparing its environment`);
  const outcome = await buildEnvironment(acquired, {
    ...services.environmentOptions,
    requested,
    recipe: options.recipe,
  });
  throwIfInterrupted(context.signal);
  const environmentReport = describeEnvironment(outcome);
  journal.append({ event: "environment-built", source, ...environmentReport });
  for (const line of describeShortfall(source, outcome, requested)) context.progress.note(line);
  if (outcome.status === "failed") {
    const { failure, advice } = outcome;
    return { status: "failed", commit, failure, advice };
  }
  const { environment } = outcome;
  const { testInvocation, testRecords } = outcome;
  const elsewhere = findTestsElsewhere(files, outcome);
  const isTestFile = (path: string): boolean =>
    services.language.files.isTestFile(path) || elsewhere.has(path);
  if (targets.some(({ path }) => elsewhere.has(path))) {
    selection = withoutTests(selection, elsewhere);
    tellTargets(selection);
  }
  const tests = testRecords.length === 0 ? undefined : testInvocation;
  const chosen = new Set(selection.targets);
  const constructors = parsed.flatMap(({ path, definitions }) =>
    isTestFile(path) ? [] : definitions.filter((one) => one.facts.isConstructor && !chosen.has(one)),
  );
  const calls = await observeCalls(
    job,
    { acquired, environment, tests, isTestFile },
    selection.targets,
    files,
    constructors,
  );
  const roots = environment.recipe.import_roots;
  const moduleOf = ({ path }: Definition): string => services.language.modules.nameOf(path, roots) ?? "";
  return {
    status: "analysed",
    source,
    acquired,
    environment,
    environmentReport,
    files,
    code,
    tests: { testInvocation, testRecords },
    isTestFile,
    licences,
    entries: calls.entries,
    found: selection.found,
    filtered: selection.filtered,
    syntaxErrors,
    leftOut,
    constructors: constructors.flatMap((definition) => {
      const observed = calls.byTarget.get(`${definition.path}:${definition.name}`)?.calls ?? [];
      const module = moduleOf(definition);
      return module === "" || observed.length === 0 ? [] : [{ definition, module, calls: observed }];
    }),
    targets: selection.targets.map((definition) => {
      const own = calls.byTarget.get(`${definition.path}:${definition.name}`);
      const module = moduleOf(definition);
      const { calls: observed, callers, reached } = own ?? { calls: [], callers: [], reached: 0 };
      const fitting = observed.filter(({ recipe }) => isCallOf(definition.kind, recipe));
      const tests = calls.testsOf(definition);
      const knownTests = calls.knownTestsOf(definition);
      return { definition, module, calls: fitting, callers, tests, knownTests, isReached: reached > 0 };
    }),
  };
}

/** A selection without what turned out to be test code: it counts as that. */
function withoutTests(selection: TargetSelection, testFiles: ReadonlySet<string>): TargetSelection {
  const targets = selection.targets.filter(({ path }) => !testFiles.has(path));
  const more = selection.targets.length - targets.length;
  const filtered = { ...selection.filtered, test_code: (selection.filtered["test_code"] ?? 0) + more };
  return { ...selection, targets, filtered };
}

/** What is wrong with one source is its own failure; what is wrong with this machine ends the build. */
async function open({
  source,
  options,
  services,
  context,
}: AnalysisJob): Promise<OpenedSource | DioramaError> {
  try {
    return await openSource(source, options.asked, services, context);
  } catch (error) {
    throwIfInterrupted(context.signal);
    if (error instanceof DioramaError && !isDiskFull(error)) return error;
    throw error;
  }
}

/** What was tried before must be of the same tree as what is tried now. */
function refuseOtherTree(source: string, acquired: AcquiredSource, journal: Journal): void {
  const before = journal.treeDigest(source);
  if (before === undefined || before === acquired.treeDigest) return;
  throw new UsageError(
    "source-changed",
    `Cannot go on with ${source}: its files are not those that this build began with.`,
    {
      hint: "Choose another folder for the task set, or bring the source back to its earlier state.",
      fields: { before, now: acquired.treeDigest },
    },
  );
}

/** Reads and parses every source file of a tree; says how many were not read, by reason. */
export async function parseFiles(
  acquired: AcquiredSource,
  { language }: { readonly language: LanguageWith<"syntax"> },
): Promise<{
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly leftOut: Readonly<Record<string, number>>;
}> {
  const pause = createPause();
  const files = new Map<string, SourceFile>();
  const leftOut = createWordRecord<number>();
  const leave = (reason: string): void => void (leftOut[reason] = (leftOut[reason] ?? 0) + 1);
  for (const { reason } of acquired.leftOut) leave(reason);
  for (const { path } of acquired.files) {
    if (!language.files.isSourceFile(path)) continue;
    await pause();
    const decoded = language.files.decode(readFileSync(joinPath(acquired.directory, path)));
    if (decoded.status === "refused" || decoded.encoding !== "utf-8") {
      leave("not_utf8");
      continue;
    }
    const parsed = language.syntax.parse(path, decoded.text);
    if (parsed.refused !== undefined) leave(parsed.refused);
    files.set(path, { text: decoded.text, parsed });
  }
  return { files, leftOut };
}

/** A tree with what its tests are called by; undefined where there are none. */
interface TestedTree {
  readonly acquired: AcquiredSource;
  readonly environment: Environment;
  readonly tests: TestInvocation | undefined;
  readonly isTestFile: (path: string) => boolean;
}

/** Runs the repository's tests once more under the recorder, or reads what an earlier run of this build recorded. Of `makers`, constructors, what they are given is recorded too. */
export async function observeCalls(
  {
    source,
    folder,
    journal,
    services,
    context,
  }: Pick<AnalysisJob, "source" | "folder" | "journal" | "services" | "context">,
  { acquired, environment, tests, isTestFile }: TestedTree,
  targets: readonly Definition[],
  files: ReadonlyMap<string, SourceFile>,
  makers: readonly Definition[] = [],
): Promise<CallsByTarget> {
  if (targets.length === 0)
    return {
      byTarget: new Map(),
      entries: [],
      count: 0,
      testsOf: () => [],
      knownTestsOf: () => [],
      refused: {},
    };
  const stage = `.work/recording-${digestOf([source, acquired.treeDigest, environment.digest]).slice(7, 23)}`;
  const [kept] = folder.records(stage);
  const all = [...targets, ...makers];
  if (kept !== undefined) return observedCalls(kept as Recording, all);
  context.progress.begin(`${source}: observing calls while its tests run`);
  const roots = environment.recipe.import_roots;
  const recorded = await recordCalls(
    {
      acquired,
      environment,
      targets: all.map(({ path, name, kind, lines }, index) => ({
        path,
        name,
        kind,
        first: lines.start,
        last: lines.end,
        ...(index < targets.length ? {} : { is_maker: true }),
      })),
      excluded: acquired.files
        .map(({ path }) => path)
        .filter(findLeftOutTests(files, isTestFile, services.language.modules)),
      tests,
      documented: documentedModules(targets, roots, services.language.modules),
    },
    services.environmentOptions,
  );
  throwIfInterrupted(context.signal);
  folder.append(stage, recorded);
  const calls = observedCalls(recorded, all);
  journal.append({
    event: "calls-recorded",
    source,
    reached: targets.filter(({ path, name }) => calls.byTarget.has(`${path}:${name}`)).length,
    calls: calls.count,
    refused: calls.refused,
  });
  return calls;
}

/** Import names of the files in which a target's documentation holds an example. */
function documentedModules(
  targets: readonly Definition[],
  roots: readonly string[],
  modules: Modules,
): string[] {
  const paths = targets.filter(({ facts }) => facts.hasExamples).map(({ path }) => path);
  return [...new Set(paths)].flatMap((path) => modules.nameOf(path, roots) ?? []);
}

/** An environment's outcome as a report tells it. */
export function describeEnvironment(outcome: EnvironmentOutcome): SourceReport["environment"] {
  const advice = outcome.advice === undefined ? {} : { advice: outcome.advice };
  if (outcome.status === "failed")
    return { status: "failed", tests: NO_TESTS, failure: outcome.failure, ...advice };
  const { passed, failed, skipped } = outcome.tests;
  return {
    status: outcome.status,
    tests: { passed, failed, skipped },
    ...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
    ...advice,
  };
}

const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };
