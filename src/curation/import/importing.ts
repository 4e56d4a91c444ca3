import { mkdirSync } from "node:fs";

import { DioramaError, joinPath, writeFileAtomically } from "../../base/index.ts";
import { buildEnvironment, runtimeOf, type Environment } from "../../environments/index.ts";
import type { EditableTree } from "../../judge/index.ts";
import { acquireSource } from "../../sources/index.ts";
import type { RunFolder } from "../../store/index.ts";
import type { BuildOptions, SourceReport } from "../curation.ts";
import type { WorkContext } from "../work-context.ts";
import type { Journal } from "../journal.ts";
import type { CapBook } from "../cap-book.ts";
import { describeEnvironment } from "../analysed-source.ts";
import type { Services } from "../services.ts";
import type { Importer } from "./importer.ts";

/** What all rows of an import share. */
export interface Importing {
  /** Name of the file in journal and report. */
  readonly source: string;
  /** Name of the format. */
  readonly format: string;
  readonly importer: Importer;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly caps: CapBook;
  readonly services: Services;
  readonly options: BuildOptions;
  readonly context: WorkContext;
  /** The interpreter with nothing but what the judge itself needs. */
  readonly environment: Environment;
  readonly environmentReport: SourceReport["environment"];
  /** Where rows' own programs run: an empty tree. */
  readonly programs: EditableTree;
}

/** The one environment of all rows: the standard library, and an empty tree for their own programs. Throws `environment-failed` where it cannot be had. */
export async function openRowEnvironment(
  { cacheDirectory, temporaryDirectory, environmentOptions }: Services,
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
