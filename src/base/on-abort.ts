const relays = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` once when `signal` is aborted, at once where it is already. The result takes the listener back. Listeners of one signal
 * may be very many: an AbortSignal by itself takes time in proportion to their number for each that goes.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const listeners = relays.get(signal) ?? startRelay(signal);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function startRelay(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  relays.set(signal, listeners);
  const relay = (): void => {
    for (const listener of listeners) listener();
    listeners.clear();
  };
  signal.addEventListener("abort", relay, { once: true });
  return listeners;
}
