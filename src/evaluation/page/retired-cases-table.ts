import type { RetiredCaseList } from "../retired-cases.ts";
import type { Markup } from "./markup.ts";
import { table } from "./page.ts";

/** The cases that grade nobody any more, one a line; nothing where there is none. */
export function tableRetiredCases(cases: RetiredCaseList): Markup[] {
  if (cases.length === 0) return [];
  const rows = cases.map(({ task_id, case_id, date, reason }) => [task_id, case_id, date, reason]);
  return [table("In none of the scores", ["task", "case", "since", "reason"], rows)];
}
