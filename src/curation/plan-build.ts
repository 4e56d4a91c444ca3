import { definedNames, isCoreShape, openCodeCache } from "../analysis/index.ts";
import { createWordRecord, DioramaError, throwIfInterrupted } from "../base/index.ts";
import { planEnvironment, type EnvironmentPlan } from "../environments/index.ts";
import { DEFAULT_LANGUAGE, loadParts, type Definition } from "../languages/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import { refuseUnknownOptions } from "./build.ts";
import type { BuildOptions } from "./curation.ts";
import { DEFAULT_KIND } from "./kinds/registry.ts";
import type { WorkContext } from "./work-context.ts";
import { openSource } from "./open-source.ts";
import { openLicences } from "./source-licences.ts";
import { parseFiles } from "./analysed-source.ts";
import { codeCacheFolder, readMachineFacts, userCacheDirectory } from "./services.ts";
import { describeRepository, openSourceCode } from "./source-code.ts";

/** From the least to the most. */
export type Range = readonly [least: number, most: number];

/** What a build would do with one source. */
export interface SourcePlan {
  readonly source: string;
  readonly commit: string | null;
  readonly found: number;
  readonly filtered: Readonly<Record<string, number>>;
  /** What the filters leave, by the tier that it would have by its shape. */
  readonly targets: Readonly<Record<"core" | "simple", number>>;
  /** Of these, those whose licence and tier are asked for. */
  readonly tried: number;
  /** Targets by the licence of their file. */
  readonly licences: Readonly<Record<string, number>>;
  /** Of these, what would be left alone. */
  readonly refused_licences: Readonly<Record<string, number>>;
  readonly environment: EnvironmentPlan;
  /** Targets whose suites would be grown; the limit is shared by the sources. */
  readonly proved: Range;
}

/** The document of `build --dry-run`. */
export interface BuildPlan {
  readonly sources: readonly SourcePlan[];
  /** Sources that cannot be had, and why. */
  readonly failed: readonly { readonly source: string; readonly code: string; readonly message: string }[];
  /** For all sources, once their environments stand, without the time that a model takes to answer. */
  readonly estimate: {
    readonly targets: Range;
    readonly seconds: Range;
    /** Answers of a model; those that are there already are asked for again by nobody. */
    readonly model_calls: Range;
    /** Null where a model is asked: what its answers cost is known once they are there. */
    readonly cost_usd: 0 | null;
  };
}

/**
 * Processor seconds that growing and proving a target takes: a small pure function, and one with a large suite. Wide, for what a target costs
 * is known only once it has run.
 */
const SECONDS_PER_TARGET: Range = [2, 20];

/** Assumed: of the targets that are tried, at least one in so many is accepted. */
const TRIED_PER_TASK = 4;

/** Finds out what a build would try. Sources are brought here; nothing of them runs, nothing is installed, no task set is written. */
export async function planBuild(options: BuildOptions, context: WorkContext): Promise<BuildPlan> {
  refuseUnknownOptions(options);
  const sources = [...new Set(options.sources)];
  const planned: SourcePlan[] = [];
  const failures: { source: string; error: DioramaError }[] = [];
  for (const [index, source] of sources.entries()) {
    throwIfInterrupted(context.signal);
    const share = shareOf(options.limit, sources.length, index);
    try {
      planned.push(await planSource(source, share, options, context));
    } catch (error) {
      if (!(error instanceof DioramaError) || error.code === "interrupted") throw error;
      failures.push({ source, error });
    }
  }
  const [first] = failures;
  if (first !== undefined && planned.length === 0) throw first.error;
  const sum = (end: 0 | 1): number => planned.reduce((total, { proved }) => total + proved[end], 0);
  const targets: Range = [sum(0), sum(1)];
  const secondsFor = (end: 0 | 1): number =>
    Math.ceil((targets[end] * SECONDS_PER_TARGET[end]) / options.workers);
  return {
    sources: planned,
    failed: failures.map(({ source, error: { code, message } }) => ({ source, code, message })),
    estimate: {
      targets,
      seconds: [secondsFor(0), secondsFor(1)],
      model_calls: expectedCalls(targets, options.writing),
      cost_usd: options.writing === undefined ? 0 : null,
    },
  };
}

/** One to all rounds of tests for each target, and its implementations. */
function expectedCalls([least, most]: Range, writing: BuildOptions["writing"]): Range {
  if (writing === undefined) return [0, 0];
  const { rounds, adversaries, reimplementations, oversample, edgeCases } = writing;
  const implementations = adversaries + reimplementations;
  const [once, again] = edgeCases ? [1, 2] : [0, 0];
  return [least * (1 + implementations + once), most * (rounds + oversample + implementations + again)];
}

function shareOf(limit: number | undefined, sources: number, index: number): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const equal = Math.ceil(limit / sources);
  return Math.max(0, Math.min(equal, limit - equal * index));
}

async function planSource(
  source: string,
  share: number,
  options: BuildOptions,
  context: WorkContext,
): Promise<SourcePlan> {
  const { progress } = context;
  progress.begin(`${source}: acquiring`);
  const cacheDirectory = userCacheDirectory(process.env);
  const { acquired, requested } = await openSource(source, options.asked, { cacheDirectory }, context);
  progress.begin(`${source}: looking for targets`);
  const language = await loadParts(DEFAULT_LANGUAGE, ["syntax"], "look for targets");
  using cache = await openCodeCache(codeCacheFolder(cacheDirectory), context.logger);
  const code = await openSourceCode(acquired, { language, cache, signal: context.signal });
  const { files } = await parseFiles(acquired, { language });
  const parsed = [...files.values()].map((file) => file.parsed);
  const { targets, found, filtered } = DEFAULT_KIND.select(parsed, options, describeRepository(code));
  const names = definedNames(parsed);
  const core = new Set(targets.filter((target) => isCoreShape(target, names)));
  const { permitted, ...licences } = countLicences(acquired, targets, options);
  const tried = permitted.filter((target) => options.tier === "simple" || core.has(target)).length;
  return {
    source,
    commit: acquired.repository.commit,
    found,
    filtered,
    targets: { core: core.size, simple: targets.length - core.size },
    tried,
    ...licences,
    environment: await planEnvironment(acquired, requested, {
      language: DEFAULT_LANGUAGE,
      machine: readMachineFacts(),
    }),
    proved: [Math.min(tried, share), Math.min(tried, share * TRIED_PER_TASK)],
  };
}

function countLicences(
  acquired: AcquiredSource,
  targets: readonly Definition[],
  options: BuildOptions,
): Pick<SourcePlan, "licences" | "refused_licences"> & { readonly permitted: readonly Definition[] } {
  const prepared = openLicences(acquired, options.licences);
  const licences = createWordRecord<number>();
  const refused = createWordRecord<number>();
  const permitted = targets.filter(({ path }) => {
    const licence = prepared.findRefused(path);
    const name = licence ?? prepared.expressionFor(path) ?? "no licence stated";
    licences[name] = (licences[name] ?? 0) + 1;
    if (licence !== undefined) refused[licence] = (refused[licence] ?? 0) + 1;
    return licence === undefined;
  });
  return { licences, refused_licences: refused, permitted };
}
