import type { Progress } from "../base/index.ts";
import { throwIfForGood, type ModelFailure } from "../models/index.ts";
import { notJudgedReason, type ResultRow } from "../spec/index.ts";
import { emptyRow, type RowIdentity } from "./result-rows.ts";

/** The row of a sample that a model gave no answer for: never a score. Throws the failure where every other request would fail alike. */
export function modelFailureRow(identity: RowIdentity, failure: ModelFailure): ResultRow {
  throwIfForGood(failure);
  const { code, message, repeat } = failure;
  return emptyRow(identity, {
    verdict: code === "refused" ? "refused" : "infrastructure",
    reason: notJudgedReason.parse(`model_${code.replaceAll("-", "_")}`),
    blame: "model",
    retryable: repeat !== "never",
    feedback: [{ audience: "hidden", text: message }],
  });
}

/** Says once for each reason how many samples have no answer, and why the first of them has none. */
export function tellModelFailures(rows: readonly ResultRow[], progress: Progress): void {
  const failed = Map.groupBy(
    rows.filter(({ blame, reward }) => blame === "model" && reward === null),
    ({ reason }) => reason ?? "",
  );
  for (const [reason, group] of failed) {
    const samples = `${group.length} ${group.length === 1 ? "sample" : "samples"}`;
    const goesOn = group.some(({ retryable }) => retryable) ? " The same command asks again." : "";
    progress.note(`${samples} without an answer (${reason}). ${group[0]?.feedback[0]?.text ?? ""}${goesOn}`);
  }
}
