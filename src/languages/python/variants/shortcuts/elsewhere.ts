import type { Definition, SourceModule } from "../../../language.ts";
import { argumentLists } from "./argument-lists.ts";
import { globalName, importOf } from "./expressions.ts";
import { callsOf } from "./in-scope.ts";
import type { Outline } from "./outline.ts";
import type { Forwarding, ShortcutContext } from "./shortcut-context.ts";

/**
 * Forwards to what has the target's name in other places: a sibling copy, or the target itself by another name. The latter comes back to
 * the candidate and ends in a RecursionError, unless the other name holds something else (an accelerated twin, a wrapper with a memory).
 */
export function forwardToElsewhere(ground: ShortcutContext): Forwarding[] {
  const isMentioned = new RegExp(`\\b${RegExp.escape(ground.simpleName)}\\b`, "u");
  const isOfClass = ground.reference.definition.className?.split(".")[0];
  const holds = ({ text }: SourceModule): boolean =>
    isMentioned.test(text) || (isOfClass !== undefined && text.includes(isOfClass));
  const outlines = ground.others.filter(holds).map(ground.outlines);
  const own = ground.outlines(ground.own);
  return [
    ...toSiblings(ground, own, (name) => globalName(name, ground)),
    ...outlines.flatMap((outline) =>
      toSiblings(ground, outline, (name) => `${importOf(outline.source)}.${name}`),
    ),
    ...toOwnAliases(ground, own),
    ...outlines.flatMap((outline) => toAliases(ground, outline)),
  ];
}

function toSiblings(
  ground: ShortcutContext,
  { definitions, source }: Outline,
  reach: (name: string) => string,
): Forwarding[] {
  const { definition } = ground.reference;
  return definitions
    .filter(({ name }) => name.split(".").at(-1) === ground.simpleName)
    .filter(({ name, path }) => name !== definition.name || path !== definition.path)
    .flatMap((sibling) =>
      callsOfSibling(ground, sibling, reach(sibling.name)).map((call) => ({
        kind: sibling.className === undefined ? "sibling-function" : "sibling-method",
        label: source.path === definition.path ? sibling.name : `${source.module}.${sibling.name}`,
        call,
      })),
    );
}

const ACCESSORS = { getter: "fget", setter: "fset", deleter: "fdel" } as const;

function callsOfSibling(ground: ShortcutContext, sibling: Definition, access: string): string[] {
  const { receiver, parameters: own } = ground.arguments;
  const { kind, parameters } = sibling;
  switch (kind) {
    case "function":
      return callsOf(ground, access, parameters);
    case "static_method":
      return argumentLists(own, parameters).map((list) => `${access}(${list})`);
    case "class_method":
      return argumentLists(own, parameters.slice(1)).map((list) => `${access}(${list})`);
    case "method":
      if (receiver === undefined) return [];
      return argumentLists(own, parameters, receiver).map((list) => `${access}(${list})`);
    default: {
      if (receiver === undefined || kind !== ground.reference.definition.kind) return [];
      const isCached = sibling.decorators.some((decorator) => /cached/i.test(decorator));
      const accessor = isCached ? "func" : ACCESSORS[kind];
      return argumentLists(own, parameters, receiver).map((list) => `${access}.${accessor}(${list})`);
    }
  }
}

/** Names that the target's own file or class gives it. */
function toOwnAliases(ground: ShortcutContext, { assignments, classes }: Outline): Forwarding[] {
  const { className, name } = ground.reference.definition;
  const inModule = assignments
    .filter(({ value }) => value === name)
    .flatMap(({ name: alias }) =>
      callsOf(ground, globalName(alias, ground), ground.reference.definition.parameters).map((call) => ({
        kind: "alias",
        label: alias,
        call,
      })),
    );
  const { receiver, parameters } = ground.arguments;
  const owner = receiver ?? (className === undefined ? undefined : globalName(className, ground));
  const inClass = classes
    .filter((one) => one.name === className)
    .flatMap((one) => one.assignments)
    .filter(({ value }) => value === ground.simpleName)
    .flatMap(({ name: alias }) =>
      argumentLists(parameters, undefined).map((list) => ({
        kind: "alias",
        label: alias,
        call: `${owner ?? ""}.${alias}(${list})`,
      })),
    );
  return [...inModule, ...(owner === undefined ? [] : inClass)];
}

/** Names that another module has for the target or its outermost class, by import or by assignment. */
function toAliases(ground: ShortcutContext, { imports, assignments, source }: Outline): Forwarding[] {
  const { definition } = ground.reference;
  const [first = "", ...rest] = definition.name.split(".");
  const imported = imports.filter(
    ({ module, original }) => module === ground.own.module && original === first,
  );
  const names = new Set(imported.map(({ name }) => name));
  const assigned = assignments.filter(({ value }) => [...names].some((name) => isNameFor(value, name)));
  const takes = definition.kind === "class_method" ? definition.parameters.slice(1) : definition.parameters;
  const { receiver, parameters } = ground.arguments;
  const isMethod = definition.kind === "method";
  if (receiver !== undefined && !isMethod && definition.kind !== "class_method") return [];
  return [...names, ...assigned.map(({ name }) => name)].flatMap((name) =>
    argumentLists(parameters, takes, isMethod ? receiver : undefined).map((list) => ({
      kind: "alias",
      label: [source.module, name, ...rest].join("."),
      call: `${[importOf(source), name, ...rest].join(".")}(${list})`,
    })),
  );
}

/** `name` itself, or a call that is given it (`lru_cache()(name)`, `partial(name)`). */
function isNameFor(value: string, name: string): boolean {
  return value === name || new RegExp(`\\(\\s*${RegExp.escape(name)}\\s*[,)]`, "u").test(value);
}
