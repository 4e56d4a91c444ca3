import { z } from "zod";

/**
 * One line of `errata.jsonl`: what was found out about a task after its set was made. The last line about a task holds. `task_digest` is
 * of the folder that was looked at.
 */
export const erratum = z.object({
  format: z.literal("erratum/1"),
  task_id: z.string(),
  task_digest: z.string(),
  /** A retired task is neither asked nor counted; `restored` takes that back. */
  action: z.enum(["retired", "restored"]),
  reason: z.string(),
  /** ISO 8601, the day. */
  date: z.string(),
});
export type Erratum = z.infer<typeof erratum>;
