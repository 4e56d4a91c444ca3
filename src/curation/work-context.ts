import type { Logger, Progress } from "../base/index.ts";

/** Where a long piece of work tells how it goes, and hears that it should stop. */
export interface WorkContext {
  readonly progress: Progress;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
}
