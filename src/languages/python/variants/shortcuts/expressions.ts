import type { SourceModule } from "../../../language.ts";
import type { ShortcutContext } from "./shortcut-context.ts";

/** An expression that imports a module without binding a name. */
export function importOf({ module }: Pick<SourceModule, "module">): string {
  return `__import__("importlib").import_module(${JSON.stringify(module)})`;
}

/** A name of the module as it is reached from the target's body, also where a parameter has the same name. */
export function globalName(qualified: string, { reference }: Pick<ShortcutContext, "reference">): string {
  const [first = "", ...rest] = qualified.split(".");
  const isHidden = reference.definition.parameters.some((parameter) => parameter.name === first);
  return [isHidden ? `globals()[${JSON.stringify(first)}]` : first, ...rest].join(".");
}
