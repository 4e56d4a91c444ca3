import type { RepositoryPath } from "../../../base/index.ts";
import type { PieceForm, SliceFile } from "../../slicing.ts";
import { isPackage } from "./modules.ts";
import type { Node, Program } from "./program.ts";
import { joinImports, renderStatements, type RenderedPiece } from "./render-statements.ts";
import type { Unit } from "./summary.ts";

/** What is shown of a slice. */
export interface Shown {
  readonly forms: ReadonlyMap<Node, PieceForm>;
  readonly files: ReadonlySet<RepositoryPath>;
  readonly added: ReadonlyMap<RepositoryPath, ReadonlySet<RepositoryPath>>;
  readonly target: Node;
  /** True where pieces are left out or shortened: what annotations name may be gone, so that they must not be evaluated. */
  readonly isCut: boolean;
}

/** Makes annotations texts. */
export const LAZY_ANNOTATIONS = "from __future__ import annotations";

/** Files of a slice in an order in which they can be loaded, the target's last; what makes their folders packages comes with them. */
export function renderFiles(program: Program, shown: Shown): readonly SliceFile[] {
  const imported = new Set(
    [...shown.forms.keys()].flatMap(({ unit, path }) =>
      unit.imported === undefined ? [] : (program.imported(unit.imported, path)?.path ?? []),
    ),
  );
  // What somebody imports anyway is loaded with that.
  const missing = (path: RepositoryPath): readonly RepositoryPath[] =>
    [...(shown.added.get(path) ?? [])].filter((one) => path !== shown.target.path || !imported.has(one));
  return loadingOrder(program, shown).map((path) => ({
    path,
    text: renderFile(program, shown, { path, added: missing(path) }),
  }));
}

/** The text of one file of a slice; empty where only its folder needs it. */
function renderFile(
  program: Program,
  { forms, isCut }: Shown,
  { path, added }: { readonly path: RepositoryPath; readonly added: readonly RepositoryPath[] },
): string {
  const file = program.file(path);
  const text = program.repository.text(path) ?? "";
  if (file === undefined) return "";
  const kept: RenderedPiece[] = program.nodes(path).flatMap((node) => {
    const form = forms.get(node);
    return form === undefined ? [] : [{ unit: node.unit, index: node.index, form }];
  });
  const imports = added.map((one) => `import ${program.modules.nameOf(one)}`);
  const rendered = lazily(
    renderStatements(text, kept),
    isCut && kept.some(({ unit }) => hasAnnotations(unit)),
  );
  const lines = imports.length === 0 ? rendered : afterFutures(rendered, imports);
  const whole = joinImports(lines).join("\n");
  const ended = whole === "" ? "" : `${file.prologue.replaceAll("\r\n", "\n")}${whole}\n`;
  return file.newline === "\n" ? ended : ended.replaceAll(/\r?\n/g, file.newline);
}

/** True where annotations that may be evaluated name something. */
export function hasAnnotations({ now, later }: Unit): boolean {
  return [now, later].some((uses) => uses?.names.some(({ role }) => role === "annotation") === true);
}

function lazily(lines: readonly string[], isNeeded: boolean): readonly string[] {
  const isLazy = lines.some((line) => /^from __future__ import .*\bannotations\b/.test(line));
  return isNeeded && !isLazy ? [LAZY_ANNOTATIONS, ...lines] : lines;
}

/** Imports from `__future__` must stand first. */
function afterFutures(lines: readonly string[], imports: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.startsWith("from __future__ "));
  return [...lines.slice(0, last + 1), ...imports, ...lines.slice(last + 1)];
}

/** Files as loading the target's loads them: a file behind what its imports need, packages before what is in them. */
export function loadingOrder(
  program: Program,
  { forms, files, added, target }: Shown,
): readonly RepositoryPath[] {
  const all = new Set<RepositoryPath>(files);
  for (const path of files) for (const above of program.modules.packagesOf(path)) all.add(above);
  const order: RepositoryPath[] = [];
  const seen = new Set<RepositoryPath>();
  const visit = (path: RepositoryPath): void => {
    if (seen.has(path) || !all.has(path)) return;
    seen.add(path);
    for (const above of program.modules.packagesOf(path)) visit(above);
    for (const node of program.nodes(path)) {
      const { imported } = node.unit;
      if (imported === undefined || !forms.has(node)) continue;
      const to = program.imported(imported, path);
      if (to !== undefined) visit(to.path);
    }
    for (const one of added.get(path) ?? []) visit(one);
    order.push(path);
  };
  visit(target.path);
  for (const path of [...all].toSorted()) visit(path);
  return [...order.filter((path) => path !== target.path), target.path];
}

/** True for a file that only makes its folder a package. */
export function isEmptyPackage({ path, text }: SliceFile): boolean {
  return isPackage(path) && text === "";
}
