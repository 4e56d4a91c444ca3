/** Ends work that goes on side by side when one part of it fails. Dispose it to stop listening. */
export interface Stop extends Disposable {
  /** Aborted with the outer signal, and when a part fails. */
  readonly signal: AbortSignal;
  /** The first failure; the others are mostly its consequences. */
  readonly reason: unknown;
  /** Takes note of a failure, stops the rest and throws it again: for `catch`. */
  readonly because: (error: unknown) => never;
}

/** Creates a stop that follows `outer`. */
export function createStop(outer: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const follow = (): void => controller.abort();
  if (outer?.aborted === true) follow();
  outer?.addEventListener("abort", follow);
  let first: { readonly error: unknown } | undefined;
  return {
    signal: controller.signal,
    get reason() {
      return first?.error;
    },
    because(error) {
      first ??= { error };
      controller.abort();
      throw error;
    },
    [Symbol.dispose]: () => outer?.removeEventListener("abort", follow),
  };
}
