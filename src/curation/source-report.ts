import { createWordRecord } from "../base/index.ts";
import type { Advice } from "../environments/index.ts";
import type { SourceReport, TierFigures } from "./curation.ts";
import type { TriedRecord } from "./journal.ts";
import type { AnalysedSource } from "./analysed-source.ts";

/** Fewest statements of a target that the project's yield is measured on. */
const SUBSTANTIAL_STATEMENTS = 3;

/** What of a source, or of a file that was imported, is told beside what became of its targets. */
export interface ReportedSource extends Pick<
  AnalysedSource,
  "source" | "environmentReport" | "found" | "filtered" | "syntaxErrors" | "leftOut"
> {
  readonly commit: string | null;
  /** Targets that there are to try. */
  readonly selected: number;
  /** False where targets were left untried because a model gave no answer for now. Absent: true. */
  readonly isFinished?: boolean;
}

/** The figures of a source whose targets were tried. Targets left untried because of a limit count as filtered by `limit`, those without an answer of a model by `unanswered`. */
export function reportOnSource(
  analysed: ReportedSource,
  tried: readonly TriedRecord[],
  durationMs: number,
): SourceReport {
  const accepted = tried.filter((record) => record.outcome === "accepted");
  const rejected = createWordRecord<number>();
  for (const record of tried)
    if (record.outcome === "rejected") rejected[record.reason] = (rejected[record.reason] ?? 0) + 1;
  const refusedLicences = createWordRecord<number>();
  for (const record of tried)
    if (record.outcome === "rejected" && record.reason === "licence")
      refusedLicences[record.detail] = (refusedLicences[record.detail] ?? 0) + 1;
  const untried = analysed.selected - tried.length;
  const untriedBecause = analysed.isFinished === false ? "unanswered" : "limit";
  const substantial = tried.filter(
    ({ is_reached, statements }) => is_reached && statements >= SUBSTANTIAL_STATEMENTS,
  );
  const coreShaped = tried.filter(({ is_reached, is_core_shape }) => is_reached && is_core_shape);
  return {
    source: analysed.source,
    commit: analysed.commit,
    environment: analysed.environmentReport,
    found: analysed.found,
    filtered: untried === 0 ? analysed.filtered : { ...analysed.filtered, [untriedBecause]: untried },
    tried: tried.length,
    reached: tried.filter(({ is_reached }) => is_reached).length,
    accepted: accepted.length,
    rejected,
    refused_licences: refusedLicences,
    tiers: {
      core: figuresOf(accepted.filter(({ tier }) => tier === "core")),
      simple: figuresOf(accepted.filter(({ tier }) => tier === "simple")),
    },
    reached_substantial: substantial.length,
    accepted_substantial: substantial.filter(({ outcome }) => outcome === "accepted").length,
    reached_core_shape: coreShaped.length,
    accepted_core_shape: coreShaped.filter(({ outcome }) => outcome === "accepted").length,
    syntax_errors: analysed.syntaxErrors,
    left_out: analysed.leftOut,
    duration_ms: Math.round(durationMs),
  };
}

/** The report of a source that never came to its targets. */
export function reportOnFailure(
  source: string,
  commit: string | null,
  {
    failure,
    advice,
  }: {
    readonly failure: { readonly category: string; readonly message: string };
    readonly advice?: Advice | undefined;
  },
  durationMs: number,
): SourceReport {
  const none: TierFigures = { accepted: 0, median_mutation_score: null, median_coverage: null };
  return {
    source,
    commit,
    environment: {
      status: "failed",
      tests: { passed: 0, failed: 0, skipped: 0 },
      failure: { ...failure },
      ...(advice === undefined ? {} : { advice }),
    },
    found: 0,
    filtered: {},
    tried: 0,
    reached: 0,
    accepted: 0,
    rejected: {},
    refused_licences: {},
    tiers: { core: none, simple: none },
    reached_substantial: 0,
    accepted_substantial: 0,
    reached_core_shape: 0,
    accepted_core_shape: 0,
    syntax_errors: 0,
    left_out: {},
    duration_ms: Math.round(durationMs),
  };
}

function figuresOf(
  accepted: readonly { readonly mutation_score: number; readonly coverage: number }[],
): TierFigures {
  return {
    accepted: accepted.length,
    median_mutation_score: median(accepted.map(({ mutation_score }) => mutation_score)),
    median_coverage: median(accepted.map(({ coverage }) => coverage)),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
