import { basename, dirname } from "node:path/posix";

import type { Edit, RepositoryPath } from "../../base/index.ts";
import type { Declaration, ImportedSymbol, Rewriting, StructuredFile } from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";
import { importsUsedOnlyIn, type IsTakenElsewhere } from "./unused-imports.ts";

/** What taking declarations out of a file comes to. */
export interface Removal {
  /** No two overlap. */
  readonly edits: readonly Edit[];
  /** Imports that go with the declarations, since nothing else uses them. */
  readonly imports: readonly ImportedSymbol[];
}

/**
 * Takes declarations out of their file with decorators, documentation and the imports that nothing else uses; what is left can be read as before, and
 * loaded unless it needs them to load. `invertEdits` tells how to put all back. Undefined where one shares its statement with something that stays.
 */
export function removeDeclarations(
  { cutting, naming }: Pick<Rewriting, "cutting" | "naming">,
  file: StructuredFile,
  declarations: readonly Declaration[],
  isTakenElsewhere?: IsTakenElsewhere,
): Removal | undefined {
  const removed = cutting.remove(file, outermostOf(declarations));
  if (removed === undefined) return undefined;
  const imports = importsUsedOnlyIn({ naming }, file, removed, isTakenElsewhere);
  return { edits: [...removed, ...cutting.dropImports(file, imports)], imports };
}

function outermostOf(declarations: readonly Declaration[]): readonly Declaration[] {
  const isWithinAnother = ({ spans: { whole } }: Declaration): boolean =>
    declarations.some(
      ({ spans: { whole: outer } }) =>
        outer !== whole &&
        outer.start <= whole.start &&
        whole.end <= outer.end &&
        outer.end - outer.start > whole.end - whole.start,
    );
  return declarations.filter((one) => !isWithinAnother(one));
}

/** Which names of a file the other files of a view import from it, as far as the ends of module names tell. */
export function takenElsewhere(view: CodeView, path: RepositoryPath): IsTakenElsewhere {
  const stem = basename(path).replace(/\.[^.]*$/u, "");
  const isPackageFile = /^(?:__\w+__|index)$/u.test(stem);
  const name = isPackageFile ? basename(dirname(path)) : stem;
  const taken = new Set<string>();
  for (const other of view.paths) {
    if (other === path) continue;
    for (const { module, imported } of view.structure(other)?.imports ?? []) {
      const last =
        module
          .replace(/\.[cm]?[jt]sx?$/u, "")
          .split(/[./]/u)
          .at(-1) ?? "";
      const isFromHere = last === name || (last === "" && isPackageFile);
      if (imported !== undefined && isFromHere) taken.add(imported);
    }
  }
  return (local) => taken.has(local);
}
