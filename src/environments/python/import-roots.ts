import { posix } from "node:path";

import { iniList, type RepositoryPath } from "../../base/index.ts";
import {
  isTable,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  textOf,
  type RepositoryFiles,
} from "../repository-files.ts";

const NOT_PACKAGES = /^(tests?|testing|docs?|examples?|benchmarks?|scripts?|tools?|build|dist|node_modules)$/;

/**
 * Folders that must be on the import path so that what the repository installs can be imported from the tree.
 * `installed` are the paths below site-packages that building it gave; where it is known it decides: a folder is a root
 * when files are found below it at just these paths, of several for the same paths the one that has the same in them, as `isSame` tells of a file of
 * the tree and an installed one. Otherwise the build configuration decides, then the layout.
 */
export function findImportRoots(
  files: RepositoryFiles,
  installed: readonly RepositoryPath[],
  isSame: IsSame = () => true,
): RepositoryPath[] {
  const known = rootsOfInstalled(files, installed, isSame);
  if (known.length > 0) return known;
  const declared = declaredRoots(files).filter((root) => root === "." || hasPython(files, `${root}/`));
  if (declared.length > 0) return [...new Set(declared)];
  if (!files.has("src/__init__.py") && hasPython(files, "src/")) return ["src"];
  const hasTopLevel = files.paths.some((path) => {
    const [top = "", ...rest] = path.split("/");
    return (
      path.endsWith(".py") &&
      (rest.length === 0 ? top !== "setup.py" : top !== "lib" && !NOT_PACKAGES.test(top))
    );
  });
  if (!hasTopLevel && hasPython(files, "lib/") && !files.has("lib/__init__.py")) return ["lib"];
  return ["."];
}

/** The modules and packages directly below the import roots, as import names, sorted; test code left out. */
export function topLevelModules(files: RepositoryFiles, roots: readonly RepositoryPath[]): string[] {
  const names = new Set<string>();
  for (const root of roots) {
    const prefix = root === "." ? "" : `${root}/`;
    for (const path of files.paths) {
      if (!path.startsWith(prefix) || !path.endsWith(".py")) continue;
      const [top = "", second] = path.slice(prefix.length).split("/");
      if (second === "__init__.py" && !NOT_PACKAGES.test(top)) names.add(top);
      const isModule =
        second === undefined && !/^(setup|conftest|test_.*|tests?|.*_test|noxfile|tasks|__.*)\.py$/.test(top);
      if (isModule) names.add(top.replace(/\.py$/, ""));
    }
  }
  return [...names].filter((name) => name !== "" && !/[.:]/.test(name)).sort();
}

/** All that can be imported by its own name where a folder is on the import path, packages without a file of their own left out. */
export function modulesIn(files: RepositoryFiles, folder: RepositoryPath): string[] {
  const prefix = folder === "." ? "" : `${folder}/`;
  const module = new RegExp(`^${RegExp.escape(prefix)}([^/]+?)(?:/__init__)?\\.py$`, "u");
  return files.paths.flatMap((path) => module.exec(path)?.[1] ?? []);
}

/** Packages in a package that has no file of its own (`src/zope/interface`), as import names, sorted; test code left out. */
export function packagesInNamespaces(files: RepositoryFiles, roots: readonly RepositoryPath[]): string[] {
  const names = roots.flatMap((root) => {
    const prefix = root === "." ? "" : `${root}/`;
    return files.paths.flatMap((path) => {
      if (!path.startsWith(prefix)) return [];
      const [top = "", own = "", file, ...deeper] = path.slice(prefix.length).split("/");
      const isPackage =
        file === "__init__.py" && deeper.length === 0 && !files.has(`${prefix}${top}/__init__.py`);
      const isNamed = [top, own].every((name) => /^[A-Za-z_]\w*$/.test(name) && !NOT_PACKAGES.test(name));
      return isPackage && isNamed ? [`${top}.${own}`] : [];
    });
  });
  return [...new Set(names)].sort();
}

/** Modules directly below the import path that `setup.py` has compiled from C, where the repository may have no other. */
export function extensionModules(files: RepositoryFiles): string[] {
  const text = files.text("setup.py") ?? "";
  const named = text.matchAll(/\bExtension\(\s*(?:name\s*=\s*)?["']([A-Za-z_]\w*)["']/g);
  return [...new Set([...named].flatMap(([, name]) => name ?? []))].sort();
}

type IsSame = (inTree: RepositoryPath, installed: RepositoryPath) => boolean;

function rootsOfInstalled(
  files: RepositoryFiles,
  installed: readonly RepositoryPath[],
  isSame: IsSame,
): RepositoryPath[] {
  const modules = new Set(installed.filter((path) => path.endsWith(".py")));
  if (modules.size === 0) return [];
  const places = new Map<RepositoryPath, Places>();
  for (const path of files.paths) {
    if (!path.endsWith(".py")) continue;
    const parts = path.split("/");
    for (let depth = 0; depth < Math.min(parts.length, 4); depth++) {
      const module = parts.slice(depth).join("/");
      if (!modules.has(module)) continue;
      const root = parts.slice(0, depth).join("/") || ".";
      const { found, same } = places.get(root) ?? { found: 0, same: 0 };
      places.set(root, { found: found + 1, same: same + Number(isSame(path, module)) });
    }
  }
  return minimalCover(files, modules, places);
}

/** How many installed modules a folder has at their paths, and how many of them with the same in them. */
interface Places {
  readonly found: number;
  readonly same: number;
}

/** Roots by how many installed modules they explain, until all that the tree has are explained. */
function minimalCover(
  files: RepositoryFiles,
  modules: ReadonlySet<string>,
  places: ReadonlyMap<RepositoryPath, Places>,
): RepositoryPath[] {
  const left = new Set(modules);
  const ranked = [...places].sort(
    ([a, m], [b, n]) => n.same - m.same || n.found - m.found || a.length - b.length || (a < b ? -1 : 1),
  );
  const roots: RepositoryPath[] = [];
  for (const [root] of ranked) {
    const explained = [...left].filter((path) => files.has(root === "." ? path : `${root}/${path}`));
    if (explained.length === 0) continue;
    roots.push(root);
    explained.forEach((path) => left.delete(path));
  }
  return roots;
}

function declaredRoots(files: RepositoryFiles): RepositoryPath[] {
  const tool = tableAt(readToml(files, "pyproject.toml"), "tool");
  const setup = readIni(files, "setup.cfg");
  const poetryPackages = tableAt(tool, "poetry")["packages"];
  const found: (string | undefined)[] = [
    textOf(tableAt(tool, "setuptools", "package-dir")[""]),
    ...stringsOf(tableAt(tool, "setuptools", "packages", "find")["where"]),
    ...iniList(setup["options"]?.["package_dir"]).map((line) => /^=\s*(\S+)$/.exec(line)?.[1]),
    ...iniList(setup["options.packages.find"]?.["where"]),
    textOf(tableAt(tool, "pdm", "build")["package-dir"]),
    ...(Array.isArray(poetryPackages) ? poetryPackages : []).map((item: unknown) =>
      isTable(item) ? textOf(item["from"]) : undefined,
    ),
    ...stringsOf(tableAt(tool, "hatch", "build", "targets", "wheel")["packages"]).map((path) =>
      posix.dirname(path),
    ),
  ];
  return found.flatMap((path) => (path === undefined ? [] : [posix.normalize(path).replace(/\/$/, "")]));
}

function hasPython(files: RepositoryFiles, prefix: string): boolean {
  return files.paths.some((path) => path.startsWith(prefix) && path.endsWith(".py"));
}
