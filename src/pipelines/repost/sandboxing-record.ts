import { z } from "zod";

import { createWordRecord } from "../../base/index.ts";
import { complaintReasons } from "./lone-target.ts";

/** How far a target came, in order. `proven` is said by the journal. */
export const sandboxStages = [
  "selected",
  "sliced",
  "completed",
  "unchanged",
  "runs",
  "tested",
  "covered",
] as const;
export type SandboxStage = (typeof sandboxStages)[number];

/** One answer of the model: what was asked for, and what trying it gave. */
const sandboxAnswer = z.object({
  operation: z.enum(["write_file", "mend_file", "write_test", "mend_test", "extend_test"]),
  /** Why it was not used; absent where it was. */
  refused: z.enum(complaintReasons).optional(),
  /** Of a test that ran: distinct calls, shares of branches and lines in `[0, 1]`, and mutants that the calls do not tell. */
  calls: z.int().optional(),
  branch_coverage: z.number().nullable().optional(),
  line_coverage: z.number().optional(),
  survivors: z.int().optional(),
});
export type SandboxAnswer = z.infer<typeof sandboxAnswer>;

/** One line of `sandboxed.jsonl`: a target that was made to run in a file of its own. */
export const sandboxedRecord = z.object({
  format: z.literal("sandboxed/1"),
  source: z.string(),
  path: z.string(),
  name: z.string(),
  line: z.int(),
  /** Id of the row that was made of it. */
  row: z.string(),
  /** Why it makes no task where it stands. */
  reason: z.string(),
  /** Modules that stand-ins take the place of: packages, and what reaches outside. */
  packages: z.array(z.string()),
  services: z.array(z.string()),
  stage: z.enum(sandboxStages),
  answers: z.array(sandboxAnswer),
  /** What was last said of an answer that was not used; absent where the last one was. */
  complaint: z.string().optional(),
  /** Why the model gave no answer to what it was last asked, for good. */
  failure: z.string().optional(),
});
export type SandboxedRecord = z.infer<typeof sandboxedRecord>;

/** How many targets came how far. */
export type StageCounts = Readonly<Record<SandboxStage | "proven", number>>;

/** What sandboxing came to: over all targets, and those apart that reach for services. */
export interface SandboxingSummary {
  readonly all: StageCounts;
  readonly with_services: StageCounts;
  readonly without_services: StageCounts;
  readonly answers: number;
  /** Answers that were not used, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Targets that made no task after all, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
}

/** Sums up records; `outcomes` says of rows `accepted`, or why they are no tasks. */
export function summariseSandboxing(
  records: readonly SandboxedRecord[],
  outcomes: ReadonlyMap<string, string>,
): SandboxingSummary {
  const answers = records.flatMap((record) => record.answers);
  const proven = new Set(records.flatMap(({ row }) => (outcomes.get(row) === "accepted" ? [row] : [])));
  const rejected = records.flatMap(({ row }) => outcomes.get(row) ?? []).filter((one) => one !== "accepted");
  return {
    all: countStages(records, proven),
    with_services: countStages(
      records.filter(({ services }) => services.length > 0),
      proven,
    ),
    without_services: countStages(
      records.filter(({ services }) => services.length === 0),
      proven,
    ),
    answers: answers.length,
    refused: countWords(answers.flatMap(({ refused }) => refused ?? [])),
    rejected: countWords(rejected),
  };
}

function countWords(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = createWordRecord<number>();
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function countStages(records: readonly SandboxedRecord[], proven: ReadonlySet<string>): StageCounts {
  const reaching = (wanted: SandboxStage): number =>
    records.filter(({ stage }) => sandboxStages.indexOf(stage) >= sandboxStages.indexOf(wanted)).length;
  return {
    selected: reaching("selected"),
    sliced: reaching("sliced"),
    completed: reaching("completed"),
    unchanged: reaching("unchanged"),
    runs: reaching("runs"),
    tested: reaching("tested"),
    covered: reaching("covered"),
    proven: records.filter(({ row }) => proven.has(row)).length,
  };
}
