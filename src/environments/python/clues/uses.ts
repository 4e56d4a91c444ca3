import type { RepositoryPath } from "../../../base/index.ts";
import type { EvidenceItem } from "../../build-system.ts";
import { linesOf } from "../../evidence-lines.ts";
import type { RepositoryFiles } from "../../repository-files.ts";

/** The first line of the tree's Python files, or of some of them, that imports a module, or that has a name of it; undefined where none does. */
export function findUse(
  files: RepositoryFiles,
  module: string,
  name?: string,
  paths: readonly RepositoryPath[] = files.paths,
): EvidenceItem | undefined {
  const escaped = RegExp.escape(module);
  const imports = `^\\s*(?:import|from)\\s+${escaped}\\b`;
  const uses =
    name === undefined
      ? [imports]
      : [`${imports}.*\\b${RegExp.escape(name)}\\b`, `\\b${escaped}\\.${RegExp.escape(name)}\\b`];
  const pattern = new RegExp(uses.join("|"));
  for (const path of paths) {
    if (!path.endsWith(".py")) continue;
    const [line] = linesOf(files.text(path) ?? "", pattern);
    if (line !== undefined)
      return { path, line, says: `uses ${[module, ...(name === undefined ? [] : [name])].join(".")}` };
  }
  return undefined;
}
