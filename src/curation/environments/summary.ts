import { z } from "zod";

import { createWordRecord } from "../../base/index.ts";
import { environmentStatus } from "../../spec/index.ts";

/** What came of one repository, in `repositories.jsonl`. */
export const builtRecord = z.object({
  source: z.string(),
  /** Its document and its log are `FILE.json` and `FILE.log`; null where it could not be brought here. */
  file: z.string().nullable(),
  status: environmentStatus,
  /** Category of the failure, or the code of the error where the source could not be brought here; null where nothing failed. */
  category: z.string().nullable(),
  cause: z.string().nullable(),
  language: z.string().nullable(),
  framework: z.string().nullable(),
  /** ISO 8601 date of the commit or release. */
  date: z.string().nullable(),
  files: z.int(),
  /** Tests that ran to an outcome, and those that passed. */
  tests: z.int(),
  passed: z.int(),
  /** Folder of the dependency layer; repositories may share one. */
  layer: z.string().nullable(),
  layer_bytes: z.int(),
  tree_bytes: z.int(),
  duration_ms: z.int(),
  /** By which failure each remedy went that was kept, in order. */
  remedies: z.array(z.string()),
  attempts: z.int(),
});
export type BuiltRecord = z.infer<typeof builtRecord>;

/** Repositories of one kind: how many there are, how many are verified, and how long one takes at the median, in seconds. */
export interface Share {
  readonly name: string;
  readonly repositories: number;
  readonly verified: number;
  readonly median_seconds: number;
}

/** Totals over many repositories. */
export interface EnvironmentsSummary {
  readonly all: Share;
  readonly statuses: Readonly<Record<string, number>>;
  readonly by_language: readonly Share[];
  readonly by_framework: readonly Share[];
  /** By the year of the commit or release. */
  readonly by_year: readonly Share[];
  /** Most frequent first; an example of each. */
  readonly causes: readonly {
    readonly category: string;
    readonly repositories: number;
    readonly example: { readonly source: string; readonly cause: string };
  }[];
  /** By the failure that a remedy went by: repositories that it helped, and those of them that are verified. */
  readonly remedies: readonly Share[];
  /** Dependency layers, each counted once, and what they would take if none were shared. */
  readonly layer_bytes: number;
  readonly layer_bytes_unshared: number;
  readonly repositories: readonly BuiltRecord[];
}

/** Sums up what came of repositories. */
export function summariseEnvironments(records: readonly BuiltRecord[]): EnvironmentsSummary {
  const failures = records.filter(({ category }) => category !== null);
  const layers = new Map(records.map(({ layer, layer_bytes }) => [layer, layer_bytes]));
  const statuses = createWordRecord<number>();
  for (const { status } of records) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    all: shareOf("all", records),
    statuses,
    by_language: sharesBy(records, ({ language }) => [language ?? "unknown"]),
    by_framework: sharesBy(records, ({ framework }) => [framework ?? "none"]),
    by_year: sharesBy(records, ({ date }) => [date?.slice(0, 4) ?? "unknown"]).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    causes: [...Map.groupBy(failures, ({ category }) => category ?? "")]
      .map(([category, own]) => ({
        category,
        repositories: own.length,
        example: { source: own[0]?.source ?? "", cause: own[0]?.cause ?? "" },
      }))
      .toSorted((a, b) => b.repositories - a.repositories || (a.category < b.category ? -1 : 1)),
    remedies: sharesBy(records, ({ remedies }) => [...new Set(remedies)]),
    layer_bytes: layers.values().reduce((sum, bytes) => sum + bytes, 0),
    layer_bytes_unshared: records.reduce((sum, { layer_bytes }) => sum + layer_bytes, 0),
    repositories: records,
  };
}

function sharesBy(
  records: readonly BuiltRecord[],
  namesOf: (record: BuiltRecord) => readonly string[],
): readonly Share[] {
  const named = records.flatMap((record) => namesOf(record).map((name) => ({ name, record })));
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, own]) =>
      shareOf(
        name,
        own.map(({ record }) => record),
      ),
    )
    .toSorted((a, b) => b.repositories - a.repositories || (a.name < b.name ? -1 : 1));
}

function shareOf(name: string, records: readonly BuiltRecord[]): Share {
  const durations = records.map(({ duration_ms }) => duration_ms).toSorted((a, b) => a - b);
  const middle = durations.length === 0 ? 0 : (durations[Math.floor((durations.length - 1) / 2)] ?? 0);
  return {
    name,
    repositories: records.length,
    verified: records.filter(({ status }) => status === "verified").length,
    median_seconds: Math.round(middle / 100) / 10,
  };
}
