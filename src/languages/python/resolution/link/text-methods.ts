import type { Call } from "./call.ts";
import { textOf } from "./named-members.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/*
 * What methods of constant texts give, as far as it can name something: paths that are taken apart, words whose letters change.
 */

/** Longest text, and most parts, that are told apart. */
const MOST_LETTERS = 80;
const MOST_PARTS = 12;

const CHANGES: Readonly<Record<string, (text: string, given: readonly string[]) => string | undefined>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
  strip: (text, [letters]) => (letters === undefined ? text.trim() : undefined),
  replace: (text, [from, to]) =>
    from === undefined || to === undefined ? undefined : text.replaceAll(from, to),
};

const CUTS: Readonly<Record<string, (text: string, separator: string) => readonly string[]>> = {
  split: (text, separator) => text.split(separator),
  rsplit: (text, separator) => text.split(separator),
  partition: (text, separator) => cutAt(text, separator, text.indexOf(separator)),
  rpartition: (text, separator) => cutAt(text, separator, text.lastIndexOf(separator)),
};

function cutAt(text: string, separator: string, at: number): readonly string[] {
  return at < 0 ? [text] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** True for a method whose result on a constant is known. */
export function isTextMethod(name: string): boolean {
  return Object.hasOwn(CHANGES, name) || Object.hasOwn(CUTS, name);
}

/** Calls such a method. */
export function callTextMethod(world: World, receiver: number, name: string, call: Call): void {
  const text = textOf(world, receiver);
  if (text === undefined || text.length > MOST_LETTERS) world.protocols.builtin("str", call.to);
  else if (Object.hasOwn(CHANGES, name)) change(world, text, name, call);
  else cut(world, text, name, call);
}

function change(world: World, text: string, name: string, call: Call): void {
  const given = call.positional.map((slot) => constantIn(world, slot) ?? "");
  const changed = given.includes("") && name !== "replace" ? undefined : CHANGES[name]?.(text, given);
  if (changed === undefined) world.protocols.builtin("str", call.to);
  else world.solver.add(call.to, world.values.of(Kind.text, world.names.index(`'${changed}`)));
}

function cut(world: World, text: string, name: string, call: Call): void {
  const { solver, containers, values, names } = world;
  const separator = constantIn(world, call.positional[0] ?? -1);
  const list = containers.createFor(call.to, name.endsWith("split") ? "list" : "tuple");
  const container = containers.find(list);
  solver.add(call.to, list);
  if (container === undefined) return;
  world.protocols.builtin("str", container.any);
  if (separator === undefined || separator === "") return;
  const parts = joinRest(CUTS[name]?.(text, separator) ?? [], {
    name,
    separator,
    isOnce: isOnce(world, call),
  });
  for (const [index, part] of parts.slice(0, MOST_PARTS).entries())
    solver.add(
      containers.slotOf(container, names.index(`#${index}`)),
      values.of(Kind.text, names.index(`'${part}`)),
    );
}

/** Parts of a text that is cut but once. */
function joinRest(
  parts: readonly string[],
  {
    name,
    separator,
    isOnce,
  }: { readonly name: string; readonly separator: string; readonly isOnce: boolean },
): readonly string[] {
  if (!isOnce || parts.length < 3 || !name.endsWith("split")) return parts;
  return name === "rsplit"
    ? [parts.slice(0, -1).join(separator), parts.at(-1) ?? ""]
    : [parts[0] ?? "", parts.slice(1).join(separator)];
}

function isOnce({ solver, values, names }: World, { positional, keywords }: Call): boolean {
  const slot = positional[1] ?? keywords.find(([name]) => names.text(name) === "maxsplit")?.[1] ?? -1;
  return solver.valuesOf(slot).some((value) => names.text(values.first(value)) === "#1");
}

/** The one constant that a slot holds by now. */
function constantIn(world: World, slot: number): string | undefined {
  const [only, ...more] = world.solver.valuesOf(slot);
  return only === undefined || more.length > 0 ? undefined : textOf(world, only);
}
