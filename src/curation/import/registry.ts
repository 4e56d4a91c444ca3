import type { ImportFormatName } from "../../datasets/index.ts";
import type { Importer, OpenRowImporter } from "./importer.ts";
import { openRowEnvironment } from "./importing.ts";
import { openR2EImporter } from "./r2e/row-importer.ts";
import { repost } from "./repost.ts";
import { importerOfRepositories } from "./try-row.ts";

/** Formats whose rows are small repositories of their own, with what makes these. */
export const importers: Partial<Record<ImportFormatName, Importer>> = { repost };

/** For every format that is read, how its rows are tried. */
export const rowImporters = {
  repost: async (job) =>
    importerOfRepositories({
      ...(await openRowEnvironment(job.services, job.context)),
      ...job,
      format: "repost",
      importer: repost,
    }),
  r2e: openR2EImporter,
} satisfies Record<ImportFormatName, OpenRowImporter>;
