import { readFileSync } from "node:fs";

import type { Parameter, Variant } from "../../language.ts";
import { freshName, passOn } from "./pass-on.ts";
import { withBody, type Reference } from "./reference.ts";

// A cheat is a file in `cheats/`: valid Python that defines `attempt(positional, keywords)`, with three names to fill in.
// It becomes a nested function of the target, so that nothing it binds can meet a parameter's name; the target's own
// body passes its arguments on and gives back what comes, in the way of its kind.

/** Names of the catalogue, for `cheat:NAME`: one file each in `cheats/`. */
export const cheatNames = [
  "delegate",
  "delegate-frames",
  "delegate-garbage",
  "delegate-import",
  "delegate-source",
  "delegate-subclass",
  "equal-to-everything",
  "lying-subclass",
  "spoofed-class",
  "raising-object",
  "recursive-object",
  "exit-hard",
  "exit-soft",
  "exit-late",
  "forge-output",
  "forge-rewards",
  "patch-builtins",
  "patch-driver",
  "read-files",
  "read-caller",
  "read-parent-memory",
  "read-garbage",
  "raise-special",
  "endless-items",
  "change-inputs",
  "count-calls",
  "detect-tracing",
  "signal-parent",
  "stop-the-clock",
  "leave-child",
  "plant-files",
] as const;
export type CheatName = (typeof cheatNames)[number];

/** Every cheat of the catalogue as a body of the target. `module` is the import name of its file. */
export function makeCheats(reference: Reference, module: string): Variant[] {
  return cheatNames.map((name) => ({
    id: name,
    kind: name,
    completion: withBody(reference, fillIn(readTemplate(name), reference, module)),
  }));
}

/** The Python source of a cheat as it stands in its file. */
export function readTemplate(name: CheatName): string {
  return readFileSync(new URL(`./cheats/${name}.py.txt`, import.meta.url), "utf8").trimEnd();
}

function fillIn(template: string, reference: Reference, module: string): string[] {
  const { definition } = reference;
  const attempt = freshName("attempt", reference);
  const values: Readonly<Record<string, string>> = {
    TARGET_MODULE: JSON.stringify(module),
    TARGET_QUALIFIED_NAME: JSON.stringify(definition.name),
    TARGET_NAME: JSON.stringify(definition.name.split(".").at(-1) ?? definition.name),
  };
  const filled = template
    .replace(/^def attempt\(/m, `def ${attempt}(`)
    .replace(/\bTARGET_(?:MODULE|QUALIFIED_NAME|NAME)\b/g, (word) => values[word] ?? word);
  const call = `${attempt}(${packArguments(definition.parameters)})`;
  return [filled, ...passOn(call, reference)];
}

/** `(self, a, *rest), {"b": b, **more}`: what the target was called with. */
function packArguments(parameters: readonly Parameter[]): string {
  const positional: string[] = [];
  const keywords: string[] = [];
  for (const { name, kind } of parameters) {
    if (kind === "variadic") positional.push(`*${name}`);
    else if (kind === "variadic_keyword") keywords.push(`**${name}`);
    else if (kind === "keyword_only") keywords.push(`${JSON.stringify(name)}: ${name}`);
    else positional.push(name);
  }
  return `[${positional.join(", ")}], {${keywords.join(", ")}}`;
}
