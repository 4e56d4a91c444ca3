/** The last seconds that a rate is drawn from: long enough to be steady, short enough to tell of a change. */
const WINDOW_MS = 20_000;
/** Before this a rate would be a guess. */
const LEAST_MS = 1_000;
/** Counts closer together than this are one. */
const STEP_MS = 250;

interface Count {
  readonly at: number;
  readonly count: number;
}

/** How fast something that is counted grows, over a sliding window. Times are milliseconds of one clock. */
export class RateWindow {
  /** Oldest first; the first is the newest one that is older than the window, or where the counting began. */
  readonly #counts: Count[];

  constructor(startedAt: number) {
    this.#counts = [{ at: startedAt, count: 0 }];
  }

  /** Takes note of a count, and gives the rate per second; undefined while it is too early to say, or nothing has come yet. */
  perSecond(now: number, count: number): number | undefined {
    const last = this.#counts.at(-1);
    if (last !== undefined && now - last.at >= STEP_MS) this.#counts.push({ at: now, count });
    while ((this.#counts[1]?.at ?? now) <= now - WINDOW_MS) this.#counts.shift();
    const [first] = this.#counts;
    if (first === undefined || count === 0 || now - first.at < LEAST_MS) return undefined;
    return ((count - first.count) / (now - first.at)) * 1_000;
  }
}
