/*
 * What must not outlive this process. Disposing is the ordinary way; this is the second, synchronous one, for a process
 * that ends while sandboxes are alive. The hook is installed when the first sandbox is made.
 */

const cleanUps = new Set<() => void>();
let isHooked = false;

/** Has `cleanUp` (synchronous, never throwing, safe to call twice) run at process exit; returns what forgets it. */
export function cleanUpAtExit(cleanUp: () => void): () => void {
  if (!isHooked) {
    isHooked = true;
    process.on("exit", () => {
      for (const each of cleanUps) each();
    });
  }
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}
