import { isOfAllRequests, openRunReplies, withSpending, wrapModel, type Model } from "../models/index.ts";
import type { ModelFailure, Spending } from "../models/index.ts";
import {
  createAloneWriter,
  createTestWriter,
  suggestInputs,
  writeImplementations,
  type AloneWriter,
  type AskedImplementations,
  type ImplementedTarget,
  type SuggestedInputs,
  type WritingTarget,
  type TestWriter,
  type TestWriting,
  type WrittenImplementations,
} from "../pipelines/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { WorkContext } from "./work-context.ts";
import type { WritingRequest } from "./writing-request.ts";

/** What a model writes for one target. */
export interface TargetWriter {
  readonly tests: TestWriter;
  /** What makes it run in a file of its own. */
  readonly alone: AloneWriter;
  /** Implementations, as they were answered: as many as are asked for. */
  writeImplementations(
    asked: AskedImplementations,
    target: ImplementedTarget,
    signal: AbortSignal | undefined,
  ): Promise<WrittenImplementations>;
  /** Inputs that careless engineers miss; undefined where none are asked for. */
  suggest(target: WritingTarget, signal: AbortSignal | undefined): Promise<SuggestedInputs | undefined>;
  /** What this target's answers took so far. */
  readonly spending: () => Spending;
}

/** The tests of a target in the making, and who writes them. */
export interface BegunWriting {
  readonly writer: TargetWriter;
  readonly writing: TestWriting;
}

/** What a model writes in a build. */
export class Writer {
  readonly #model: Model;
  readonly #request: WritingRequest;
  #failure: ModelFailure | undefined;

  constructor(model: Model, request: WritingRequest) {
    this.#model = model;
    this.#request = request;
  }

  /** The failure after which nothing more is asked: every request would meet it. */
  get failure(): ModelFailure | undefined {
    return this.#failure;
  }

  openTarget(): TargetWriter {
    const { model, spending } = withSpending(this.#model);
    const { settings, adversaries, reimplementations, prompts, edgeCases } = this.#request;
    const counts = { wrong: adversaries, anew: reimplementations };
    return {
      tests: createTestWriter(model, this.#request),
      alone: createAloneWriter(model, this.#request),
      writeImplementations: (asked, target, signal) =>
        writeImplementations(model, target, { asked, settings, count: counts[asked], prompts }, signal),
      suggest: async (target, signal) =>
        edgeCases ? suggestInputs(model, target, { settings, prompts }, signal) : undefined,
      spending,
    };
  }

  /** Takes note of why a target has no answer for now. */
  noteFailure(failure: ModelFailure): void {
    if (isOfAllRequests(failure)) this.#failure ??= failure;
  }
}

/** The writer of a build; its answers are kept in the build's folder. */
export function openWriter(
  request: WritingRequest,
  folder: RunFolder,
  { logger }: Pick<WorkContext, "logger">,
): Writer {
  const { model, reached, cacheDirectory } = request;
  const store = openRunReplies(folder, model, cacheDirectory);
  return new Writer(wrapModel(model, { ...reached, logger }, store), request);
}
