import { setTimeout as wait } from "node:timers/promises";

/**
 * A bound in milliseconds on what ends by itself: so far beyond what a busy machine needs that only what hangs meets it. Tests of
 * what happens at a time limit use limits of their own.
 */
export const PATIENCE_MS = 300_000;

/** Looks again and again, until nothing is found or there is no reason to hope that it goes any more; gives what is left. */
export async function untilNone<T>(look: () => readonly T[]): Promise<readonly T[]> {
  const giveUpAt = performance.now() + PATIENCE_MS / 10;
  for (;;) {
    const found = look();
    if (found.length === 0 || performance.now() > giveUpAt) return found;
    await wait(50);
  }
}
