import type { z } from "zod";

import { readableJson, UsageError } from "../base/index.ts";

/** How a lock that is plain data stands in recipes. */
export interface LockForm<Lock> {
  /** Throws `unreadable-lock`. */
  parse(text: string): Lock;
  format(lock: Lock): string;
}

/** Locks of a language as JSON of one format. */
export function lockForm<Lock>(format: z.ZodType<Lock>, language: string): LockForm<Lock> {
  return {
    parse(text) {
      try {
        return format.parse(JSON.parse(text));
      } catch (error) {
        throw new UsageError(
          "unreadable-lock",
          `Cannot install a lock of ${language}: it has another form.`,
          { cause: error, hint: "Give a file as `diorama environment build SOURCE --out FILE` wrote it." },
        );
      }
    },
    format: readableJson,
  };
}
