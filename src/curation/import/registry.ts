import type { ImportFormatName } from "../../datasets/index.ts";
import type { OpenRowDesk } from "./importer.ts";
import { openImporting } from "./importing.ts";
import { openR2EDesk } from "./r2e/desk.ts";
import { repost } from "./repost.ts";
import { deskOfRepositories } from "./try-row.ts";

/** For every format that is read, how its rows are tried. */
export const rowDesks = {
  repost: async (job) => deskOfRepositories(await openImporting({ ...job, importer: repost })),
  r2e: openR2EDesk,
} satisfies Record<ImportFormatName, OpenRowDesk>;
