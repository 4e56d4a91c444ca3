import { z } from "zod";

/** What spoke against texts that were not taken, by kind; absent where nothing did. */
const complaints = z.array(z.string()).optional();

/** What became of one task of a set whose documentation was written better: a line of `reworded.jsonl`. */
export const rewordedRecord = z.discriminatedUnion("status", [
  z.object({
    reworded_from: z.string(),
    status: z.literal("accepted"),
    task_id: z.string(),
    digest: z.string(),
    /** Answers that it took. */
    answers: z.int(),
    complaints,
  }),
  z.object({
    reworded_from: z.string(),
    status: z.literal("left_out"),
    reason: z.string(),
    detail: z.string(),
    complaints,
  }),
]);
export type RewordedRecord = z.infer<typeof rewordedRecord>;
