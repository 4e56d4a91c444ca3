import type { LoadedTask } from "../datasets/index.ts";
import type { Judgement } from "../judge/index.ts";
import type { ModelFailure } from "../models/index.ts";
import type { RunFolder } from "../store/index.ts";

/** What a source has for one sample. */
export type Completion =
  | {
      readonly status: "completed";
      readonly text: string;
      /** Figures that ride beside the reward in the result row. */
      readonly components?: Readonly<Record<string, number>>;
    }
  /** A prediction was asked for and there is none. */
  | { readonly status: "missing" }
  | {
      readonly status: "failed";
      readonly failure: ModelFailure;
      readonly components?: Readonly<Record<string, number>>;
    };

/** Judges an answer before it is the completion, for those who may try again. */
export type JudgeCompletion = (text: string) => Promise<Judgement>;

/** A sample whose completion is had when it is asked for. Samples of a task count from 0. */
export interface PendingCompletion {
  readonly sample: number;
  /** The same completion at every call of every run of the same identity. Throws `InterruptedError` once `signal` is aborted. */
  complete(signal: AbortSignal | undefined, judge: JudgeCompletion): Promise<Completion>;
}

/** Where completions of tasks of some kind come from. */
export interface CompletionSource<T = LoadedTask> {
  /** Samples of one task in order. None: the task is not part of the evaluation. */
  list(task: T): readonly PendingCompletion[];
}

/** A source that a run may be named after, before there is a folder for the run. */
export interface CompletionOrigin<T = LoadedTask> {
  /** What the run is called after: the model's spec, `predictions`, `stored`. */
  readonly name: string;
  /** What decides the completions, beside the task set. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Most completions that are waited for at a time; absent: they are there at once. */
  readonly requests?: number;
  /** Begins to complete; what is worth keeping goes to the run's folder. */
  open(folder: RunFolder): CompletionSource<T>;
}

/** An origin whose completions are all there. */
export function readyOrigin<T>(
  name: string,
  identity: CompletionOrigin["identity"],
  list: (task: T) => readonly { readonly sample: number; readonly completion: string | undefined }[],
): CompletionOrigin<T> {
  const source: CompletionSource<T> = {
    list: (task) =>
      list(task).map(({ sample, completion }) => ({
        sample,
        complete: async () =>
          completion === undefined ? { status: "missing" } : { status: "completed", text: completion },
      })),
  };
  return { name, identity, open: () => source };
}
