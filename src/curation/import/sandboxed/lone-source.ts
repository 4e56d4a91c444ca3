/** Targets of a source that make no task where they stand, each with what it needs to run. */
import { cachedSummaries, placeOf, sliceDefinition, SlicedView } from "../../../analysis/index.ts";
import { DioramaError } from "../../../base/index.ts";
import { buildEnvironment, type Environment } from "../../../environments/index.ts";
import { withParts, type Definition, type SliceFile } from "../../../languages/index.ts";
import type { AcquiredSource } from "../../../sources/index.ts";
import type { RejectionReason } from "../../../spec/index.ts";
import { parseFiles } from "../../analysed-source.ts";
import type { SourceReport } from "../../curation.ts";
import { DEFAULT_KIND } from "../../kinds/registry.ts";
import { targetKey } from "../../journal.ts";
import { openSource } from "../../open-source.ts";
import { describeRepository, openSourceCode } from "../../source-code.ts";
import { openLicences, type SourceLicences } from "../../source-licences.ts";
import type { SandboxingJob } from "./sandboxing-job.ts";

/** Most tokens of what a model is shown of a target. */
const SLICE_TOKENS = 6_000;

/** Why a target makes no task in its repository, where another place and other inputs may help. */
const REASONS: ReadonlySet<RejectionReason> = new Set([
  "import_failed",
  "no_input",
  "no_tests",
  "reference_fails",
  "unstable",
  "weak_coverage",
  "weak_mutation_score",
]);

/** A target that is left, and why. */
export interface LeftTarget {
  readonly definition: Definition;
  readonly reason: string;
  /** Text of its file. */
  readonly fileText: string;
}

/** A source whose targets are to run alone. */
export interface LoneSource {
  readonly acquired: AcquiredSource;
  readonly licences: SourceLicences;
  readonly targets: readonly LeftTarget[];
  /** What a target needs to run: one file where that leaves its text as it is. Empty where nobody can tell. */
  slice(definition: Definition, text: string): readonly SliceFile[];
}

/** Opens what a build left of a source; undefined where it cannot be had, which its report says. */
export async function openLoneSource(
  job: SandboxingJob,
  { source, environment }: SourceReport,
): Promise<LoneSource | undefined> {
  const { services, context, options } = job;
  const acquired = await acquire(job, source);
  if (acquired === undefined) return undefined;
  const { files } = await parseFiles(acquired, services);
  const cache = await services.codeCache();
  const code = await openSourceCode(acquired, { language: services.language, cache, signal: context.signal });
  const selection = DEFAULT_KIND.select(
    [...files.values()].map(({ parsed }) => parsed),
    options,
    describeRepository(code),
  );
  const licences = openLicences(acquired, options.licences);
  const tried = job.journal.tried(source);
  const reasonOf = (definition: Definition): string | undefined => {
    const record = tried.get(targetKey({ ...definition, line: definition.lines.start }));
    if (record === undefined)
      return environment.status === "failed" ? environment.failure?.category : undefined;
    return record.outcome === "rejected" && REASONS.has(record.reason) ? record.reason : undefined;
  };
  const language = withParts(services.language, ["slicing"], "slice definitions");
  const view = code && new SlicedView(code.view, language, cachedSummaries(cache, language));
  return {
    acquired,
    licences,
    targets: selection.targets.flatMap((definition) => {
      const reason = reasonOf(definition);
      if (reason === undefined || licences.findRefused(definition.path) !== undefined) return [];
      return [{ definition, reason, fileText: files.get(definition.path)?.text ?? "" }];
    }),
    slice: (definition, text) => (view === undefined ? [] : sliceWhole(view, definition, text)),
  };
}

/** In one file where its text can stand in it unchanged, else in those of the repository. */
function sliceWhole(view: SlicedView, definition: Definition, text: string): readonly SliceFile[] {
  for (const form of ["one-file", "files"] as const)
    try {
      const { files } = sliceDefinition(view, placeOf(definition), { budgetTokens: SLICE_TOKENS, form });
      const shown = files.filter((file) => file.text.trim() !== "");
      if (shown.some((file) => file.text.includes(text))) return shown;
    } catch (error) {
      if (error instanceof DioramaError && ["not-one-file", "unknown-target"].includes(error.code)) continue;
      throw error;
    }
  return [];
}

async function acquire(job: SandboxingJob, source: string): Promise<AcquiredSource | undefined> {
  try {
    return (await openSource(source, job.options.asked, job.services, job.context)).acquired;
  } catch (error) {
    if (error instanceof DioramaError && error.code !== "interrupted") return undefined;
    throw error;
  }
}

/** The environment that a build made of a source; undefined where it could not. It is there: nothing is installed. */
export async function findEnvironment(
  { services, options, context }: SandboxingJob,
  { source, environment }: SourceReport,
): Promise<Environment | undefined> {
  if (environment.status === "failed" || environment.status === "not_built") return undefined;
  const { acquired, requested } = await openSource(source, options.asked, services, context);
  const outcome = await buildEnvironment(acquired, { ...services.environmentOptions, requested });
  return outcome.status === "failed" ? undefined : outcome.environment;
}
