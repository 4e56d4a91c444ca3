import { folderOf, type RepositoryPath } from "../../base/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import { findCommands } from "../declared-commands.ts";
import type { RepositoryFiles } from "../repository-files.ts";

/** Most files that are read for the path. */
const MOST_FILES = 400;

/**
 * The path under which packages of a tree without go.mod are imported: what a package's import comment says, or Travis is told, else what its own packages
 * import of each other, else what its documentation tells people to get under the repository's name, or where it came from. Where nothing says it, nothing
 * imports it either.
 */
export function findModulePath(
  files: RepositoryFiles,
  sources: readonly RepositoryPath[],
  { repository, spec }: Pick<AcquiredSource, "repository" | "spec">,
): string {
  const texts = sources.slice(0, MOST_FILES).map((path) => [path, files.text(path) ?? ""] as const);
  for (const [path, text] of texts) {
    const said = /^package\s+\w+\s+\/[/*]\s*import\s+"([^"]+)"/m.exec(text)?.[1];
    const folder = folderOf(path);
    if (said !== undefined && (folder === "" || said.endsWith(`/${folder}`)))
      return folder === "" ? said : said.slice(0, -folder.length - 1);
  }
  const place = placeOf(repository.source, spec);
  return (
    /^go_import_path:\s*["']?([\w.-]+\/[\w./-]+)/m.exec(files.text(".travis.yml") ?? "")?.[1] ??
    findImported(texts, sources) ??
    findInReadme(files, place) ??
    place ??
    "example.invalid/repository"
  );
}

/** The prefix of an import that, without it, is a folder of the tree with Go files. */
function findImported(
  texts: readonly (readonly [RepositoryPath, string])[],
  sources: readonly RepositoryPath[],
): string | undefined {
  const folders = [...new Set(sources.map(folderOf))].filter((folder) => folder !== "");
  const counts = new Map<string, number>();
  for (const [, text] of texts)
    for (const [, name = ""] of text.matchAll(
      /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+\.[^"\s]+\/[^"\s]+)"/gm,
    ))
      for (const folder of folders)
        if (name.endsWith(`/${folder}`)) {
          const prefix = name.slice(0, -folder.length - 1);
          if (prefix.includes("/")) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
        }
  const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1));
  return most?.[0];
}

/** What the documentation tells people to get; where it is known which repository this is, of paths with its name. */
function findInReadme(files: RepositoryFiles, place: string | undefined): string | undefined {
  const name = place?.replace(/^.*\//, "").replace(/^go-|[-.]go$/, "") ?? "";
  return findCommands(files, /\bgo (?:get|install)\b/)
    .filter(({ path }) => /^README/i.test(path))
    .flatMap(({ words }) => words.find((word) => /^[\w.-]+\.\w+\/[\w./-]+$/.test(word)) ?? [])
    .find((path) => path.includes(name))
    ?.replace(/\/\.\.\.$/, "");
}

function placeOf(source: string, spec: string): string | undefined {
  const match =
    /(?:^|[+:/@])(?:https?:\/\/|git@)?((?:github|gitlab|bitbucket)\.\w+)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?(?:@|$)/.exec(
      source,
    );
  if (match !== null) return `${match[1] ?? ""}/${match[2] ?? ""}`;
  const short = /^github:([\w.-]+\/[\w.-]+)/.exec(spec)?.[1];
  return short === undefined ? undefined : `github.com/${short}`;
}
