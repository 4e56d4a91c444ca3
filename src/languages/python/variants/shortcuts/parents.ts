import { argumentLists } from "./argument-lists.ts";
import { globalName } from "./expressions.ts";
import type { Forwarding, ShortcutContext } from "./shortcut-context.ts";

/** Forwards to the parent class, and to whatever else the receiver's class finds under the name. */
export function forwardToParents(ground: ShortcutContext): Forwarding[] {
  const { definition } = ground.reference;
  const { className, kind } = definition;
  if (className === undefined) return [];
  const owner = ground.outlines(ground.own).classes.find(({ name }) => name === className);
  const hasParent = owner?.bases.some((base) => base !== "object") === true;
  const [list = ""] = argumentLists(ground.arguments.parameters, undefined);
  return [
    ...(hasParent ? toSuper(ground, className, list) : []),
    ...(kind === "static_method" || kind === "setter" || kind === "deleter" ? [] : toOrder(ground, list)),
  ];
}

function toSuper(ground: ShortcutContext, className: string, list: string): Forwarding[] {
  const { simpleName, arguments: given } = ground;
  const { kind } = ground.reference.definition;
  const forward = (call: string): Forwarding => ({ kind: "parent", label: "super", call });
  const own = globalName(className, ground);
  switch (kind) {
    case "getter":
      return [forward(`super().${simpleName}`)];
    case "setter":
    case "deleter":
      return [
        forward(
          `super(${own}, ${own}).${simpleName}.${kind === "setter" ? "fset" : "fdel"}(${[given.receiver, list].filter(Boolean).join(", ")})`,
        ),
      ];
    case "static_method":
      return [forward(`super(${own}, ${own}).${simpleName}(${list})`)];
    default:
      return [forward(`super().${simpleName}(${list})`)];
  }
}

/** The first definition in the method resolution order of the receiver that is not the candidate's: a subclass's comes before a parent's. */
function toOrder(
  { simpleName, arguments: { receiver }, reference }: ShortcutContext,
  list: string,
): Forwarding[] {
  if (receiver === undefined) return [];
  const { kind } = reference.definition;
  const key = JSON.stringify(simpleName);
  const type = kind === "class_method" ? receiver : `type(${receiver})`;
  const bound = kind === "class_method" ? "None" : receiver;
  const found = `next(vars(each)[${key}] for each in ${type}.__mro__ if each is not __class__ and ${key} in vars(each))`;
  const got = `${found}.__get__(${bound}, ${type})`;
  return [{ kind: "parent", label: "resolution-order", call: kind === "getter" ? got : `${got}(${list})` }];
}
