import { accessSync, constants, existsSync } from "node:fs";

import {
  DioramaError,
  joinPath,
  JsonLinesWriter,
  readJsonLines,
  whileWriting,
  type HostPath,
} from "../base/index.ts";
import { readRetired } from "./errata.ts";
import { isSameForm, solveRate, type PromptForm, type SolveRate } from "../spec/index.ts";

const FILE = "rates.jsonl";

/** How often one solver that was told in one form passed one task, over all runs. */
export interface MeasuredRate extends PromptForm {
  readonly task_id: string;
  readonly solver: string;
  readonly n: number;
  readonly passed: number;
  /** Day of the last of the runs. */
  readonly date: string;
}

/**
 * Measured solve rates of a task set, added up over runs, in the order in which task, solver and form first appear. Outdated ones are none of them.
 * Throws `corrupt-record`.
 */
export function readMeasuredRates(taskSet: HostPath): readonly MeasuredRate[] {
  const sums = new Map<string, MeasuredRate>();
  for (const rate of readLatest(taskSet).measured) {
    const { task_id, solver, specification, context, method, n, passed, date } = rate;
    const key = JSON.stringify([task_id, solver, specification, context, method]);
    const known = sums.get(key) ?? { n: 0, passed: 0, date };
    sums.set(key, {
      task_id,
      solver,
      specification,
      context,
      method,
      n: known.n + n,
      passed: known.passed + passed,
      date: known.date > date ? known.date : date,
    });
  }
  return [...sums.values()];
}

/** Rates, of one task in one run each, that were measured over other cases than grade the task now. */
export function readOutdatedRates(taskSet: HostPath): readonly SolveRate[] {
  return readLatest(taskSet).outdated;
}

function readLatest(taskSet: HostPath): { readonly measured: SolveRate[]; readonly outdated: SolveRate[] } {
  const { cases } = readRetired(taskSet);
  const latest = new Map(readRates(taskSet).map((rate) => [keyOf(rate), rate]));
  const { measured = [], outdated = [] } = Object.groupBy(
    latest.values(),
    ({ task_id, retired_cases: without }) =>
      isSameSet(without, [...(cases.get(task_id)?.keys() ?? [])]) ? "measured" : "outdated",
  );
  return { measured, outdated };
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return new Set(left).symmetricDifference(new Set(right)).size === 0;
}

/** Finds out whether rates can be added, before the work that measures them. Throws what `whileWriting` throws. */
export function requireWritableRates(taskSet: HostPath): void {
  const path = joinPath(taskSet, FILE);
  whileWriting(path, () => accessSync(existsSync(path) ? path : taskSet, constants.W_OK));
}

/** Adds rates beside the manifest, without those that stand there already; how many were added. Throws what `whileWriting` throws. */
export function appendRates(taskSet: HostPath, rates: readonly SolveRate[]): number {
  const latest = new Map(readRates(taskSet).map((rate) => [keyOf(rate), rate]));
  const isNew = (rate: SolveRate): boolean => {
    const known = latest.get(keyOf(rate));
    if (known === undefined || !isSameForm(known, rate)) return true;
    if (!isSameSet(known.retired_cases, rate.retired_cases)) return true;
    return known.n !== rate.n || known.passed !== rate.passed;
  };
  const added = rates.filter(isNew);
  if (added.length === 0) return 0;
  const path = joinPath(taskSet, FILE);
  whileWriting(path, () => {
    using writer = new JsonLinesWriter(path);
    for (const rate of added) writer.append(solveRate.parse(rate));
  });
  return added.length;
}

function readRates(taskSet: HostPath): readonly SolveRate[] {
  const path = joinPath(taskSet, FILE);
  return readJsonLines(path).map((record, index) => {
    const read = solveRate.safeParse(record);
    if (read.success) return read.data;
    throw new DioramaError(
      "corrupt-record",
      `Cannot read line ${index + 1} of ${path}: it is no solve-rate/1.`,
      {
        cause: read.error,
      },
    );
  });
}

function keyOf({ task_id, solver, run }: SolveRate): string {
  return JSON.stringify([task_id, solver, run]);
}
