import type { RepositoryPath } from "../../../base/index.ts";

const ROOT = "/repository/";

/** The files of a repository as the compiler sees them: below one made-up folder, and no others. */
export interface VirtualFiles {
  /** Undefined for what is not there. */
  readonly read: (file: string) => string | undefined;
  readonly has: (file: string) => boolean;
  readonly hasFolder: (folder: string) => boolean;
  /** Names of the folders right in a folder. */
  folders(folder: string): readonly string[];
}

/** The compiler's name of a file. */
export function toVirtual(path: RepositoryPath): string {
  return ROOT + path;
}

/** The path of a file by the compiler's name; undefined for one outside the repository. */
export function findRepositoryPath(file: string): RepositoryPath | undefined {
  return file.startsWith(ROOT) ? file.slice(ROOT.length) : undefined;
}

/** The folder of a file or folder by the compiler's name. */
export function folderAbove(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf("/"), 1));
}

/** Makes files visible, by repository path. */
export function createVirtualFiles(texts: ReadonlyMap<RepositoryPath, string>): VirtualFiles {
  const folders = new Map<string, Set<string>>();
  const addFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    folders.set(folder, new Set());
    if (folder === "/") return;
    const above = folderAbove(folder);
    addFolder(above);
    folders.get(above)?.add(folder.slice(folder.lastIndexOf("/") + 1));
  };
  addFolder(ROOT.slice(0, -1));
  for (const path of texts.keys()) addFolder(folderAbove(toVirtual(path)));
  const read = (file: string): string | undefined => {
    const path = findRepositoryPath(file);
    return path === undefined ? undefined : texts.get(path);
  };
  const folderName = (folder: string): string =>
    folder.length > 1 && folder.endsWith("/") ? folder.slice(0, -1) : folder;
  return {
    read,
    has: (file) => read(file) !== undefined,
    hasFolder: (folder) => folders.has(folderName(folder)),
    folders: (folder) => [...(folders.get(folderName(folder)) ?? [])],
  };
}
