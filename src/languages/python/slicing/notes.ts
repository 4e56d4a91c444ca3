import type { Node } from "./program.ts";

const OWN_PLACE = new Set(["__file__", "__path__", "__spec__"]);
/** These hand out files of packages. */
const RESOURCES = /^(importlib[._]resources|pkg_resources|pkgutil)(\.|$)/;
const LOADERS = new Set(["import_module", "__import__", "run_module", "run_path"]);

/** What pieces need beside code that can be cut out: files near their own, modules that they load by name. */
export function notesOf(nodes: Iterable<Node>): readonly string[] {
  const notes = new Set<string>();
  for (const { path, unit } of nodes) {
    const where = `${path}, line ${unit.line}`;
    const uses = [unit.now, ...(unit.later === undefined ? [] : [unit.later])];
    const names = uses.flatMap((one) => one.names);
    const modules = [
      ...uses.flatMap((one) => one.imports),
      ...(unit.imported === undefined ? [] : [unit.imported]),
    ];
    const dotted = modules.map(({ module, attribute }) => [module, attribute].filter(Boolean).join("."));
    if (names.some(({ name }) => OWN_PLACE.has(name)) || dotted.some((one) => RESOURCES.test(one)))
      notes.add(`${where}: may read files that lie beside it; they are not part of the slice`);
    const isLoading = names.some(({ name, path: behind }) => LOADERS.has(behind.at(-1) ?? name));
    if (isLoading)
      notes.add(`${where}: may load modules by names that it works out; they are not part of the slice`);
  }
  return [...notes].toSorted();
}
