import type { RepositoryPath } from "../../base/index.ts";
import type { RepositoryFiles } from "../repository-files.ts";

// Locks that were written behind a mirror of the registry name its archives, which nobody else can reach. They are the registry's own, as their digests say.

/** By a manager's lock file the address that it names archives of the registry by. */
const REGISTRIES: Readonly<Record<string, string>> = {
  "yarn.lock": "https://registry.yarnpkg.com/",
  "package-lock.json": "https://registry.npmjs.org/",
  "npm-shrinkwrap.json": "https://registry.npmjs.org/",
};
const OWN_HOSTS = new Set(["registry.yarnpkg.com", "registry.npmjs.org"]);

/** An archive at a host, as registries name it, with its digest behind it or in the next line: `…/@scope/name/-/name-1.0.0.tgz`. */
const ARCHIVE =
  /(\bresolved"?:? ")https?:\/\/([^/"]+)\/(?:[^"#]*?\/)??((?:@[^/"#]+\/)?[^/"#@]+\/-\/[^/"#]+\.tgz)(?=#[0-9a-f]{40}"|"(?:#[0-9a-f]{40})?,?\s+"?integrity"?:? "?sha)/gu;

/** A lock file with archives of other hosts at their registry; none where it names no such archive. */
export function locksOfRegistry(
  files: Pick<RepositoryFiles, "text">,
  lockFile: RepositoryPath,
): Readonly<Record<RepositoryPath, string>> {
  const registry = REGISTRIES[lockFile];
  const text = registry === undefined ? undefined : files.text(lockFile);
  if (registry === undefined || text === undefined) return {};
  const changed = text.replaceAll(ARCHIVE, (all, before: string, host: string, archive: string) =>
    OWN_HOSTS.has(host) ? all : `${before}${registry}${archive}`,
  );
  return changed === text ? {} : { [lockFile]: changed };
}
