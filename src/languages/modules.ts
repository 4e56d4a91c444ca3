import type { RepositoryPath } from "../base/index.ts";

/** How files are imported. Paths are those of the repository. */
export interface Modules {
  /** The import name of a file, seen from the deepest import root that holds it (`"."` is the repository itself); undefined where no import reaches it. */
  nameOf(path: RepositoryPath, importRoots: readonly RepositoryPath[]): string | undefined;
  /** What a file may be imported as, from any folder above it. */
  possibleNames(path: RepositoryPath): readonly string[];
  /** Whatever a text's imports may name, modules and what is in them; where they are counted from the file itself, without that. */
  importedNames(text: string): ReadonlySet<string>;
  /** True where a file makes its folder a package. */
  isPackage(path: RepositoryPath): boolean;
  /** Tells of a file whether an import of these texts may mean it. */
  createImportTest(texts: readonly string[]): (path: RepositoryPath) => boolean;
}
