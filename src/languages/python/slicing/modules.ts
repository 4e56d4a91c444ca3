import { posix } from "node:path";

import type { RepositoryPath } from "../../../base/index.ts";
import { moduleNameOf } from "../modules/module-name.ts";

/** The modules of a repository, found by how its files lie: a folder that holds packages or modules is one from which they are imported. */
export class ModuleTable {
  readonly #paths: ReadonlySet<RepositoryPath>;
  readonly #byName = new Map<string, RepositoryPath[]>();
  readonly #rootOf = new Map<RepositoryPath, string>();
  readonly #resolved = new Map<string, { readonly path: RepositoryPath | undefined }>();

  constructor(paths: readonly RepositoryPath[]) {
    this.#paths = new Set(paths);
    for (const path of paths) {
      this.#rootOf.set(path, this.#findRoot(path));
      // Packages below folders without `__init__.py` are imported from above those, too (PEP 420).
      for (let root = this.#rootOf.get(path) ?? "."; ; root = posix.dirname(root)) {
        const name = moduleNameOf(path, [root]);
        if (name !== undefined) this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
        if (root === ".") break;
      }
    }
  }

  /** The import name of a file, seen from the folder above its package. */
  nameOf(path: RepositoryPath): string {
    const root = this.#rootOf.get(path) ?? ".";
    return moduleNameOf(path, [root]) ?? "";
  }

  /** The file that an import names; undefined where it is none of the repository. */
  resolve(written: string, from: RepositoryPath): RepositoryPath | undefined {
    if (written.startsWith(".")) return this.#relative(written, from);
    const root = this.#rootOf.get(from) ?? ".";
    const key = `${root}:${written}`;
    const known = this.#resolved.get(key) ?? { path: this.#absolute(written, root) };
    this.#resolved.set(key, known);
    return known.path;
  }

  #absolute(written: string, root: string): RepositoryPath | undefined {
    const near = (path: RepositoryPath): number => (path.startsWith(root === "." ? "" : `${root}/`) ? 0 : 1);
    // A lone module of another folder is not what a plain name means: that is more often one of the standard library.
    const candidates = (this.#byName.get(written) ?? []).filter(
      (path) => near(path) === 0 || written.includes(".") || isPackage(path),
    );
    return candidates.toSorted((a, b) => near(a) - near(b) || a.length - b.length)[0];
  }

  /** The file of a module below a package. */
  submodule(path: RepositoryPath, name: string): RepositoryPath | undefined {
    if (!isPackage(path)) return undefined;
    const folder = posix.dirname(path);
    return this.#at(folder === "." ? name : `${folder}/${name}`);
  }

  /** `__init__` files above a file, outermost first; folders without one between them are packages, too (PEP 420). */
  packagesOf(path: RepositoryPath): readonly RepositoryPath[] {
    const found: RepositoryPath[] = [];
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
      const init = `${folder}/__init__.py`;
      if (this.#paths.has(init) && init !== path) found.unshift(init);
    }
    return found;
  }

  /** True where a file may be imported under that name. */
  isCalled(path: RepositoryPath, name: string): boolean {
    return this.#byName.get(name)?.includes(path) === true;
  }

  #relative(written: string, from: RepositoryPath): RepositoryPath | undefined {
    const [dots = ""] = /^\.+/.exec(written) ?? [];
    const parts = [
      posix.dirname(from),
      ...Array<string>(dots.length - 1).fill(".."),
      ...written.slice(dots.length).split("."),
    ];
    const place = posix.join(...parts);
    return place === "." || place.startsWith("..") ? undefined : this.#at(place);
  }

  #at(place: string): RepositoryPath | undefined {
    return [`${place}/__init__.py`, `${place}.py`].find((path) => this.#paths.has(path));
  }

  /** The folder above the outermost package. */
  #findRoot(path: RepositoryPath): string {
    const [outermost] = [...this.packagesOf(path), ...(isPackage(path) ? [path] : [])];
    return outermost === undefined ? posix.dirname(path) : posix.dirname(posix.dirname(outermost));
  }
}

/** True where a file makes its folder a package. */
export function isPackage(path: RepositoryPath): boolean {
  return posix.basename(path) === "__init__.py";
}
