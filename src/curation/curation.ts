import type { Thresholds } from "../proof/index.ts";
import type { GrowthBudget } from "../testgen/index.ts";
import type { Advice } from "../environments/index.ts";
import type { Asked } from "./open-source.ts";
import type { Caps } from "./caps.ts";
import type { CallSummary } from "../models/index.ts";
import type { SandboxingSummary, WritingSummary } from "../pipelines/index.ts";
import type { EdgeCaseSummary } from "./edge-cases-record.ts";
import type { AdversarySummary, GivenAdversary } from "./adversaries-record.ts";
import type { ReimplementationSummary } from "./reimplementations-record.ts";
import type { UnansweredSummary } from "./unanswered.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import type { WritingRequest } from "./writing-request.ts";

/** What `build` was asked for. */
export interface BuildOptions {
  /** Sources as typed, in order. */
  readonly sources: readonly string[];
  /** Kinds of task; only `function` exists so far. */
  readonly kinds: readonly string[];
  /** `core` ships core tasks, `simple` ships both tiers. */
  readonly tier: "core" | "simple";
  /** Accepted tasks per build after which the rest is left untried; absent: no limit. */
  readonly limit?: number | undefined;
  /** Folder of the task set; absent: `task-sets/<name>-<digest of the inputs>` below the working directory. */
  readonly out?: string | undefined;
  readonly seed: number;
  /** Evaluations at a time. Does not change what is built. */
  readonly workers: number;
  /** `auto` or the name of a sandbox backend. */
  readonly sandbox: string;
  readonly thresholds: Thresholds;
  /** How long suites are grown; absent: as `growSuite` does by itself. */
  readonly growth?: GrowthBudget;
  /**
   * Mutation score, in `[0, 1]`, below which a target that prints or logs is tried once more, judged by that too; the stronger of both is taken.
   * Absent: output is never compared.
   */
  readonly comparesOutputBelow?: number;
  /** Targets to try, as `PATH:NAME` or `NAME`; none: all. */
  readonly targets: readonly string[];
  /** Name of a preset whose filters and sample stand in the place of the default ones; absent: those. */
  readonly preset?: string | undefined;
  /** Names of filters to switch on beside these. */
  readonly filters: readonly string[];
  /** Names of filters to switch off. */
  readonly withoutFilters: readonly string[];
  /** Most functions of a source that are tried, and as many methods, chosen by the seed; absent: as the preset says, or else all. */
  readonly sample?: number | undefined;
  /** `any`, or SPDX ids, among which `permissive` stands for all permissive ones. */
  readonly licences: readonly string[];
  readonly caps: Caps;
  /** What environments are to be, beyond what is found out. */
  readonly asked: Asked;
  /** Recipe that the environment of the one source is made again from. Absent: as its files and `asked` lead to. */
  readonly recipe?: EnvironmentRecipe | undefined;
  /** A model that writes further tests for each target. Absent: none is asked. */
  readonly writing?: WritingRequest | undefined;
  /** Wrong implementations from elsewhere that suites are to tell, of targets of any source by path and name. */
  readonly adversaries?: readonly GivenAdversary[] | undefined;
}

/** Figures of one tier of a source. Medians are null where nothing was accepted. */
export interface TierFigures {
  readonly accepted: number;
  readonly median_mutation_score: number | null;
  readonly median_coverage: number | null;
}

/** What became of one source; field names are those of the `--json` document. */
export interface SourceReport {
  readonly source: string;
  readonly commit: string | null;
  readonly environment: {
    /** An environment's status; `not_built` where no licence lets anything of the source be used. */
    readonly status: string;
    readonly tests: { passed: number; failed: number; skipped: number };
    readonly failure?: { category: string; message: string };
    /** Why it did not come up whole, and what to do next. */
    readonly advice?: Advice;
  };
  readonly found: number;
  readonly filtered: Readonly<Record<string, number>>;
  readonly tried: number;
  readonly reached: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** Targets rejected because of their licence, by what it is. */
  readonly refused_licences: Readonly<Record<string, number>>;
  readonly tiers: Readonly<Record<"core" | "simple", TierFigures>>;
  /** Reached targets with three or more statements, and how many of them were accepted in either tier. */
  readonly reached_substantial: number;
  readonly accepted_substantial: number;
  /** Reached targets that could be core tasks by their shape, and how many of them were accepted. */
  readonly reached_core_shape: number;
  readonly accepted_core_shape: number;
  /** Files in which something could not be parsed; the rest of them was. */
  readonly syntax_errors: number;
  /** Files that were not read, by reason (`too_large`, `symlink_outside`, `not_utf8`, …). */
  readonly left_out: Readonly<Record<string, number>>;
  readonly duration_ms: number;
}

/** The document that `build --json` prints. */
export interface BuildReport {
  readonly task_set: string;
  readonly sources: readonly SourceReport[];
  readonly accepted: number;
  /** True where an earlier run had already finished this folder and nothing was done. */
  readonly was_finished: boolean;
  /** False where a source could not be had for now, or a model gave no answer: the same command goes on. */
  readonly is_finished: boolean;
  /** What writing tests came to; absent where no model was asked. */
  readonly writing?: WritingSummary;
  /** What became of inputs that a model suggested; absent where none were asked for. */
  readonly edge_cases?: EdgeCaseSummary;
  /** What making targets run alone came to; absent where it was not asked for. */
  readonly sandboxed?: SandboxingSummary;
  /** What became of wrong implementations that were given; absent where there were none. */
  readonly adversaries?: AdversarySummary;
  /** What became of those that a model wrote anew; absent where there were none. */
  readonly reimplementations?: ReimplementationSummary;
  /** What the answers of a model took, in this and earlier invocations, by the part of the work that asked. Absent where it gave none. */
  readonly calls?: CallSummary & { readonly stages: Readonly<Record<string, CallSummary>> };
  /** What is left because a model gave no answer for now; absent where nothing is. */
  readonly unanswered?: UnansweredSummary;
}

/** What `verify` was asked for. */
export interface VerifyOptions {
  readonly taskSet: string;
  readonly task?: string | undefined;
  /** Write records of earlier formats in today's first. */
  readonly upgrade?: boolean | undefined;
  readonly workers: number;
  readonly sandbox: string;
}

/** The document that `verify --json` prints. */
export interface VerifyReport {
  readonly task_set: string;
  /** Tasks whose record was of an earlier format and was written in today's. */
  readonly upgraded: number;
  readonly tasks: number;
  readonly proven: number;
  readonly failed: readonly { readonly task_id: string; readonly reason: string; readonly detail: string }[];
  /** Of these tasks, those that errata retired, and the cases of others. They are proven as they are: errata change no task. */
  readonly retired: {
    readonly tasks: readonly string[];
    readonly cases: Readonly<Record<string, readonly string[]>>;
  };
}
