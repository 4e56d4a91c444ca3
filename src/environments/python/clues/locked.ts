import { normalizePackageName } from "../../../sources/index.ts";
import { isTable, readToml, textOf, type RepositoryFiles } from "../../repository-files.ts";

/** Versions that a repository's own lock file lists. */
export interface LockedVersions {
  readonly path: string;
  /** `NAME==VERSION` each. */
  readonly pins: readonly string[];
}

/** Lock files of uv, Poetry, PDM, PEP 751 and pipenv, in the order in which they are believed. */
const FILES = ["uv.lock", "poetry.lock", "pdm.lock", "pylock.toml", "Pipfile.lock"] as const;

/** What the first lock file lists; distributions that it has in several versions, or not from a registry, are left open. Undefined where there is none. */
export function findLocked(files: RepositoryFiles): LockedVersions | undefined {
  for (const path of FILES) {
    const found = path === "Pipfile.lock" ? ofPipenv(files.text(path)) : ofToml(files, path);
    if (found.length === 0) continue;
    const versions = Map.groupBy(found, ([name]) => normalizePackageName(name));
    const pins = [...versions].flatMap(([name, each]) => {
      const [first, ...others] = new Set(each.map(([, version]) => version));
      return first === undefined || others.length > 0 ? [] : [`${name}==${first}`];
    });
    return { path, pins: pins.sort() };
  }
  return undefined;
}

/** What an entry says that is not from a registry: uv in its source, PDM and PEP 751 beside the name. */
const ELSEWHERE = ["git", "directory", "url", "editable", "virtual", "path", "vcs", "archive"] as const;

type Pair = readonly [name: string, version: string];

function ofToml(files: RepositoryFiles, path: string): Pair[] {
  const document = readToml(files, path);
  const packages = document["package"] ?? document["packages"];
  if (!Array.isArray(packages)) return [];
  return packages.flatMap((item: unknown): Pair[] => {
    if (!isTable(item)) return [];
    const [name, version] = [textOf(item["name"]), textOf(item["version"])];
    const source = isTable(item["source"]) ? item["source"] : {};
    const isElsewhere = ELSEWHERE.some((key) => key in source || key in item);
    const isOfPoetry = ["git", "directory", "url", "file"].includes(textOf(source["type"]) ?? "");
    return name === undefined || version === undefined || isElsewhere || isOfPoetry ? [] : [[name, version]];
  });
}

function ofPipenv(text: string | undefined): Pair[] {
  try {
    const document: unknown = JSON.parse(text ?? "{}");
    const groups = isTable(document) ? [document["default"], document["develop"]] : [];
    return groups.filter(isTable).flatMap((group) =>
      Object.entries(group).flatMap(([name, entry]): Pair[] => {
        const version = isTable(entry) ? textOf(entry["version"]) : undefined;
        return version?.startsWith("==") === true ? [[name, version.slice(2)]] : [];
      }),
    );
  } catch {
    return [];
  }
}
