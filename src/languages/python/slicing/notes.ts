import type { Node } from "./program.ts";
import type { CodeUses } from "./summary.ts";

const OWN_PLACE = new Set(["__file__", "__path__", "__spec__"]);
/** These hand out files of packages. */
const RESOURCES = /^(importlib[._]resources|pkg_resources|pkgutil)(\.|$)/;
const LOADERS = new Set(["import_module", "__import__", "run_module", "run_path"]);

/** True for code that loads modules by names that it works out. */
export function loadsModules({ names }: CodeUses): boolean {
  return names.some(({ name, path }) => LOADERS.has(path.at(-1) ?? name));
}

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
    if (uses.some(loadsModules))
      notes.add(`${where}: may load modules by names that it works out; they are not part of the slice`);
  }
  return [...notes].toSorted();
}

/** Parameters that are asked for members and of which nothing tells the class: what answers there is not part of the slice. */
export function unknownParameters({ path, unit }: Node): readonly string[] {
  const { functionFacts, later } = unit;
  const isAsked = (name: string): boolean =>
    later?.members.some(({ of, types, as }) => of === name && types === undefined && as !== "set") === true;
  const unknown = (functionFacts?.parameters ?? []).filter(
    ({ name, types }) => types.length === 0 && name !== functionFacts?.receiver && isAsked(name),
  );
  if (unknown.length === 0) return [];
  const names = unknown.map(({ name }) => `"${name}"`).join(", ");
  return [
    `${path}, line ${unit.line}: nothing tells what class ${names} is of; what such an object brings is not part of the slice`,
  ];
}
