import type { RepositoryPath } from "../../base/index.ts";
import type { Modules } from "../../languages/index.ts";

/** What decides which files of a tree its renamed variant keeps. */
export interface KeptFilesOptions {
  readonly paths: readonly RepositoryPath[];
  readonly roots: readonly RepositoryPath[];
  /** Files of the targets. */
  readonly targets: readonly RepositoryPath[];
  readonly modules: Modules;
  /** Text of a source file; undefined for others. */
  readonly textOf: (path: RepositoryPath) => string | undefined;
}

/** Tells of a file whether it stays: in packages right below import roots, or imported by code there. Files for people and tools, which say what the project is, do not. */
export function createKeptTest({
  paths,
  roots,
  targets,
  modules,
  textOf,
}: KeptFilesOptions): (path: RepositoryPath) => boolean {
  const packages = new Set(
    paths
      .filter((path) => nameBelow(path, roots).split("/").length === 2 && modules.isPackage(path))
      .concat(targets)
      .map((path) => nameBelow(path, roots).split("/")[0]),
  );
  const isInPackage = (path: RepositoryPath): boolean => {
    const isBelow = roots.some((root) => root === "." || path.startsWith(`${root}/`));
    return isBelow && !ABOUT_PROJECT.test(path) && packages.has(nameBelow(path, roots).split("/")[0]);
  };
  const isImported = modules.createImportTest(
    paths.filter(isInPackage).flatMap((path) => textOf(path) ?? []),
  );
  const kept = new Set(
    paths.filter((path) => {
      const isAtTop = !nameBelow(path, roots).includes("/") && textOf(path) !== undefined;
      return isInPackage(path) || (isAtTop && isImported(path));
    }),
  );
  return (path) => kept.has(path);
}

const ABOUT_PROJECT =
  /(?:^|\/)(?:readme|changes|changelog|history|licen[cs]e|copying|authors|credits|notice|contributing)[^/]*$|\.(?:md|rst)$|-info\//iu;

/** A path from its deepest import root on. */
export function nameBelow(path: RepositoryPath, roots: readonly RepositoryPath[]): string {
  const above = roots
    .filter((root) => root !== "." && path.startsWith(`${root}/`))
    .sort((a, b) => b.length - a.length);
  return above[0] === undefined ? path : path.slice(above[0].length + 1);
}

/** The first part of that, without the ending of a file: what an import of it begins with. */
export function firstNameBelow(path: RepositoryPath, roots: readonly RepositoryPath[]): string {
  return (
    nameBelow(path, roots)
      .split("/")[0]
      ?.replace(/\.\w+$/u, "") ?? ""
  );
}
