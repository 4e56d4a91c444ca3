import type { ClassTable } from "./classes.ts";
import type { Node, Program } from "./program.ts";

/**
 * Classes whose instances a definition is given, as far as its text says: its own class, those that its parameters are annotated or documented
 * with, and where such a class is abstract those below it that are not.
 */
export function declaredClasses(program: Program, classes: ClassTable, target: Node): readonly Node[] {
  const own = program.owner(target);
  const place = { path: target.path, owner: target.unit.owner };
  const types = (target.unit.functionFacts?.parameters ?? []).flatMap((parameter) => parameter.types);
  const named = types.flatMap((use) => classes.named(use, place));
  const all = new Set([...(own === undefined ? [] : [own]), ...named]);
  return [...all].flatMap((one) =>
    isAbstract(program, classes, one) ? concreteBelow(program, classes, one) : [one],
  );
}

/** The classes that a caller names: `module:Name`, `path:Name` or a name that only one class has. */
export function namedClasses(program: Program, given: readonly string[]): readonly Node[] {
  return given.flatMap((written) => {
    const colon = written.lastIndexOf(":");
    const name = written.slice(colon + 1);
    const module = colon === -1 ? undefined : written.slice(0, colon);
    const found = program.repository.paths
      .filter((path) => module === undefined || path === module || program.modules.isCalled(path, module))
      .flatMap((path) => program.named(path, name))
      .filter(({ unit }) => unit.kind === "class");
    return module === undefined && found.length !== 1 ? [] : found.slice(0, 1);
  });
}

function isAbstract(program: Program, classes: ClassTable, node: Node): boolean {
  const { order, foreign } = classes.lineage(node);
  if (node.unit.classFacts?.bases.some(({ name, path }) => (path.at(-1) ?? name) === "Protocol")) return true;
  if (!foreign.has("ABC") && !foreign.has("ABCMeta")) return false;
  const names = order.flatMap((one) => program.members(one)).flatMap(({ unit }) => unit.binds);
  return [...new Set(names)].some((name) =>
    classes.member(node, name).some(({ unit }) => unit.functionFacts?.isAbstract === true),
  );
}

/** The nearest classes below that are not abstract; the class itself where there are none. */
function concreteBelow(program: Program, classes: ClassTable, node: Node): readonly Node[] {
  const found = new Set<Node>();
  const seen = new Set<Node>([node]);
  const waiting = [...classes.subclasses(node)];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (isAbstract(program, classes, one)) waiting.push(...classes.subclasses(one));
    else found.add(one);
  }
  return [node, ...found];
}
