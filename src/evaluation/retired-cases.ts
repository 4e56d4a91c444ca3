import type { Retired } from "../datasets/index.ts";
import type { CaseErratum } from "../spec/index.ts";

/** Retired cases as documents list them. */
export type RetiredCaseList = readonly Pick<CaseErratum, "task_id" | "case_id" | "reason" | "date">[];

/** The cases that are retired, in the order of their tasks' first errata; those of retired tasks among them. */
export function listRetiredCases({ cases }: Pick<Retired, "cases">): RetiredCaseList {
  return [...cases.values()].flatMap((own) =>
    Array.from(own.values(), ({ task_id, case_id, reason, date }) => ({ task_id, case_id, reason, date })),
  );
}
