import type { UnresolvedReason } from "../spec/index.ts";
import type { EvaluationOutcome } from "./judge.ts";

type EndedEarly = Exclude<EvaluationOutcome["status"], "observed" | "stopped" | "lost-worker">;

/** Why a candidate whose evaluation ended early is unresolved. */
export const reasonOf: Record<EndedEarly, UnresolvedReason> = {
  "not-built": "not_built",
  "import-failed": "import_failed",
  "timed-out": "timed_out",
  "out-of-memory": "out_of_memory",
  "output-limit": "output_limit",
  crashed: "crashed",
  malformed: "malformed_output",
};
