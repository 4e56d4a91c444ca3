/** What is under way in a stage that asks and judges: looked at whenever the stage is shown. All counts of samples. */
export interface WorkLoad {
  /** Being asked of a model; undefined where none is. */
  readonly asked: number | undefined;
  /** Waiting for a worker. */
  readonly waiting: number;
  readonly atWork: number;
  /** Run since the stage began. */
  readonly evaluated: number;
  /** Of the finished steps those that cost nothing, because an earlier run had done them or nothing was there to do. */
  readonly stored: number;
}

/**
 * Where a long piece of work tells how far it is. One line of work at a time: `begin` a stage, `advance`
 * it, `begin` the next. Counts are of the stage's own unit. Showing it is the command line's business.
 */
export interface Progress {
  /** A stage starts. `total` is how many steps it has, where that is known; `load` tells what is under way, where that is counted. */
  begin(stage: string, total?: number, load?: () => WorkLoad): void;
  /**
   * `done` steps are finished (absolute, not a difference); `note` says what is being worked on. `expected` is how many steps there will
   * have been in the end, where that may be fewer than the stage's total.
   */
  advance(done: number, note?: string, expected?: number): void;
  /** Something a waiting person wants to read once, in a full sentence or a short fact. */
  note(text: string): void;
}

/** Progress that nobody watches. */
export const silentProgress: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  note: () => undefined,
};
