import { mkdirSync } from "node:fs";

import { DioramaError, joinPath, writeFileAtomically } from "../../base/index.ts";
import { buildEnvironment, runtimeOf, type Environment } from "../../environments/index.ts";
import type { Workbench } from "../../judge/index.ts";
import { acquireSource } from "../../sources/index.ts";
import type { RunFolder } from "../../store/index.ts";
import type { BuildOptions, SourceReport, WorkContext } from "../curation.ts";
import type { Journal } from "../journal.ts";
import type { Quotas } from "../quotas.ts";
import { describeEnvironment } from "../survey.ts";
import type { Workshop } from "../workshop.ts";
import type { Importer } from "./importer.ts";
import type { SetStrength } from "./set-strength.ts";

/** What all rows of an import share. */
export interface Importing {
  /** Name of the file in journal and report. */
  readonly source: string;
  /** Name of the format. */
  readonly format: string;
  readonly importer: Importer;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly quotas: Quotas;
  readonly strength: SetStrength;
  readonly workshop: Workshop;
  readonly options: BuildOptions;
  readonly context: WorkContext;
  /** The interpreter with nothing but what the judge itself needs. */
  readonly environment: Environment;
  readonly environmentReport: SourceReport["environment"];
  /** Where rows' own programs run: an empty tree. */
  readonly programs: Workbench;
}

/** The one environment of all rows: the standard library, and an empty tree for their own programs. Throws `environment-failed` where it cannot be had. */
export async function openRowEnvironment(
  { cacheDirectory, temporaryDirectory, environmentOptions }: Workshop,
  context: WorkContext,
): Promise<Pick<Importing, "environment" | "environmentReport" | "programs">> {
  const rows = joinPath(temporaryDirectory, "rows");
  writeFileAtomically(joinPath(rows, "row.py"), '"""Stands for the files of all rows."""\n');
  const acquired = await acquireSource(rows, { cacheDirectory, ...context });
  const outcome = await buildEnvironment(acquired, environmentOptions);
  if (outcome.status === "failed") {
    const { category, message } = outcome.failure;
    throw new DioramaError(
      "environment-failed",
      `Cannot make the environment of the rows: ${category}: ${message}`,
    );
  }
  const { environment } = outcome;
  const tree = joinPath(temporaryDirectory, "programs");
  mkdirSync(tree, { recursive: true });
  return {
    environment,
    environmentReport: describeEnvironment(outcome),
    programs: {
      runtime: runtimeOf(environment),
      tree,
      treeDigest: "empty",
      importRoots: [],
      editedFile: "program.py",
    },
  };
}
