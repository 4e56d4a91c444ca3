import { createWordRecord } from "../../base/index.ts";
import type { JournalContent } from "../../curation/index.ts";
import type { RejectionReason } from "../../spec/index.ts";

/** A step of the funnel: how many are left after it, and what it took away, by reason. */
export interface FunnelStep {
  readonly step: string;
  readonly left: number;
  readonly lost: Readonly<Record<string, number>>;
}

/** From every definition found to the tasks that ship. */
export interface Funnel {
  readonly found: number;
  readonly filtered: Readonly<Record<string, number>>;
  readonly tried: number;
  /** Tried targets that the repositories' own tests call. */
  readonly reached: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** Reached targets that could be core by their shape, and how many of them became tasks; null where a journal does not say. */
  readonly reached_core_shape: number | null;
  readonly accepted_core_shape: number | null;
  /** The same in the order in which a target is asked; counts never rise. */
  readonly steps: readonly FunnelStep[];
  /** Sources whose environment could not be made. */
  readonly failed_sources: readonly { readonly source: string; readonly category: string }[];
}

/** Which question each reason answers with no. A reason that is not listed counts with the machinery. */
const questions: readonly (readonly [step: string, reasons: readonly RejectionReason[]])[] = [
  ["of the tier asked for", ["tier"]],
  [
    "observable",
    [
      "unreadable_row",
      "needs_packages",
      "not_sandboxed",
      "import_failed",
      "no_input",
      "reference_fails",
      "unstable",
      "order_dependent",
      "too_slow",
    ],
  ],
  ["non-trivial", ["trivial"]],
  [
    "proven",
    [
      "no_mutants",
      "weak_mutation_score",
      "weak_coverage",
      "mistakes_survive",
      "rewrite_rejected",
      "cheat_resolved",
      "shortcut_resolved",
      "answer_reachable",
      "not_maskable",
    ],
  ],
  ["determinate", ["indeterminate", "unstated_constant"]],
  ["fit for the set", ["duplicate", "licence", "twin", "cluster", "cap"]],
];

/** Adds up the reports of all sources. */
export function describeFunnel({ reports }: JournalContent): Funnel {
  const total = (pick: (report: JournalContent["reports"][number]) => number): number =>
    reports.reduce((sum, report) => sum + pick(report), 0);
  const filtered = addUp(reports.map((report) => report.filtered));
  const rejected = addUp(reports.map((report) => report.rejected));
  const [found, tried] = [total((report) => report.found), total((report) => report.tried)];
  return {
    found,
    filtered,
    tried,
    reached: total((report) => report.reached),
    accepted: total((report) => report.accepted),
    rejected,
    reached_core_shape: known(total((report) => report.reached_core_shape)),
    accepted_core_shape: known(total((report) => report.accepted_core_shape)),
    steps: [
      { step: "found", left: found, lost: {} },
      { step: "tried", left: tried, lost: filtered },
      ...askInOrder(tried, rejected),
    ],
    failed_sources: reports.flatMap(({ source, environment: { failure } }) =>
      failure === undefined ? [] : [{ source, category: failure.category }],
    ),
  };
}

/** Sums over journals from before a figure was kept are not a number. */
function known(sum: number): number | null {
  return Number.isNaN(sum) ? null : sum;
}

function askInOrder(tried: number, rejected: Readonly<Record<string, number>>): FunnelStep[] {
  const rest = new Map(Object.entries(rejected));
  let left = tried;
  const steps = questions.map(([step, reasons]): FunnelStep => {
    const lost = createWordRecord<number>();
    for (const reason of reasons) {
      const count = rest.get(reason);
      if (count === undefined) continue;
      lost[reason] = count;
      left -= count;
      rest.delete(reason);
    }
    return { step, left, lost };
  });
  const machinery = [...rest.values()].reduce((sum, count) => sum + count, 0);
  return [...steps, { step: "accepted", left: left - machinery, lost: Object.fromEntries(rest) }];
}

/** Sums counts by name, names in order. */
function addUp(tables: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const table of tables)
    for (const [name, count] of Object.entries(table)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
