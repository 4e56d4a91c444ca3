import {
  bytesOfFolder,
  DioramaError,
  mapInOrder,
  readableJson,
  silentProgress,
  throwIfInterrupted,
  UsageError,
  type HostPath,
} from "../../base/index.ts";
import { buildEnvironment, freeBytes, type EnvironmentOutcome } from "../../environments/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import { RunFolder } from "../../store/index.ts";
import { openSource, type Asked } from "../open-source.ts";
import type { Services } from "../services.ts";
import type { WorkContext } from "../work-context.ts";
import { describeEnvironment, describeFailedSteps } from "./environment-document.ts";
import { builtRecord, summariseEnvironments, type BuiltRecord, type EnvironmentsSummary } from "./summary.ts";

/** Whose environments are made, and where what came of it is kept. */
export interface BatchOptions {
  readonly sources: readonly string[];
  readonly asked: Asked;
  readonly out: HostPath;
  /** Repositories at a time. Decides nothing. */
  readonly jobs: number;
  /** Free space of the cache's disk, in bytes, below which no other repository is begun. */
  readonly leastFree: number;
  /** Name and version of the tool. */
  readonly tool: string;
}

/** Stage of the run folder with a record for each repository. */
const REPOSITORIES = "repositories";

/** Failures that may be gone another day. */
const FOR_NOW = new Set([
  "registry_unreachable",
  "registry-unreachable",
  "registry-busy",
  "repository-unreachable",
]);
/** Errors of this machine, not of a source. */
const OF_MACHINE = new Set(["disk-full", "git-missing", "not-permitted", "interrupted"]);

/**
 * Makes the environments of many repositories. The folder has a record, a document (`NAME.json`) and a log (`NAME.log`) for each; the same call again goes on where
 * it was ended, and tries again what a network kept away. A repository that cannot be brought here is one of the results. Throws `InterruptedError`, `low-disk`, and this
 * machine's own troubles; what was made stays.
 */
export async function buildEnvironments(
  options: BatchOptions,
  services: Services,
  context: WorkContext,
): Promise<EnvironmentsSummary> {
  const { sources, asked, out, tool } = options;
  const purpose = { kind: "environments", options: { sources, requested: asked.requested }, tool };
  using folder = RunFolder.open(out, purpose);
  const known = new Map<string, BuiltRecord>();
  for (const record of folder.records(REPOSITORIES).map((one) => builtRecord.parse(one)))
    known.set(record.source, record);
  const open = sources.filter(
    (source) => FOR_NOW.has(known.get(source)?.category ?? "") || !known.has(source),
  );
  const files = nameFiles(sources);
  context.progress.begin("making environments", sources.length);
  let done = sources.length - open.length;
  const work = async (source: string): Promise<void> => {
    throwIfInterrupted(context.signal);
    requireSpace(services.cacheDirectory, options.leastFree, `${done} of ${sources.length}`);
    const record = await buildOne({ source, file: files.get(source) ?? source }, options, {
      services,
      context,
      folder,
    });
    folder.append(REPOSITORIES, record);
    known.set(source, record);
    context.progress.advance(++done, `${source}: ${record.status}`);
  };
  // Nobody waits for one in particular: a slow repository keeps none of the others from being begun.
  for await (const _ of mapInOrder(open, options.jobs, work, open.length));
  const records = sources.flatMap((source) => known.get(source) ?? []);
  const summary = summariseEnvironments(records);
  folder.write("summary.json", readableJson(summary));
  return summary;
}

function requireSpace(directory: HostPath, least: number, done: string): void {
  const free = freeBytes(directory);
  if (free >= least) return;
  throw new UsageError(
    "low-disk",
    `Stopped after ${done} repositories: ${gigabytes(free)} are free on the disk of ${directory}, fewer than ${gigabytes(least)}. Nothing was deleted.`,
    { hint: "Make room, then type the same command again." },
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

interface Batch {
  readonly services: Services;
  readonly context: WorkContext;
  readonly folder: RunFolder;
}

async function buildOne(
  { source, file }: { readonly source: string; readonly file: string },
  { asked }: BatchOptions,
  { services, context, folder }: Batch,
): Promise<BuiltRecord> {
  const quiet = { ...context, progress: silentProgress };
  const opened = await openSource(source, { ...asked, takesProjectFolder: true }, services, quiet).catch(
    (error: unknown) => {
      if (error instanceof DioramaError && !OF_MACHINE.has(error.code)) return error;
      throw error;
    },
  );
  if (opened instanceof DioramaError) return unopened(source, opened);
  const { acquired, requested } = opened;
  const outcome = await buildEnvironment(acquired, {
    ...services.environmentOptions,
    progress: silentProgress,
    language: undefined,
    forTasks: false,
    requested,
  });
  const document = describeEnvironment(source, acquired.repository, outcome);
  folder.write(`${file}.json`, readableJson(document));
  folder.write(`${file}.log`, `${source}: ${outcome.status}${describeFailedSteps(outcome)}\n`);
  return recordOf(source, file, acquired, outcome);
}

function unopened(source: string, error: DioramaError): BuiltRecord {
  const nothing = { language: null, framework: null, date: null, files: 0, tests: 0, passed: 0, layer: null };
  const made = { layer_bytes: 0, tree_bytes: 0, duration_ms: 0, remedies: [], attempts: 0 };
  const { code: category, message: cause } = error;
  return { source, file: null, status: "failed", category, cause, ...nothing, ...made };
}

function recordOf(
  source: string,
  file: string,
  { repository, files }: AcquiredSource,
  outcome: EnvironmentOutcome,
): BuiltRecord {
  const { failure, remedies, attempts, durationMs } = outcome;
  const environment = outcome.status === "failed" ? undefined : outcome.environment;
  const { passed, failed } = outcome.status === "failed" ? { passed: 0, failed: 0 } : outcome.tests;
  return {
    source,
    file,
    status: outcome.status,
    category: failure?.category ?? null,
    cause: failure === undefined ? null : (failure.cause?.text ?? firstLine(failure.message)),
    language: outcome.status === "failed" ? (outcome.language ?? null) : outcome.environment.recipe.language,
    framework: outcome.status === "failed" ? null : outcome.testInvocation.framework || null,
    date: repository.date,
    files: files.length,
    tests: passed + failed,
    passed,
    layer: environment?.layer ?? null,
    layer_bytes: environment === undefined ? 0 : bytesOfFolder(environment.layer),
    tree_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    duration_ms: Math.round(durationMs),
    remedies: remedies.map(({ failure: what }) => what),
    attempts: attempts.length,
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** For each source the name of its files: what it is typed like, numbered where two come to the same. */
function nameFiles(sources: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    sources.map((source) => {
      const name = source.replaceAll(/[^\w.@-]+/gu, "-").replaceAll(/^[-.]+|-+$/gu, "") || "source";
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [source, count === 1 ? name : `${name}-${count}`];
    }),
  );
}
