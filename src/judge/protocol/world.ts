import type { Variation } from "../../languages/index.ts";

/** What an evaluation sees of its surroundings, unless it is one that looks whether they matter. */
export const plainVariation: Variation = { hashSeed: 0, timeZone: "UTC", locale: "C.UTF-8" };

/** The world that a driver makes for each case; docs/protocol.md tells what each is. */
export const WORLD = {
  clockStartSeconds: 1_699_956_000,
  monotonicStartSeconds: 1_000,
  clockStepNs: 1_000,
  seed: 20_231_114,
  /** Of the edited file: when it was last read and written. */
  fileDateSeconds: 1_600_000_000,
} as const;
