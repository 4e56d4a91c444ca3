/**
 * Cheats that every task is proven against: at least one of each family that could tell something about a task, the quick ones.
 * The whole catalogue is a matter of the judge and runs in its tests and by `evaluate --model cheat:NAME`. They run as
 * candidates do, in a parent that has just served others of their file.
 */
export const PROOF_CHEATS: ReadonlySet<string> = new Set([
  "delegate",
  "delegate-frames",
  "delegate-garbage",
  "delegate-heap",
  "delegate-import",
  "delegate-kept",
  "delegate-subclass",
  "equal-to-everything",
  "lying-subclass",
  "spoofed-class",
  "exit-hard",
  "forge-output",
  "patch-builtins",
  "patch-driver",
  "detect-tracing",
  "count-calls",
]);
