import { basename } from "node:path";

import { readJournal } from "../../curation/index.ts";
import {
  measureDiversity,
  readMeasuredRates,
  readOutdatedRates,
  type MeasuredRate,
  type TaskSet,
} from "../../datasets/index.ts";
import {
  DEFAULT_PROMPT_FORM,
  isSameForm,
  type Erratum,
  type PromptForm,
  type TaskRecord,
  type TaskSetManifest,
} from "../../spec/index.ts";
import { meanInterval, type Interval } from "../metrics/interval.ts";
import { rankCorrelation, type RankCorrelation } from "../metrics/rank-correlation.ts";
import { listRetiredCases, type RetiredCaseList } from "../retired-cases.ts";
import { describeDistribution, type Distribution } from "./distribution.ts";
import { describeFunnel, type Funnel } from "./funnel.ts";

/** What a task set is like, as the JSON document of `stats`. */
export interface TaskSetStatistics {
  readonly task_set: string;
  readonly name: string;
  readonly tasks: number;
  readonly retired: readonly Pick<Erratum, "task_id" | "reason" | "date">[];
  /** Cases that grade nobody any more, of tasks that are not retired. */
  readonly retired_cases: RetiredCaseList;
  readonly tiers: Readonly<Record<string, number>>;
  /** Null for a set that came without its journal. */
  readonly funnel: Funnel | null;
  readonly quality: {
    readonly mutation_score: Distribution;
    /** Of the mistakes that an input tells, the share that a case tells; null of tasks without such mistakes. */
    readonly mistakes_told: Distribution;
    readonly branch_coverage: Distribution;
    readonly line_coverage: Distribution;
    readonly determinacy: Distribution;
  };
  readonly difficulty: {
    readonly predicted: Distribution;
    /** In what form the solvers were told whose rates these are. */
    readonly form: PromptForm;
    readonly measured: readonly SolverRates[];
    /** Rates, of one task in one run each, that are left out: they were measured over other cases than grade the task now. */
    readonly outdated: number;
  };
  /** Table → value → count, as in the manifest, without retired tasks. */
  readonly diversity: TaskSetManifest["diversity"];
}

/** What one solver's measured rates say. Tasks are points from the hardest predicted to the easiest. */
export interface SolverRates {
  readonly solver: string;
  readonly tasks: number;
  readonly samples: number;
  /** Mean rate over tasks with its 95 % interval. */
  readonly rate: Interval & { readonly value: number };
  /** Of predicted and measured rates. */
  readonly spearman: RankCorrelation;
  readonly points: readonly {
    readonly task_id: string;
    readonly predicted: number;
    readonly n: number;
    readonly passed: number;
  }[];
}

/** Earlier versions called every set that was told where to lie the same. */
function nameOf({ directory, manifest: { name } }: TaskSet): string {
  return name === "task-set" ? basename(directory) : name;
}

/** Reads records, journal, errata and the rates of one form of a task set. Retired tasks count in the funnel only. */
export function readStatistics(taskSet: TaskSet, form: PromptForm = DEFAULT_PROMPT_FORM): TaskSetStatistics {
  const { directory, manifest } = taskSet;
  const { tasks: retired, cases: retiredCases } = taskSet.retired;
  const records = [...taskSet.tasks()].map(({ record }) => record);
  const tasks = records.filter(({ id }) => !retired.has(id));
  const ids = new Set(tasks.map(({ id }) => id));
  const journal = readJournal(directory);
  const spread = (figure: (evidence: TaskRecord["evidence"]) => number | null): Distribution =>
    describeDistribution(tasks.map(({ evidence }) => figure(evidence)));
  return {
    task_set: directory,
    name: nameOf(taskSet),
    tasks: tasks.length,
    retired: [...retired.values()]
      .filter(({ task_id }) => records.some(({ id }) => id === task_id))
      .map(({ task_id, reason, date }) => ({ task_id, reason, date })),
    retired_cases: listRetiredCases({ cases: retiredCases }).filter(({ task_id }) => ids.has(task_id)),
    tiers: {
      core: tasks.filter(({ tier }) => tier === "core").length,
      simple: tasks.filter(({ tier }) => tier === "simple").length,
    },
    funnel: journal === undefined ? null : describeFunnel(journal),
    quality: {
      mutation_score: spread(({ mutation }) => mutation.score),
      mistakes_told: spread(({ mistakes }) =>
        mistakes === undefined || mistakes.tried === 0 ? null : mistakes.told / mistakes.tried,
      ),
      branch_coverage: spread(({ coverage }) => coverage.branch),
      line_coverage: spread(({ coverage }) => coverage.line),
      determinacy: spread(({ determinacy }) => determinacy.score),
    },
    difficulty: {
      predicted: describeDistribution(tasks.map(({ difficulty }) => difficulty.predicted.solve_rate)),
      form,
      measured: describeRates(
        tasks,
        readMeasuredRates(directory).filter((rate) => isSameForm(rate, form)),
      ),
      outdated: readOutdatedRates(directory).filter((rate) => isSameForm(rate, form) && ids.has(rate.task_id))
        .length,
    },
    diversity: retired.size === 0 ? manifest.diversity : measureDiversity(tasks),
  };
}

function describeRates(tasks: readonly TaskRecord[], rates: readonly MeasuredRate[]): SolverRates[] {
  const predicted = new Map(tasks.map(({ id, difficulty }) => [id, difficulty.predicted.solve_rate]));
  return [...new Set(rates.map(({ solver }) => solver))].flatMap((solver) => {
    const points = rates
      .filter((rate) => rate.solver === solver)
      .flatMap(({ task_id, n, passed }) => {
        const expected = predicted.get(task_id);
        return expected === undefined ? [] : [{ task_id, predicted: expected, n, passed }];
      })
      .toSorted((a, b) => a.predicted - b.predicted);
    return points.length === 0 ? [] : [describeSolver(solver, points)];
  });
}

function describeSolver(solver: string, points: SolverRates["points"]): SolverRates {
  const shares = points.map(({ n, passed }) => passed / n);
  const samples = points.reduce((sum, { n }) => sum + n, 0);
  return {
    solver,
    tasks: points.length,
    samples,
    rate: {
      value: shares.reduce((sum, share) => sum + share, 0) / shares.length,
      ...meanInterval(shares, samples),
    },
    spearman: rankCorrelation(points.map(({ predicted, n, passed }) => [predicted, passed / n])),
    points,
  };
}
