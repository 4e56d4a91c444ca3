import type { RemedyReason, Trouble } from "../build-system.ts";
import type { RepositoryFiles } from "../repository-files.ts";

/** What managers print where a registry has no such version of a package, or not its archive any more. */
const WITHDRAWN = /\b(?:E?404|ETARGET|notarget|ERR_PNPM_NO_MATCHING_VERSION)\b|No matching version found/;

/** To find out anew what packages are needed, where a lock names some that the registry does not have. */
export function setLockAside(
  { failure }: Pick<Trouble, "failure">,
  files: RepositoryFiles,
  lockFile: string,
): readonly (RemedyReason & { readonly isLockAside: true })[] {
  const isOfPackages = failure?.category === "resolution_failed" || failure?.category === "install_failed";
  if (!isOfPackages || !files.has(lockFile)) return [];
  const sign = failure.message.split("\n").find((line) => WITHDRAWN.test(line));
  if (sign === undefined) return [];
  return [
    {
      what: `without ${lockFile}, which names what the registry does not have`,
      failure: failure.category,
      sign: sign.trim().slice(0, 300),
      goesBy: [{ path: lockFile, line: 1, says: "names the packages" }],
      isLockAside: true,
    },
  ];
}
