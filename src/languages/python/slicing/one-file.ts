/**
 * A slice as one file. Modules are laid one behind the other as loading them would execute them: where an import of the repository stands, what it loads.
 * Imports of the repository go; what they bind is called by the name that its definition has in the file, and names that clash are renamed, the
 * target's module keeping its own. What only modules can do (be passed on, be asked for attributes by name, be imported inside a function) is refused.
 */
import type { RepositoryPath } from "../../../base/index.ts";
import type { OneFile } from "../../slicing.ts";
import { FlatNames, type FlatRefusal } from "./flat-names.ts";
import type { Node, Program } from "./program.ts";
import { hasAnnotations, LAZY_ANNOTATIONS, type Shown } from "./render-files.ts";
import { joinImports, renderStatements, type RenderedPiece } from "./render-statements.ts";

/** Writes a slice into one file. */
export function renderOneFile(program: Program, shown: Shown): OneFile {
  const names = new FlatNames(program, shown);
  const refusals: FlatRefusal[] = [];
  const isLazy = shown.isCut && [...shown.forms.keys()].some(({ unit }) => hasAnnotations(unit));
  const futures = new Set<string>(isLazy ? [LAZY_ANNOTATIONS] : []);
  const imports = new Set<string>();
  const lines: string[] = [];
  const seen = new Set<RepositoryPath>();

  const loadModule = (path: RepositoryPath): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const above of program.modules.packagesOf(path)) loadModule(above);
    const kept = program.nodes(path).flatMap((node) => (shown.forms.has(node) ? [node] : []));
    const group: Node[] = [];
    const flush = (): void => {
      const written = write(path, group.splice(0));
      if (written.length > 0) lines.push(...(lines.length === 0 ? [] : ["", ""]), ...written);
    };
    for (const node of kept) {
      const loaded =
        node.unit.imported === undefined ? undefined : program.imported(node.unit.imported, path);
      if (loaded !== undefined && !seen.has(loaded.path)) {
        if (node.unit.parent === -1) flush();
        loadModule(loaded.path);
      }
      group.push(node);
    }
    flush();
  };

  const write = (path: RepositoryPath, group: readonly Node[]): readonly string[] => {
    const text = program.repository.text(path) ?? "";
    const pieces = group.flatMap((node): RenderedPiece[] => {
      const { unit, index } = node;
      const form = shown.forms.get(node) ?? "whole";
      if (unit.kind !== "import" || unit.parent !== -1) return [{ unit, index, form }];
      const flat = names.writeImport(node);
      if (flat === undefined) return [];
      if (flat.startsWith("from __future__ ")) futures.add(flat);
      else if (/^(from|import) /.test(flat)) imports.add(flat);
      else return [{ unit, index, form }];
      return [];
    });
    return renderStatements(text, pieces, ({ unit, index }, start, end) => {
      const node = program.nodes(path)[index];
      if (node === undefined) return text.slice(start, end);
      if (unit.kind === "import") return names.writeImport(node) ?? "pass";
      const flat = names.write(node, start, end);
      refusals.push(...flat.refusals);
      return flat.text;
    });
  };

  loadModule(shown.target.path);
  for (const path of shown.files) loadModule(path);
  const [refusal] = [...names.refusals, ...refusals];
  if (refusal !== undefined) return { status: "refused", reason: refusal.reason };
  const head = [...futures, ...[...imports].toSorted()];
  const body = [...joinImports(head), ...(head.length > 0 ? ["", ""] : []), ...lines].join("\n");
  return { status: "rendered", text: `${body.trim()}\n` };
}
