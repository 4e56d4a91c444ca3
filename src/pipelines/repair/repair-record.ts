import type { PlanFields } from "../../environments/index.ts";
import type { BadAnswer, RepairAction } from "./read-action.ts";

/** How the work of a model on an environment ended. */
export type RepairEnd =
  | "repaired"
  | "given_up"
  | "turns_spent"
  | "commands_spent"
  | "verifications_spent"
  | "time_spent"
  | "cpu_time_spent"
  | "budget_spent"
  | "refused"
  | "unanswered";

/** One turn, for people. */
export interface RepairStep {
  readonly turn: number;
  readonly action: RepairAction["action"] | "none";
  /** The command, the path, the fields, or why nothing was done. */
  readonly what: string;
  /** In a few words. */
  readonly gave: string;
}

/** What a model did on an environment that did not come up. Field names are those of JSON documents. */
export interface RepairRecord {
  /** The model's SPEC. */
  readonly model: string;
  readonly ended: RepairEnd;
  /** What the model, or its service, said at the end; absent where nothing is to be said. */
  readonly detail?: string;
  readonly turns: number;
  readonly commands: number;
  readonly verifications: number;
  /** Answers that could not be done, by why. */
  readonly bad_answers: Readonly<Partial<Record<BadAnswer, number>>>;
  /** The fields of the plan at the end. */
  readonly plan: PlanFields;
  readonly steps: readonly RepairStep[];
  /** Wall-clock time of commands and trials; that of answers is left out. */
  readonly work_ms: number;
  /** Processor time of them. */
  readonly cpu_ms: number;
}
