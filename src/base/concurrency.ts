import { setImmediate } from "node:timers/promises";

import { InterruptedError, throwIfInterrupted } from "./errors.ts";
import { onAbort } from "./on-abort.ts";

/**
 * Maps `items` with at most `width` calls under way, yielding results in the order of `items`. At most
 * `lookahead` items (default `4 * width`) are begun ahead of the one that the consumer waits for. When the consumer
 * stops early, nothing new is begun and what is under way is awaited. The first error ends the iteration.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T, index: number) => Promise<R>,
  lookahead: number = 4 * width,
): AsyncGenerator<R, void, undefined> {
  const iterator = items[Symbol.iterator]();
  const waiting: Promise<R>[] = [];
  const slots = createLimit(width);
  let index = 0;
  let isOver = false;
  const run = async (item: T, at: number): Promise<R> => {
    if (isOver) throw new Error("Not begun: the iteration is over.");
    try {
      return await work(item, at);
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const begin = (): void => {
    while (waiting.length < lookahead) {
      const next = iterator.next();
      if (next.done === true) return;
      const at = index++;
      const result = slots(() => run(next.value, at));
      result.catch(() => undefined);
      waiting.push(result);
    }
  };
  try {
    for (begin(); waiting.length > 0; begin()) yield await (waiting.shift() as Promise<R>);
  } finally {
    isOver = true;
    await Promise.allSettled(waiting);
  }
}

/** A function that runs what it is given, at most `width` at a time, first come first served. */
export function createLimit(width: number): <R>(work: () => Promise<R>) => Promise<R> {
  const queue: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active >= width) await new Promise<void>((resolve) => queue.push(resolve));
    else active++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) active--;
      else next();
    }
  };
}

/** What `promise` gives, unless `signal` is aborted before: then `InterruptedError`, and nobody waits for it any more. */
export async function unlessInterrupted<R>(promise: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  promise.catch(() => undefined);
  throwIfInterrupted(signal);
  if (signal === undefined) return promise;
  const interrupted = Promise.withResolvers<never>();
  const takeBack = onAbort(signal, () => interrupted.reject(new InterruptedError()));
  try {
    return await Promise.race([promise, interrupted.promise]);
  } finally {
    takeBack();
  }
}

/**
 * A function to call between the steps of long work that never waits by itself, so that timers and signals have their
 * turn: it waits for them where `everyMs` have passed since the last time.
 */
export function createPause(everyMs: number = 50): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await setImmediate();
    last = performance.now();
  };
}
