import { z } from "zod";

const finding = {
  format: z.literal("erratum/1"),
  task_id: z.string(),
  task_digest: z.string(),
  reason: z.string(),
  /** ISO 8601, the day. */
  date: z.string(),
};

/** A retired task is neither asked nor counted; `restored` takes that back. The last of these lines about a task holds. */
const taskErratum = z.object({ ...finding, action: z.enum(["retired", "restored"]) });
export type TaskErratum = z.infer<typeof taskErratum>;

/** A retired case, an example or a test among them, grades nobody any more; `case_restored` takes that back. The last of these lines about a case holds. */
const caseErratum = z.object({
  ...finding,
  action: z.enum(["case_retired", "case_restored"]),
  case_id: z.string(),
});
export type CaseErratum = z.infer<typeof caseErratum>;

/**
 * One line of `errata.jsonl`: what was found out about a task, or one of its cases, after its set was made. `task_digest` is of the folder that was
 * looked at.
 */
export const erratum = z.discriminatedUnion("action", [taskErratum, caseErratum]);
export type Erratum = z.infer<typeof erratum>;
