import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

import { asHostPath, UsageError } from "../../base/index.ts";
import type { EnvironmentsSummary, Share } from "../../curation/index.ts";
import type { AddCommand } from "../command.ts";
import { addEnvironmentOptions, readAsked, type EnvironmentRequestFlags } from "../environment-options.ts";
import { numberWithin, sandboxOption, wholeNumber, workersOption } from "../option-values.ts";
import { formatClock } from "../progress-line.ts";
import { renderTable } from "../table.ts";

interface BatchFlags extends EnvironmentRequestFlags {
  readonly out: string;
  readonly jobs: number;
  readonly leastFree: number;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama environment batch LIST…`: makes the environments of many repositories. Exit 1 where none is verified. */
export const addEnvironmentBatch: AddCommand = (group, attach) => {
  const command = group
    .command("batch")
    .summary("make the environments of many repositories, and report on them")
    .argument(
      "<sources...>",
      "files that list sources (as for build, CSV of SEART among them), folders of repositories, or sources",
    )
    .requiredOption(
      "--out <dir>",
      "folder of the documents, logs and the summary; the same again goes on there",
    )
    .option("--jobs <n>", "repositories at a time", wholeNumber(1), 1)
    .option(
      "--least-free <gib>",
      "begin no other where less is free on the cache's disk",
      numberWithin(0, 1e6),
      4,
    )
    .addOption(workersOption())
    .addOption(sandboxOption());
  addEnvironmentOptions(command);
  attach<[string[]], BatchFlags>(command, async (context, [listed], flags) => {
    const { out, jobs, leastFree, workers, sandbox } = flags;
    const { buildEnvironments, openServices } = await import("../../curation/index.ts");
    const { toolVersion } = await import("../../store/index.ts");
    const sources = await listSources(listed);
    const asked = await readAsked(flags, context);
    await using services = await openServices({ workers, sandbox }, context);
    const batch = { sources, asked, out: asHostPath(resolve(out)), jobs, tool: toolVersion() };
    const summary = await buildEnvironments({ ...batch, leastFree: leastFree * 2 ** 30 }, services, context);
    const { repositories: _, ...document } = summary;
    return {
      exitCode: summary.all.verified > 0 ? 0 : 1,
      document: { folder: batch.out, ...document },
      text: renderSummary(summary, out),
    };
  });
};

/** The sources that words of the command line stand for, each once. */
async function listSources(words: readonly string[]): Promise<readonly string[]> {
  const { isSourceList, readSourceList } = await import("../../sources/index.ts");
  const sources = words.flatMap((word) => {
    if (isSourceList(word)) return readSourceList(asHostPath(resolve(word)));
    return existsSync(word) && statSync(word).isDirectory() ? repositoriesIn(word) : [word];
  });
  return [...new Set(sources)];
}

function repositoriesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  if (names.length > 0) return names.map(({ name }) => join(folder, name)).sort();
  throw new UsageError("bad-source-list", `Cannot read sources from ${folder}: it holds no folder.`, {
    hint: "Give the folder that the repositories stand in.",
  });
}

function renderSummary(summary: EnvironmentsSummary, out: string): string {
  const { all, causes, repositories, layer_bytes, layer_bytes_unshared } = summary;
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    renderTable(
      [
        { heading: "repository" },
        { heading: "status" },
        { heading: "language" },
        { heading: "passed", align: "right" },
        { heading: "tests", align: "right" },
        { heading: "time", align: "right" },
        { heading: "failure" },
      ],
      repositories.map(({ source, status, language, passed, tests, duration_ms, category }) => [
        source,
        status,
        language ?? "",
        String(passed),
        String(tests),
        formatClock(duration_ms),
        category ?? "",
      ]),
    ),
    `${all.verified} of ${all.repositories} verified, ${all.median_seconds} s at the median; dependencies take ${mebibytes(layer_bytes)} (${mebibytes(layer_bytes_unshared)} if none were shared)`,
    ...describeShares("language", summary.by_language),
    ...describeShares("framework", summary.by_framework),
    ...describeShares("year", summary.by_year),
    ...describeShares("remedy against", summary.remedies),
    ...(causes.length === 0
      ? []
      : [
          renderTable(
            [{ heading: "failure" }, { heading: "repositories", align: "right" }, { heading: "such as" }],
            causes.map(({ category, repositories: count, example: { source, cause } }) => [
              category,
              String(count),
              `${source}: ${cause.slice(0, 100)}`,
            ]),
          ),
        ]),
    `Documents and logs of each are in ${out}.`,
  ].join("\n\n");
}

function describeShares(heading: string, shares: readonly Share[]): string[] {
  if (shares.length === 0) return [];
  const rows = shares.map(({ name, repositories, verified, median_seconds }) => [
    name,
    String(repositories),
    String(verified),
    median_seconds.toFixed(1),
  ]);
  const columns = ["repositories", "verified", "median s"].map((each) => ({
    heading: each,
    align: "right" as const,
  }));
  return [renderTable([{ heading }, ...columns], rows)];
}
