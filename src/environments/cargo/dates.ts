import type { RemedyReason, Trouble } from "../build-system.ts";
import { itemsOf } from "../evidence-lines.ts";
import type { RepositoryFiles } from "../repository-files.ts";

/** Failures that versions of another day may help. */
const OF_VERSIONS: readonly unknown[] = [
  "build_failed",
  "collection_failed",
  "install_failed",
  "resolution_failed",
  "tests_failed",
];

/** Versions up to the day of the commit, where no lock file says them: the registry's index tells when each was published. */
export function goBackToCommit(
  { failure }: Pick<Trouble, "failure">,
  files: RepositoryFiles,
  date: string | null,
): readonly (RemedyReason & { readonly until: string })[] {
  const until = /^\d{4}-\d\d-\d\d/.exec(date ?? "")?.[0];
  const open = itemsOf(
    files,
    "Cargo.toml",
    /^\[(?:(?:dev|build)-)?dependencies\b/,
    "leaves open how new crates are",
  );
  if (failure === undefined || until === undefined || files.has("Cargo.lock") || open.length === 0) return [];
  if (!OF_VERSIONS.includes(failure.category)) return [];
  const sign =
    failure.message.split("\n").find((line) => line.startsWith("error")) ??
    failure.message.split("\n")[0] ??
    "";
  return [
    {
      what: `with crates up to the commit's day ${until}`,
      failure: failure.category,
      sign: sign.slice(0, 300),
      goesBy: open,
      until,
    },
  ];
}
