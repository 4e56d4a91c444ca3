import type { Importer } from "./importer.ts";

/** RepoST's rows: the script's module part becomes the repository, its test function the test. */
export const repost: Importer = {
  prepare: () => ({ status: "rejected", reason: "infrastructure", detail: "not there yet" }),
};
