import { z } from "zod";

import { targetPlace } from "./target-place.ts";

import type { RepositoryPath } from "../base/index.ts";

/** An implementation that somebody gave. */
export interface GivenAdversary {
  readonly path: RepositoryPath;
  /** Qualified. */
  readonly name: string;
  /** Where it comes from, for records: `run`, `model`. */
  readonly origin: string;
  /** As a solver answers. */
  readonly completion: string;
}

/** One line of `adversaries.jsonl`: what became of the implementations that were given for one target. */
export const adversariesRecord = z.object({
  format: z.literal("adversaries/1"),
  ...targetPlace.shape,
  tried: z.array(
    z.object({
      id: z.string(),
      origin: z.string(),
      /** As `AdversaryFate`; `unusable`: no definition that could be put in its place; null: no suite was grown far enough. */
      fate: z.enum(["told", "told_by_new", "untold", "unusable"]).nullable(),
    }),
  ),
});
export type AdversariesRecord = z.infer<typeof adversariesRecord>;

/** Records of what became of wrong implementations, in a build's folder. */
export const ADVERSARIES = "adversaries";

/** What adversaries came to over all targets. */
export interface AdversarySummary {
  readonly given: number;
  readonly unusable: number;
  /** Told by cases that suites have without them. */
  readonly told: number;
  /** Told by cases that were taken for them: the gain. */
  readonly told_by_new: number;
  /** Told by no input known: they may be right. */
  readonly untold: number;
}

/** Sums up the records of a build. */
export function summariseAdversaries(records: readonly AdversariesRecord[]): AdversarySummary {
  const all = records.flatMap(({ tried }) => tried);
  const countOf = (wanted: string): number => all.filter(({ fate }) => fate === wanted).length;
  return {
    given: all.length,
    unusable: countOf("unusable"),
    told: countOf("told"),
    told_by_new: countOf("told_by_new"),
    untold: countOf("untold"),
  };
}
