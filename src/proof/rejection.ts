import type { RejectionReason } from "../spec/index.ts";

/** Why a target is no task. */
export interface Rejected {
  readonly status: "rejected";
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** Longest detail, in characters. */
const LONGEST_DETAIL = 500;

/** A rejection; a long detail is cut. */
export function reject(reason: RejectionReason, detail: string): Rejected {
  return { status: "rejected", reason, detail: detail.slice(0, LONGEST_DETAIL) };
}
