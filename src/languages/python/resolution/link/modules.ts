import type { Program, Unit } from "./program.ts";

/** Folders that are on the path by convention. */
const SOURCE_FOLDERS = new Set(["", "src", "lib", "python", "source"]);
/** Deepest names that are looked up. */
const MOST_PARTS = 12;

/** Which file a module's name means, from where it is imported. */
export interface Modules {
  /** `name` as written after `level` dots; undefined where it is of outside. */
  find(from: Unit, level: number, name: string): Unit | undefined;
  /** A module or package in a package. */
  findIn(unit: Unit, name: string): Unit | undefined;
  /** True where files of the repository are below a folder that the name means (a namespace package). */
  findFolder(from: Unit, name: string): string | undefined;
  /** A module in a folder. */
  findInFolder(folder: string, name: string): Unit | undefined;
}

/**
 * Import roots are worked out from the files: folders that hold packages, those that projects keep sources in, and every folder around the importing
 * file that is no package itself. Of several files the one nearest to the importing file counts.
 */
export function indexModules(program: Program): Modules {
  const byDotted = new Map<string, { readonly unit: Unit; readonly root: string }[]>();
  const packages = new Set<string>();
  for (const { path } of program.units)
    if (path.endsWith("/__init__.py")) packages.add(path.slice(0, -"/__init__.py".length));
  for (const unit of program.units) {
    const parts = moduleParts(unit.path);
    for (let first = Math.max(0, parts.length - MOST_PARTS); first < parts.length; first++) {
      const root = parts.slice(0, first).join("/");
      if (!packages.has(root)) addTo(byDotted, parts.slice(first).join("."), { unit, root });
    }
  }
  const folders = listFolders(program);
  const inFolder = (folder: string, name: string): Unit | undefined => {
    const path = [folder, ...name.split(".")].filter((part) => part !== "").join("/");
    return (
      program.unitOfPath.get(`${path}/__init__.py`) ??
      program.unitOfPath.get(`${path}.py`) ??
      program.unitOfPath.get(`${path}.pyi`)
    );
  };
  const findAbsolute = (from: Unit, name: string): Unit | undefined => {
    const own = folderOf(from.path);
    const found = (byDotted.get(name) ?? []).filter(({ root }) => isRoot(root, own, name, packages));
    return found.length < 2 ? found[0]?.unit : found.toSorted(nearestFirst(own))[0]?.unit;
  };
  return {
    find(from, level, name) {
      if (level === 0) return findAbsolute(from, name);
      let folder = folderOf(from.path);
      for (let up = 1; up < level; up++) folder = folderOf(folder);
      if (name !== "") return inFolder(folder, name);
      return program.unitOfPath.get(folder === "" ? "__init__.py" : `${folder}/__init__.py`);
    },
    findIn: (unit, name) =>
      unit.path.endsWith("__init__.py") ? inFolder(folderOf(unit.path), name) : undefined,
    findFolder(from, name) {
      const own = folderOf(from.path);
      return folders
        .get(name)
        ?.filter((folder) =>
          isRoot(folder.slice(0, Math.max(0, folder.length - name.length - 1)), own, name, packages),
        )[0];
    },
    findInFolder: inFolder,
  };
}

/** Folders by each of the dotted names that end with them. */
function listFolders({ units }: Program): ReadonlyMap<string, string[]> {
  const folders = new Map<string, string[]>();
  const known = new Set<string>();
  for (const { path } of units)
    for (let folder = folderOf(path); folder !== "" && !known.has(folder); folder = folderOf(folder)) {
      known.add(folder);
      const parts = folder.split("/");
      for (let first = 0; first < parts.length; first++) addTo(folders, parts.slice(first).join("."), folder);
    }
  return folders;
}

function addTo<T>(map: Map<string, T[]>, key: string, one: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [one]);
  else known.push(one);
}

function moduleParts(path: string): readonly string[] {
  const parts = path.replace(/\.pyi?$/u, "").split("/");
  return parts.at(-1) === "__init__" ? parts.slice(0, -1) : parts;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** True where `root` can be on the path of a file in `own`. */
function isRoot(root: string, own: string, name: string, packages: ReadonlySet<string>): boolean {
  if (SOURCE_FOLDERS.has(root) || root === own || own.startsWith(`${root}/`)) return true;
  const [first = ""] = name.split(".");
  return packages.has(`${root}/${first}`) || name.includes(".");
}

function nearestFirst(own: string) {
  const shared = (root: string): number => {
    const [one, other] = [root.split("/"), own.split("/")];
    let count = 0;
    while (count < one.length && one[count] === other[count] && one[count] !== "") count++;
    return count;
  };
  return (one: { readonly root: string }, other: { readonly root: string }): number =>
    shared(other.root) - shared(one.root) || one.root.length - other.root.length;
}
