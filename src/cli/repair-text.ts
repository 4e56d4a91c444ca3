import type { RepairReport } from "../curation/index.ts";
import { describeCalls } from "../models/index.ts";

/** What a model did for an environment, in a line. */
export function renderRepair({ model, ended, detail, calls, ...record }: RepairReport): string {
  const { turns, commands, verifications, work_ms: workMs } = record;
  const did = `${turns} turns, ${commands} commands, ${verifications} trials in ${Math.round(workMs / 1_000)} s`;
  const took = calls === undefined ? "" : `; ${describeCalls(calls)}`;
  const why = detail === undefined ? "" : ` (${detail})`;
  return `model ${model}: ${ended.replaceAll("_", " ")}${why} after ${did}${took}`;
}
