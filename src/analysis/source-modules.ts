import { readFileSync } from "node:fs";

import { joinPath, type HostPath, type RepositoryPath } from "../base/index.ts";
import { listFiles } from "./code-index/code-tree.ts";
import type { Language, SourceModule } from "../languages/index.ts";

/** Larger files are data in disguise. */
const LARGEST_FILE = 1_000_000;

/** Every source file below a folder that code there can import, in the order of paths. Files that cannot be decoded are left out. */
export function readSourceModules(
  directory: HostPath,
  { files, modules }: Pick<Language, "files" | "modules">,
  importRoots: readonly RepositoryPath[],
): readonly SourceModule[] {
  return [...listFiles(directory)].flatMap((path) => {
    const module = files.isSourceFile(path) ? modules.nameOf(path, importRoots) : undefined;
    const decoded = module === undefined ? undefined : files.decode(readFileSync(joinPath(directory, path)));
    if (module === undefined || decoded?.status !== "decoded" || decoded.text.length > LARGEST_FILE)
      return [];
    return [{ path, module, text: decoded.text }];
  });
}
