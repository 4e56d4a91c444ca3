import type { ImportFormatName } from "../../datasets/index.ts";
import type { Importer, OpenRowDesk } from "./importer.ts";
import { openRowEnvironment } from "./importing.ts";
import { openR2EDesk } from "./r2e/desk.ts";
import { repost } from "./repost.ts";
import { deskOfRepositories } from "./try-row.ts";

/** Formats whose rows are small repositories of their own, with what makes these. */
export const importers: Partial<Record<ImportFormatName, Importer>> = { repost };

/** For every format that is read, how its rows are tried. */
export const rowDesks = {
  repost: async (job) =>
    deskOfRepositories({
      ...(await openRowEnvironment(job.services, job.context)),
      ...job,
      format: "repost",
      importer: repost,
    }),
  r2e: openR2EDesk,
} satisfies Record<ImportFormatName, OpenRowDesk>;
