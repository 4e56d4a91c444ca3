import { z } from "zod";

/** What became of one task of a set that was renamed: a line of `renamed.jsonl`. */
export const renamedRecord = z.discriminatedUnion("status", [
  z.object({
    renamed_from: z.string(),
    status: z.literal("accepted"),
    task_id: z.string(),
    digest: z.string(),
  }),
  z.object({
    renamed_from: z.string(),
    status: z.literal("left_out"),
    reason: z.string(),
    detail: z.string(),
  }),
]);
export type RenamedRecord = z.infer<typeof renamedRecord>;
