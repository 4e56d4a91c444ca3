import { DEFAULT_GROWTH } from "../../testgen/index.ts";
import type { BuildOptions } from "../curation.ts";

/** How suites of rows grow. */
export const ROW_GROWTH: Pick<BuildOptions, "growth" | "comparesOutputBelow"> = {
  /** Tests of a row show little: longer than those of a repository with tests of its own. */
  growth: { ...DEFAULT_GROWTH, rounds: 40, patience: 8 },
  /** Mutation score below which a row that prints or logs is judged by that too: a strong suite needs no more to look at. */
  comparesOutputBelow: 0.97,
};
