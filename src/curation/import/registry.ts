import type { ImportFormatName } from "../../datasets/index.ts";
import type { Importer } from "./importer.ts";
import { repost } from "./repost.ts";

/** For every format that is read, what makes repositories of its rows. */
export const importers = { repost } satisfies Record<ImportFormatName, Importer>;
