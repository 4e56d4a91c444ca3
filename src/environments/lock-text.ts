import type { z } from "zod";

import { UsageError } from "../base/index.ts";

/** A lock that is JSON of one format. Throws `unreadable-lock`. */
export function parseLockText<T>(text: string, format: z.ZodType<T>, language: string): T {
  try {
    return format.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError("unreadable-lock", `Cannot install a lock of ${language}: it has another form.`, {
      cause: error,
      hint: "Give a file as `diorama environment build SOURCE --out FILE` wrote it.",
    });
  }
}
