import type { HostPath } from "../base/index.ts";
import type { Model, ModelOptions } from "../models/index.ts";
import type { WritingOptions } from "../pipelines/index.ts";

/** A model that writes tests and implementations while a set is built, and how it is asked. */
export interface WritingRequest extends WritingOptions {
  readonly model: Model;
  /** Wrong implementations that are asked for each target. */
  readonly adversaries: number;
  /** Right implementations that are asked for each target. */
  readonly reimplementations: number;
  /** Inputs that a careless engineer misses are asked for. */
  readonly edgeCases: boolean;
  /** Share of a source's targets, in `[0, 1]`, whose tests are to be good: rounds go over all targets and end with it. Absent: each target has its rounds. */
  readonly share?: number | undefined;
  /** What makes no task in its repository is made to run in a file of its own. */
  readonly sandboxed: boolean;
  readonly reached: Omit<ModelOptions, "logger">;
  /** Folder of the answers of all runs; absent: only the build's own are used again. */
  readonly cacheDirectory: HostPath | undefined;
}
