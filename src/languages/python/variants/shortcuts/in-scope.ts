import type { Definition, Parameter } from "../../../language.ts";
import { argumentLists } from "./argument-lists.ts";
import { globalName } from "./expressions.ts";
import type { Outline } from "./outline.ts";
import type { Forwarding, ShortcutContext } from "./shortcut-context.ts";

/** Forwards to what the target's own file has names for: functions, classes, methods beside it, imported and assigned names, built-ins. */
export function forwardInScope(ground: ShortcutContext): Forwarding[] {
  const outline = ground.outlines(ground.own);
  return [
    ...toFunctions(ground, outline),
    ...toMethods(ground, outline),
    ...toClasses(ground, outline),
    ...toImported(ground, outline),
    ...toAssigned(ground, outline),
    ...toBuiltins(ground),
  ];
}

/** Calls of something with the target's arguments, for methods with the receiver before them and without it. */
export function callsOf(
  { arguments: { receiver, parameters } }: ShortcutContext,
  callee: string,
  takes: readonly Parameter[] | undefined,
): string[] {
  const lists = [
    ...argumentLists(parameters, takes),
    ...(receiver === undefined ? [] : argumentLists(parameters, takes, receiver)),
  ];
  return lists.map((list) => `${callee}(${list})`);
}

function toFunctions(ground: ShortcutContext, { definitions }: Outline): Forwarding[] {
  return definitions
    .filter(({ className, name }) => className === undefined && name !== ground.reference.definition.name)
    .flatMap(({ name, parameters }) =>
      callsOf(ground, globalName(name, ground), parameters).map((call) => ({
        kind: "forward-function",
        label: name,
        call,
      })),
    );
}

function toMethods(ground: ShortcutContext, { definitions }: Outline): Forwarding[] {
  const { definition } = ground.reference;
  const { className } = definition;
  if (className === undefined) return [];
  const owner = ground.arguments.receiver ?? globalName(className, ground);
  return definitions
    .filter((one) => one.className === className && one.name !== definition.name)
    .flatMap((one) => {
      const simple = one.name.slice(className.length + 1);
      return accessesOf(ground, one, `${owner}.${simple}`).map((call) => ({
        kind: "forward-method",
        label: simple,
        call,
      }));
    });
}

/** A property is read, a method called; one that needs an instance where there is none is neither. */
function accessesOf(ground: ShortcutContext, { kind, parameters }: Definition, access: string): string[] {
  const { receiver, parameters: own } = ground.arguments;
  const isOnClass = receiver === undefined || ground.reference.definition.kind === "class_method";
  if (kind === "getter") return own.length === 0 && !isOnClass ? [access] : [];
  if (kind === "setter" || kind === "deleter" || (kind === "method" && isOnClass)) return [];
  const takes = kind === "static_method" ? parameters : parameters.slice(1);
  return argumentLists(own, takes).map((list) => `${access}(${list})`);
}

function toClasses(ground: ShortcutContext, { classes }: Outline): Forwarding[] {
  return classes.flatMap(({ name, parameters }) =>
    callsOf(ground, globalName(name, ground), parameters).map((call) => ({
      kind: "forward-class",
      label: name,
      call,
    })),
  );
}

function toImported(ground: ShortcutContext, { imports }: Outline): Forwarding[] {
  return imports
    .filter(({ module }) => module !== "__future__" && module !== "typing")
    .flatMap(({ name, module, original }) => {
      const found = ground.others.find((one) => one.module === module);
      const takes = found === undefined ? undefined : parametersOf(ground.outlines(found), original);
      return callsOf(ground, globalName(name, ground), takes).map((call) => ({
        kind: "forward-import",
        label: name,
        call,
      }));
    });
}

function parametersOf({ definitions, classes }: Outline, name: string): readonly Parameter[] | undefined {
  const known = definitions.find((one) => one.name === name) ?? classes.find((one) => one.name === name);
  return known?.parameters;
}

function toAssigned(ground: ShortcutContext, { assignments }: Outline): Forwarding[] {
  return assignments
    .filter(({ name }) => !/^[A-Z0-9_]+$/.test(name))
    .flatMap(({ name }) =>
      callsOf(ground, globalName(name, ground), undefined).map((call) => ({
        kind: "forward-assigned",
        label: name,
        call,
      })),
    );
}

/** Built-ins that make something of so many arguments. Few: what trivial bodies try already is not among them. */
const BUILTINS: readonly (readonly string[])[] = [
  [],
  ["sorted", "sum", "max", "min", "set", "float"],
  ["max", "min", "zip", "pow", "getattr", "isinstance"],
  ["max", "min", "getattr"],
];

function toBuiltins(ground: ShortcutContext): Forwarding[] {
  const { parameters } = ground.arguments;
  if (parameters.some(({ kind }) => kind !== "positional" && kind !== "positional_only")) return [];
  const list = parameters.map(({ name }) => name).join(", ");
  return (BUILTINS[parameters.length] ?? []).map((name) => ({
    kind: "forward-builtin",
    label: name,
    call: `__import__("builtins").${name}(${list})`,
  }));
}
