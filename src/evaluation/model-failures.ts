import { DioramaError, type Progress } from "../base/index.ts";
import type { ModelFailure } from "../models/index.ts";
import { notJudgedReason, type ResultRow } from "../spec/index.ts";
import { emptyRow, type RowIdentity } from "./result-rows.ts";

const hints: Partial<Record<ModelFailure["code"], string>> = {
  "bad-key":
    "Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or name the variable that holds the key with --key-variable.",
  "price-unknown": "Say what tokens cost with --prices FILE, or leave out --max-usd.",
  "unknown-model": "Check the name of the model and the base URL, which usually ends in /v1.",
};

/** The row of a sample that a model gave no answer for: never a score. Throws the failure where every other request would fail alike. */
export function modelFailureRow(identity: RowIdentity, { code, message, repeat }: ModelFailure): ResultRow {
  const hint = hints[code];
  if (hint !== undefined) throw new DioramaError(code, message, { hint });
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
