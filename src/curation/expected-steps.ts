/** How far trying targets has come. */
export interface Tally {
  readonly done: number;
  /** Of those that are done. */
  readonly accepted: number;
  /** Tasks that are wanted yet; infinite where as many as there are. */
  readonly left: number;
  /** Targets that there are. */
  readonly total: number;
}

/** How many targets will have been tried in the end, should as many of the rest be accepted as so far. */
export function expectedSteps({ done, accepted, left, total }: Tally): number {
  if (left <= 0) return done;
  if (accepted === 0 || left === Number.POSITIVE_INFINITY) return total;
  return Math.min(total, done + Math.ceil((left * done) / accepted));
}
