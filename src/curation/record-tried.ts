import { DioramaError, whileWriting } from "../base/index.ts";
import { writeTask } from "../datasets/index.ts";
import type { ModelFailure } from "../models/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { AcceptedRecord, Journal, TriedFacts, TriedRecord } from "./journal.ts";
import type { Rejection, TaskOutcome } from "./kinds/kind.ts";
import { clusterLedBy, type CapRequest, type CapBook } from "./cap-book.ts";

/** A target that was tried, before its task is written. What comes first decides: screening, room in the set, the proof. */
export interface Tried {
  readonly facts: TriedFacts;
  readonly screened: Rejection | undefined;
  readonly request: CapRequest;
  /** Absent where nothing was run, for the target was screened out, there was no room for it, or it is `unanswered`. */
  readonly outcome: TaskOutcome | undefined;
  /** Why a model that was to write for it gave no answer for now: it is not to be recorded, but tried another time. */
  readonly unanswered: ModelFailure | undefined;
}

/** What accepted tasks go into. */
interface TaskSetInMaking {
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly caps: CapBook;
}

/** Writes an accepted task, unless the set has no room for it or another target already gave the very same one. */
export function recordTried({ folder, journal, caps }: TaskSetInMaking, tried: Tried): TriedRecord {
  const { facts, screened, request, outcome } = tried;
  const reject = ({ reason, detail }: Rejection): TriedRecord => ({
    ...facts,
    outcome: "rejected",
    reason,
    detail,
  });
  if (screened !== undefined) return reject(screened);
  const decision = caps.admit(request);
  if (decision.status === "full") return reject(decision);
  if (outcome === undefined)
    throw new DioramaError("bug", `${facts.path}:${facts.name} was not proven, though there is room for it.`);
  if (outcome.status === "rejected") return reject(outcome);
  const { draft } = outcome;
  const { id, tier, evidence } = draft.record;
  const twin = journal.findTask(id);
  if (twin !== undefined) {
    const detail = `the same task as ${twin.path}:${twin.name} of ${twin.source}`;
    return reject({ reason: "duplicate", detail });
  }
  const cluster = decision.cluster ?? clusterLedBy(id);
  const clustered = { ...draft, record: { ...draft.record, cluster } };
  const { mutation, coverage } = evidence;
  const accepted: AcceptedRecord = {
    ...facts,
    ...request,
    outcome: "accepted",
    task_id: id,
    digest: whileWriting(folder.path, () => writeTask(folder.path, clustered)),
    tier,
    cluster,
    mutation_score: mutation.score ?? 0,
    coverage: coverage.branch ?? coverage.line,
  };
  caps.take(accepted);
  return accepted;
}
