/**
 * Where a long piece of work tells how far it is. One line of work at a time: `begin` a stage, `advance`
 * it, `begin` the next. Counts are of the stage's own unit. Showing it is the command line's business.
 */
export interface Progress {
  /** A stage starts. `total` is how many steps it has, where that is known. */
  begin(stage: string, total?: number): void;
  /** `done` steps are finished (absolute, not a difference); `note` says what is being worked on. */
  advance(done: number, note?: string): void;
  /** Something a waiting person wants to read once, in a full sentence or a short fact. */
  note(text: string): void;
}

/** Progress that nobody watches. */
export const silentProgress: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  note: () => undefined,
};
