import type { RepositoryFacts, TargetSelection } from "../../analysis/index.ts";
import type { HostPath } from "../../base/index.ts";
import type { LoadedTask, TaskDraft } from "../../datasets/index.ts";
import type { Environment } from "../../environments/index.ts";
import type { TargetInTree } from "../../judge/index.ts";
import type { Definition, Language, ParsedFile } from "../../languages/index.ts";
import type { ChosenMutants, LeakIndex, MutationResult, Thresholds } from "../../proof/index.ts";
import type { RejectionReason, TaskRecord } from "../../spec/index.ts";
import type { BuildOptions } from "../curation.ts";
import type { Services } from "../services.ts";
import type { PreparedSource, PreparedTarget } from "../prepared-source.ts";

/** Why a target makes no task. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** A task ready to be written, or why the target is none. `evaluations` is what it cost. */
export type TaskOutcome =
  | { readonly status: "accepted"; readonly draft: TaskDraft; readonly evaluations: number }
  | ({ readonly status: "rejected"; readonly evaluations: number } & Rejection);

/** Where a task of a set is worked with: its environment, and a folder that does not exist yet, which workers may have mounted for as long as the services last. */
export interface TaskPlace {
  readonly environment: Environment;
  readonly directory: HostPath;
}

/** Why a task did not prove itself again; undefined where it did. */
export type Shortfall = { readonly reason: string; readonly detail: string } | undefined;

/** What proving a task again takes beside its place. */
export interface ProvingAgain {
  readonly services: Services;
  readonly thresholds: Thresholds;
  readonly leaks: LeakIndex;
}

/** Which targets are asked for. */
export type SelectionOptions = Pick<
  BuildOptions,
  "preset" | "filters" | "withoutFilters" | "targets" | "sample" | "seed"
>;

/** What is hidden in a repository, and everything that depends on it: one folder beside this file, one line in the registry. */
export interface TaskKind {
  readonly name: TaskRecord["kind"];
  /** What of a repository's files may become a task, and how much of it which filter takes out. */
  select(files: readonly ParsedFile[], options: SelectionOptions, facts?: RepositoryFacts): TargetSelection;
  /** Why a target makes no core task, whatever grades it; undefined where it may make one. */
  findSimplicity(
    prepared: Pick<PreparedSource, "definedNames" | "nearestTo">,
    definition: Definition,
  ): string | undefined;
  /** What speaks against a target without running anything. Depends on its arguments alone. */
  screen(prepared: PreparedSource, target: PreparedTarget, options: BuildOptions): Rejection | undefined;
  /** Proposes what grades a target, proves it, hides the target and writes the request. Throws only when interrupted or on a bug. */
  make(prepared: PreparedSource, target: PreparedTarget, options: BuildOptions): Promise<TaskOutcome>;
  /** The target of a task in the tree that candidates get. Throws `corrupt-record`. */
  open(task: LoadedTask, language: Language, place: TaskPlace): TargetInTree;
  /** Proves a task again from nothing but its folder. */
  prove(task: LoadedTask, place: TaskPlace, again: ProvingAgain): Promise<Shortfall>;
  /** Judges mutants of a task's target by what grades it. Throws `reference-fails` where the reference no longer passes. */
  mutate(
    task: LoadedTask,
    place: TaskPlace,
    services: Services,
    chosen: ChosenMutants | undefined,
  ): Promise<MutationResult>;
}
