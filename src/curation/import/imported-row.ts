import type { ForeignRow } from "../../datasets/index.ts";
import type { Tried } from "../settle-target.ts";

/** A tried target that remembers the row it was made of: in the journal, and in its task, where it gave one. */
export function withRow(tried: Tried, from: string, { id, record, text }: ForeignRow): Tried {
  const facts = { ...tried.facts, row: id };
  const { outcome } = tried;
  if (outcome?.status !== "accepted") return { ...tried, facts };
  const { draft } = outcome;
  const provenance = { ...draft.record.provenance, row: { from, id } };
  const row = { format: "imported-row/1" as const, from, id, text: text ?? JSON.stringify(record) };
  const told = { ...draft, record: { ...draft.record, provenance }, row };
  return { ...tried, facts, outcome: { ...outcome, draft: told } };
}
